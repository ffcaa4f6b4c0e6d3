package org.dharch.axis2.install;

import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.webresources.DirResourceSet;
import org.apache.catalina.webresources.StandardRoot;

/**
 * A Tomcat of a JVM of its own with Axis2's web application in it, all of whose classes are its.
 */
final class StockWar {
  private StockWar() {}

  /** Runs until its input ends: the web application's folder, and what its WEB-INF/lib has. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.resolveSibling("tomcat").toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context web = tomcat.addContext("/axis2", folder.toString());
    StandardRoot files = new StandardRoot(web);
    files.addPreResources(new DirResourceSet(files, "/WEB-INF/lib", args[1], "/"));
    web.setResources(files);
    // Axis2 2.0 asks for it under the old name, and without it uses the working directory
    web.getServletContext().setAttribute("javax.servlet.context.tempdir", folder.toFile());
    var servlet = Tomcat.addServlet(web, "axis", "org.apache.axis2.transport.http.AxisServlet");
    servlet.setLoadOnStartup(1);
    servlet.addMapping("/services/*");
    tomcat.start();
    int port = tomcat.getConnector().getLocalPort();
    System.out.println("READY http://127.0.0.1:" + port + "/axis2/services/");
    while (System.in.read() >= 0) {
      // until the test closes it
    }
    tomcat.stop();
    tomcat.destroy();
    System.exit(0);
  }
}
