package org.dharch.axis2.archive;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;
import java.util.List;

/**
 * Loads the archive's libraries, and their packages only from there, so that other versions in the
 * web application have no effect. Loads all other names, such as Axis2's, from the application, and
 * also {@code org.dharch.api} if the application has it, because the application's handlers were
 * compiled against it. Safe for any thread.
 */
final class SealedLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String API = "org/dharch/api/";
  private static final String SERVICES = "META-INF/services/";

  /**
   * The prefixes of all names in the archive's libraries, which a test of the archive verifies, and
   * of optional older names that they look up: XMLBeans up to 3.0, Log4j.
   */
  private static final List<String> OWN =
      List.of(
          "org/dharch/",
          "org/apache/activemq/",
          "org/apache/xmlbeans/",
          "schemaorg_apache_xmlbeans/",
          "org/apache/logging/",
          "org/fusesource/hawtbuf/",
          "io/netty/",
          "org/slf4j/",
          "com/netflix/concurrency/",
          "jakarta/jms/",
          "com/fasterxml/jackson/",
          "io/micrometer/",
          "io/opentelemetry/",
          "io/prometheus/",
          "org/HdrHistogram/",
          "org/eclipse/jetty/",
          "org/jspecify/",
          "META-INF/resources/webjars/lit-html/",
          "META-INF/resources/webjars/uplot/",
          "log4j2",
          "META-INF/log4j");

  SealedLoader(List<URL> libraries, ClassLoader application) {
    super("dharch", libraries.toArray(URL[]::new), application);
  }

  /** Whether a class file or resource with this path is looked up in the archive only. */
  static boolean isOwn(String path) {
    String name = path.startsWith(SERVICES) ? path.substring(SERVICES.length()) : path;
    String file = name.replace('.', '/');
    return OWN.stream().anyMatch(file::startsWith) || OWN.stream().anyMatch(name::startsWith);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    String path = name.replace('.', '/');
    if (!isOwn(path)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> type = findLoadedClass(name);
      if (type == null) {
        type =
            path.startsWith(API) && applicationHas(path)
                ? getParent().loadClass(name)
                : findClass(name);
      }
      if (resolve) {
        resolveClass(type);
      }
      return type;
    }
  }

  private boolean applicationHas(String path) {
    return getParent().getResource(path + ".class") != null;
  }

  @Override
  public URL getResource(String name) {
    return isOwn(name) ? findResource(name) : super.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return isOwn(name) ? findResources(name) : super.getResources(name);
  }
}
