package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.descriptor.web.ContextEnvironment;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.gzip.GzipHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A servlet container with few threads, on a port of its own. */
interface FilterServer {
  /**
   * What is deployed: the filter before CXF and before the bare servlet.
   *
   * @param async whether the filter is declared to be asynchronous
   * @param servletsAsync whether the servlets are
   * @param compresses whether the container is told to compress responses
   * @param before what stands before the filter, asynchronous and for every dispatch
   */
  record Site(
      Filter filter,
      Map<String, String> parameters,
      boolean async,
      EnumSet<DispatcherType> dispatchers,
      boolean servletsAsync,
      Optional<Before> before,
      boolean compresses) {

    /** Another filter. */
    record Before(Filter filter, Map<String, String> parameters) {}

    Site(Filter filter, Map<String, String> parameters) {
      this(filter, parameters, true, EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
    }

    Site(
        Filter filter,
        Map<String, String> parameters,
        boolean async,
        EnumSet<DispatcherType> dispatchers) {
      this(filter, parameters, async, dispatchers, true, Optional.empty(), false);
    }

    /** The same with servlets that are not declared to be asynchronous. */
    Site plainServlets() {
      return new Site(filter, parameters, async, dispatchers, false, before, compresses);
    }

    /** The same with the filter mapped for every way by which a request can come. */
    Site everywhere() {
      EnumSet<DispatcherType> all = EnumSet.allOf(DispatcherType.class);
      return new Site(filter, parameters, async, all, servletsAsync, before, compresses);
    }

    /** The same behind {@code other}. */
    Site behind(Filter other, Map<String, String> itsParameters) {
      Optional<Before> it = Optional.of(new Before(other, itsParameters));
      return new Site(filter, parameters, async, dispatchers, servletsAsync, it, compresses);
    }

    /** The same in a container that compresses whatever is answered, as it can itself. */
    Site compressed() {
      return new Site(filter, parameters, async, dispatchers, servletsAsync, before, true);
    }

    static Map<String, Servlet> servlets() {
      Map<String, Servlet> servlets = new LinkedHashMap<>();
      servlets.put("/services/*", new OrdersServlet());
      servlets.put("/raw/*", new RawServlet());
      servlets.put("/front/*", new FrontServlet());
      return servlets;
    }
  }

  /** Where {@code path} is. */
  default String url(String path) {
    return "http://127.0.0.1:" + port() + "/app" + path;
  }

  int port();

  void close() throws Exception;

  /** The application goes, and its container stays. */
  void undeploy() throws Exception;

  /** Tomcat with four threads. */
  static FilterServer tomcat(Path folder, Site site) throws Exception {
    Tomcat tomcat = container(folder);
    tomcat.getConnector().setProperty("maxThreads", "4");
    tomcat.getConnector().setProperty("minSpareThreads", "4");
    tomcat.getConnector().addUpgradeProtocol(new Http2Protocol());
    if (site.compresses()) {
      tomcat.getConnector().setProperty("compression", "force");
      tomcat.getConnector().setProperty("compressibleMimeType", "text/xml");
    }
    tomcat.enableNaming();
    Context web = tomcat.addContext("/app", folder.toString());
    ContextEnvironment where = new ContextEnvironment();
    where.setName("where");
    where.setType("java.lang.String");
    where.setValue("of the application");
    web.getNamingResources().addEnvironment(where);
    EnumSet<DispatcherType> all = EnumSet.allOf(DispatcherType.class);
    site.before().ifPresent(it -> add(web, "before", it.filter(), it.parameters(), true, all));
    add(web, "dharch", site.filter(), site.parameters(), site.async(), site.dispatchers());
    Site.servlets()
        .forEach(
            (path, servlet) -> {
              Wrapper wrapper = Tomcat.addServlet(web, servlet.getClass().getSimpleName(), servlet);
              wrapper.setAsyncSupported(site.servletsAsync());
              wrapper.addMapping(path);
            });
    return started(tomcat);
  }

  private static void add(
      Context web,
      String name,
      Filter filter,
      Map<String, String> parameters,
      boolean async,
      EnumSet<DispatcherType> dispatchers) {
    FilterDef def = new FilterDef();
    def.setFilterName(name);
    def.setFilter(filter);
    def.setAsyncSupported(Boolean.toString(async));
    parameters.forEach(def::addInitParameter);
    web.addFilterDef(def);
    FilterMap map = new FilterMap();
    map.setFilterName(name);
    map.addURLPattern("/*");
    dispatchers.forEach(dispatcher -> map.setDispatcher(dispatcher.name()));
    web.addFilterMap(map);
  }

  /** Tomcat on a port of its own, with nothing in it. */
  static Tomcat container(Path folder) throws IOException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createDirectories(folder.resolve("tomcat")).toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    return tomcat;
  }

  /** Tomcat as it is configured. */
  static FilterServer started(Tomcat tomcat) throws Exception {
    tomcat.start();
    return new FilterServer() {
      @Override
      public int port() {
        return tomcat.getConnector().getLocalPort();
      }

      @Override
      public void undeploy() throws Exception {
        tomcat.getHost().findChild("/app").stop();
      }

      @Override
      public void close() throws Exception {
        tomcat.stop();
        tomcat.destroy();
      }
    };
  }

  /** Jetty with six threads, one of which accepts and one of which selects. */
  static FilterServer jetty(Path folder, Site site) throws Exception {
    QueuedThreadPool threads = new QueuedThreadPool(6, 6);
    threads.setReservedThreads(0);
    Server server = new Server(threads);
    HttpConfiguration configuration = new HttpConfiguration();
    ServerConnector connector =
        new ServerConnector(
            server,
            1,
            1,
            new HttpConnectionFactory(configuration),
            new HTTP2CServerConnectionFactory(configuration));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler web = new ServletContextHandler("/app");
    web.setBaseResourceAsPath(folder);
    site.before()
        .ifPresent(
            it -> {
              FilterHolder before = new FilterHolder(it.filter());
              before.setAsyncSupported(true);
              before.setInitParameters(it.parameters());
              web.addFilter(before, "/*", EnumSet.allOf(DispatcherType.class));
            });
    FilterHolder filter = new FilterHolder(site.filter());
    filter.setName("dharch");
    filter.setAsyncSupported(site.async());
    filter.setInitParameters(site.parameters());
    web.addFilter(filter, "/*", site.dispatchers());
    Site.servlets()
        .forEach(
            (path, servlet) -> {
              ServletHolder holder = new ServletHolder(servlet.getClass()); // CXF when it is used
              holder.setAsyncSupported(site.servletsAsync());
              web.addServlet(holder, path);
            });
    server.setHandler(site.compresses() ? compressing(web) : web);
    try {
      server.start();
    } catch (Exception e) {
      server.stop();
      throw e;
    }
    return new FilterServer() {
      @Override
      public int port() {
        return connector.getLocalPort();
      }

      @Override
      public void undeploy() throws Exception {
        web.stop();
      }

      @Override
      public void close() throws Exception {
        server.stop();
      }
    };
  }

  /** By what most have to this day, though Jetty has a newer one. */
  @SuppressWarnings("removal")
  private static Handler compressing(Handler web) {
    GzipHandler gzip = new GzipHandler();
    gzip.addIncludedMethods("POST");
    gzip.setMinGzipSize(1);
    gzip.setHandler(web);
    return gzip;
  }
}
