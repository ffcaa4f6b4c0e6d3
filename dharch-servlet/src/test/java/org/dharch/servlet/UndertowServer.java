package org.dharch.servlet;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.encoding.EncodingHandler;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.api.InstanceFactory;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Undertow with one thread for its channels and four workers. */
final class UndertowServer implements FilterServer {
  private final DeploymentManager deployment;
  private final Undertow server;

  UndertowServer(FilterServer.Site site) throws Exception {
    this(
        site,
        site.compresses()
            ? application -> new EncodingHandler.Builder().build(Map.of()).wrap(application)
            : application -> application);
  }

  UndertowServer(FilterServer.Site site, UnaryOperator<HttpHandler> around) throws Exception {
    DeploymentInfo web =
        Servlets.deployment()
            .setClassLoader(getClass().getClassLoader())
            .setContextPath("/app")
            .setDeploymentName("app")
            .setEagerFilterInit(true);
    site.before()
        .ifPresent(
            it ->
                add(
                    web,
                    filter("before", it.filter(), it.parameters(), true),
                    EnumSet.allOf(DispatcherType.class)));
    add(web, filter("dharch", site.filter(), site.parameters(), site.async()), site.dispatchers());
    FilterServer.Site.servlets()
        .forEach(
            (path, servlet) ->
                web.addServlet(
                    Servlets.servlet(
                            servlet.getClass().getSimpleName(),
                            servlet.getClass(),
                            factory(servlet))
                        .setAsyncSupported(site.servletsAsync())
                        .addMapping(path)));
    deployment = Servlets.defaultContainer().addDeployment(web);
    deployment.deploy();
    server =
        Undertow.builder()
            .addHttpListener(0, "127.0.0.1")
            .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
            .setIoThreads(1)
            .setWorkerThreads(4)
            .setHandler(around.apply(Handlers.path().addPrefixPath("/app", deployment.start())))
            .build();
    server.start();
  }

  private static InstanceFactory<Servlet> factory(Servlet servlet) {
    return new ImmediateInstanceFactory<>(servlet);
  }

  private static FilterInfo filter(
      String name, Filter filter, Map<String, String> parameters, boolean async) {
    FilterInfo info =
        Servlets.filter(name, filter.getClass(), new ImmediateInstanceFactory<Filter>(filter));
    info.setAsyncSupported(async);
    parameters.forEach(info::addInitParam);
    return info;
  }

  private static void add(
      DeploymentInfo web, FilterInfo filter, EnumSet<DispatcherType> dispatchers) {
    web.addFilter(filter);
    for (DispatcherType dispatcher : dispatchers) {
      web.addFilterUrlMapping(filter.getName(), "/*", dispatcher);
    }
  }

  @Override
  public int port() {
    return ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
  }

  @Override
  public void undeploy() throws Exception {
    deployment.stop();
  }

  @Override
  public void close() throws Exception {
    server.stop();
    deployment.stop();
    deployment.undeploy();
  }
}
