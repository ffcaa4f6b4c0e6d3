package org.dharch.benchmarks.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.transport.http.AxisServlet;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.dharch.benchmarks.site.AxisTomcat;

/**
 * A Tomcat on a free port of the loopback address with any number of Axis2, each an {@code
 * AxisServlet} in its own web application. Compared configurations so share the JVM, the threads
 * and the backends, and take turns without a restart. Any thread.
 */
public final class ServiceHost implements AutoCloseable {
  private static final String CONFIGURATION = "org/dharch/samples/axis2.xml";

  private final Tomcat tomcat;
  private final Path folder;
  private final Deployment deployment;
  private final Map<String, ConfigurationContext> contexts = new ConcurrentHashMap<>();

  /** The contents of each Axis2. */
  public interface Deployment {
    /**
     * Deploys services and modules.
     *
     * @param description the text of the deployment request
     * @param scratch a folder for this deployment
     */
    void into(ConfigurationContext context, String description, Path scratch)
        throws AxisFault, IOException;
  }

  private ServiceHost(Tomcat tomcat, Path folder, Deployment deployment) {
    this.tomcat = tomcat;
    this.folder = folder;
    this.deployment = deployment;
  }

  /**
   * Starts the host.
   *
   * @param folder the folder for its files
   * @param threads the maximum number of concurrent requests
   */
  public static ServiceHost start(Path folder, int threads, Deployment deployment)
      throws IOException, LifecycleException {
    return start(folder, "127.0.0.1", threads, deployment);
  }

  /** Starts the host at another address of this machine. */
  public static ServiceHost start(Path folder, String address, int threads, Deployment deployment)
      throws IOException, LifecycleException {
    Tomcat tomcat = AxisTomcat.at(folder, address, threads);
    ServiceHost host = new ServiceHost(tomcat, folder, deployment);
    Context control = tomcat.addContext("/control", null);
    Tomcat.addServlet(control, "control", new ControlServlet(host)).addMapping("/*");
    tomcat.start();
    return host;
  }

  /** Returns the port. */
  public int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** Deploys another Axis2; its services are at {@code /NAME/services/}. */
  public synchronized void deploy(String name, String description) throws IOException {
    Path own = Files.createDirectories(folder.resolve(name));
    Files.createDirectories(own.resolve("conf"));
    Files.writeString(own.resolve("conf/axis2.xml"), configuration());
    Context web = tomcat.addContext("/" + name, null);
    // Axis2 2.0 reads the old attribute name, and without it uses the working directory
    web.getServletContext().setAttribute("javax.servlet.context.tempdir", own.toFile());
    var wrapper = Tomcat.addServlet(web, "axis", new AxisServlet());
    wrapper.addInitParameter("axis2.repository.path", own.toString());
    wrapper.addInitParameter("axis2.xml.path", own.resolve("conf/axis2.xml").toString());
    wrapper.setLoadOnStartup(1);
    wrapper.addMapping("/services/*");
    ConfigurationContext axis;
    if (web.getServletContext().getAttribute(AxisServlet.CONFIGURATION_CONTEXT)
        instanceof ConfigurationContext made) {
      axis = made;
    } else {
      try {
        wrapper
            .load(); // the web application runs already, so servlets are not loaded automatically
      } catch (jakarta.servlet.ServletException e) {
        throw new IOException(e);
      }
      axis =
          (ConfigurationContext)
              web.getServletContext().getAttribute(AxisServlet.CONFIGURATION_CONTEXT);
    }
    deployment.into(axis, description, own);
    contexts.put(name, axis);
  }

  /**
   * Adds a web application without Axis2, at {@code /NAME}.
   *
   * @param fill adds its contents
   */
  public synchronized void add(String name, Consumer<Context> fill) {
    // servlets added to a running context would not be started
    Context web = new StandardContext();
    web.setName("/" + name);
    web.setPath("/" + name);
    web.addLifecycleListener(new Tomcat.FixContextListener());
    fill.accept(web);
    tomcat.getHost().addChild(web);
  }

  Optional<ConfigurationContext> context(String name) {
    return Optional.ofNullable(contexts.get(name));
  }

  private static String configuration() throws IOException {
    try (InputStream in = ServiceHost.class.getClassLoader().getResourceAsStream(CONFIGURATION)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace(
              "org.apache.axis2.transport.http.SimpleHTTPServer",
              "org.apache.axis2.transport.http.AxisServletListener");
    }
  }

  @Override
  public void close() {
    AxisTomcat.close(tomcat);
  }
}
