package org.dharch.benchmarks.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.transport.http.AxisServlet;
import org.apache.axis2.transport.http.AxisServletListener;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/**
 * Axis2's servlet in a Tomcat, the container of seed 000, section 4, on a free port of the loopback
 * address. It serves all services that were deployed before. One thread.
 */
public final class AxisTomcat implements AutoCloseable {
  private static final int THREADS = 200; // Tomcat's default
  private static final int ACCEPTED = 1000;

  private final Tomcat tomcat;

  private AxisTomcat(Tomcat tomcat) {
    this.tomcat = tomcat;
  }

  /**
   * Returns a Tomcat that is not started yet and has persistent connections, which are not
   * measured.
   *
   * @param folder the folder for its files
   * @param threads the maximum number of concurrent requests
   */
  public static Tomcat onLoopback(Path folder, int threads) throws IOException {
    return at(folder, "127.0.0.1", threads);
  }

  /** Returns a Tomcat at another address of this machine. */
  public static Tomcat at(Path folder, String address, int threads) throws IOException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createDirectories(folder.resolve("tomcat")).toString());
    tomcat.setPort(0);
    tomcat.setSilent(true);
    var connector = tomcat.getConnector();
    connector.setProperty("address", address);
    connector.setProperty("maxThreads", Integer.toString(threads));
    connector.setProperty("acceptCount", Integer.toString(ACCEPTED));
    connector.setProperty("maxKeepAliveRequests", "-1");
    connector.setProperty("keepAliveTimeout", "600000");
    return tomcat;
  }

  /** Starts a Tomcat with {@code axis} in it. */
  static AxisTomcat start(ConfigurationContext axis, Path folder) throws IOException {
    Tomcat tomcat = onLoopback(folder, THREADS);
    axis.getAxisConfiguration().getTransportIn("http").setReceiver(new AxisServletListener());
    var web = (StandardContext) tomcat.addContext("/axis2", null);
    web.setClearReferencesThreadLocals(
        false); // its classes belong to the parent class loader and remain loaded
    web.setClearReferencesRmiTargets(false);
    web.getServletContext().setAttribute(AxisServlet.CONFIGURATION_CONTEXT, axis);
    var servlet = Tomcat.addServlet(web, "axis", new AxisServlet());
    servlet.setLoadOnStartup(1);
    servlet.addMapping("/services/*");
    try {
      tomcat.start();
    } catch (LifecycleException e) {
      throw new IOException("Tomcat failed to start: " + e.getMessage(), e);
    }
    return new AxisTomcat(tomcat);
  }

  /** Returns the URI of {@code service}. */
  URI endpoint(String service) {
    int port = tomcat.getConnector().getLocalPort();
    return URI.create("http://127.0.0.1:" + port + "/axis2/services/" + service);
  }

  @Override
  public void close() {
    close(tomcat);
  }

  /** Stops a Tomcat. */
  public static void close(Tomcat tomcat) {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      throw new IllegalStateException(e);
    }
  }
}
