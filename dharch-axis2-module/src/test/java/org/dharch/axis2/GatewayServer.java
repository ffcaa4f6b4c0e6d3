package org.dharch.axis2;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.transport.http.AxisServlet;
import org.apache.axis2.transport.http.SimpleHTTPServer;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** An Axis2 server on a port of its own. */
public interface GatewayServer {
  /** Where {@code service} is. */
  String url(String service);

  ConfigurationContext context();

  void close() throws Exception;

  /** Axis2's own HTTP server. */
  static GatewayServer simple(TestRepository repository) throws Exception {
    return simple(repository.write());
  }

  /** The same on a repository that is there. */
  static GatewayServer simple(Path folder) throws Exception {
    ConfigurationContext context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(
            folder.toString(), folder.resolve("conf/axis2.xml").toString());
    SimpleHTTPServer server = new SimpleHTTPServer(context, 0);
    server.start();
    String base = server.getEPRForService("X", "127.0.0.1").getAddress();
    String services = base.substring(0, base.indexOf("/services/") + "/services/".length());
    return new GatewayServer() {
      @Override
      public String url(String service) {
        return services + service;
      }

      @Override
      public ConfigurationContext context() {
        return context;
      }

      @Override
      public void close() throws Exception {
        server.stop();
        context.terminate();
      }
    };
  }

  /** AxisServlet in Tomcat. */
  static GatewayServer tomcat(TestRepository repository) throws Exception {
    return tomcat(repository.forServlet().write());
  }

  /** The same on a repository that is there. */
  static GatewayServer tomcat(Path folder) throws Exception {
    return tomcat(folder, (container, web) -> {});
  }

  /** The same with what {@code site} adds to the container and to the application. */
  static GatewayServer tomcat(Path folder, BiConsumer<Tomcat, Context> site) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createDirectories(folder.resolve("tomcat")).toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context web = tomcat.addContext("/axis2", null);
    // Axis2 2.0 asks for it under the old name, and without it uses the working directory
    web.getServletContext().setAttribute("javax.servlet.context.tempdir", folder.toFile());
    AxisServlet servlet = new AxisServlet();
    var wrapper = Tomcat.addServlet(web, "axis", servlet);
    wrapper.addInitParameter("axis2.repository.path", folder.toString());
    wrapper.addInitParameter("axis2.xml.path", folder.resolve("conf/axis2.xml").toString());
    wrapper.setLoadOnStartup(1);
    wrapper.addMapping("/services/*");
    site.accept(tomcat, web);
    tomcat.start();
    int port = tomcat.getConnector().getLocalPort();
    ConfigurationContext context =
        (ConfigurationContext)
            web.getServletContext().getAttribute(AxisServlet.CONFIGURATION_CONTEXT);
    return new GatewayServer() {
      @Override
      public String url(String service) {
        return "http://127.0.0.1:" + port + "/axis2/services/" + service;
      }

      @Override
      public ConfigurationContext context() {
        return context;
      }

      @Override
      public void close() throws Exception {
        tomcat.stop();
        tomcat.destroy();
      }
    };
  }
}
