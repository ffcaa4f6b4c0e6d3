package org.dharch.axis2.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import org.junit.jupiter.api.Test;

/** What the archive has: the shell, module.xml, and the libraries that are used (fault D). */
class ArchiveContentIT {
  private static final String FOLDER = "dharch/";

  private static final Set<String> LIBRARIES =
      Set.of(
          "HdrHistogram",
          "activemq-broker",
          "activemq-client",
          "activemq-jaas",
          "concurrency-limits-core",
          "dharch-api",
          "dharch-axis2-archive",
          "dharch-axis2-module",
          "dharch-cmanager",
          "dharch-core",
          "dharch-handlers-axis2",
          "dharch-hemanager",
          "dharch-monitor",
          "dharch-outbound",
          "dharch-schema",
          "hawtbuf",
          "jackson-annotations",
          "jackson-core",
          "jackson-databind",
          "jakarta.jms-api",
          "jetty-http",
          "jetty-io",
          "jetty-server",
          "jetty-util",
          "jspecify",
          "lit-html",
          "log4j-api",
          "log4j-to-slf4j",
          "micrometer-commons",
          "micrometer-core",
          "micrometer-registry-prometheus",
          "netty-buffer",
          "netty-codec-base",
          "netty-common",
          "netty-handler",
          "netty-resolver",
          "netty-transport",
          "netty-transport-native-unix-common",
          "opentelemetry-api",
          "opentelemetry-common",
          "opentelemetry-context",
          "opentelemetry-exporter-common",
          "opentelemetry-exporter-otlp",
          "opentelemetry-exporter-otlp-common",
          "opentelemetry-exporter-sender-jdk",
          "opentelemetry-sdk",
          "opentelemetry-sdk-common",
          "opentelemetry-sdk-extension-autoconfigure",
          "opentelemetry-sdk-extension-autoconfigure-spi",
          "opentelemetry-sdk-logs",
          "opentelemetry-sdk-metrics",
          "opentelemetry-sdk-trace",
          "prometheus-metrics-config",
          "prometheus-metrics-core",
          "prometheus-metrics-exposition-formats",
          "prometheus-metrics-exposition-textformats",
          "prometheus-metrics-model",
          "prometheus-metrics-tracer-common",
          "slf4j-api",
          "uplot",
          "xmlbeans");

  @Test
  void onlyWhatIsUsedIsThereAndAxis2SeesTheShellAlone() throws Exception {
    Set<String> libraries = new TreeSet<>();
    try (JarFile archive = new JarFile(Installation.archive().toFile())) {
      for (JarEntry entry : archive.stream().filter(e -> !e.isDirectory()).toList()) {
        String name = entry.getName();
        if (name.startsWith(FOLDER)) {
          libraries.add(name.substring(FOLDER.length()).replaceAll("-\\d.*\\.jar$", ""));
        } else {
          assertTrue(name.matches("META-INF/.*|org/dharch/axis2/archive/[^/]*\\.class"), name);
        }
      }
    }
    assertEquals(new TreeSet<>(LIBRARIES), libraries);
  }

  /** Fault A1: a class outside of these names would be looked up in the application. */
  @Test
  void everyLibraryClassIsLoadedFromTheArchiveOnly() throws Exception {
    URL archive = Installation.archive().toUri().toURL();
    try (URLClassLoader shell = new URLClassLoader(new URL[] {archive});
        JarFile jar = new JarFile(Installation.archive().toFile())) {
      Method isOwn =
          Class.forName("org.dharch.axis2.archive.SealedLoader", true, shell)
              .getDeclaredMethod("isOwn", String.class);
      isOwn.setAccessible(true);
      for (JarEntry library : jar.stream().filter(e -> e.getName().endsWith(".jar")).toList()) {
        try (JarInputStream in = new JarInputStream(jar.getInputStream(library))) {
          for (JarEntry each = in.getNextJarEntry(); each != null; each = in.getNextJarEntry()) {
            String name = each.getName().replaceAll("^META-INF/versions/\\d+/", "");
            if (name.endsWith(".class") && !name.endsWith("module-info.class")) {
              assertEquals(true, isOwn.invoke(null, name), library.getName() + " has " + name);
            }
          }
        }
      }
    }
  }
}
