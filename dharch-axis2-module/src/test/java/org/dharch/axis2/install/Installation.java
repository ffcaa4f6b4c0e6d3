package org.dharch.axis2.install;

import com.example.handlers.JmsService;
import com.example.handlers.LibraryStamp;
import com.example.handlers.NativeStamp;
import com.example.handlers.UserHandler;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dharch.api.DHHandler;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.Multipart;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.ForkedJvm;

/**
 * A stock Axis2 with all libraries of its web application, in a JVM of its own, into whose modules
 * folder the archive was dropped. For one thread.
 */
final class Installation implements AutoCloseable {
  private static final Path LIBRARIES = Path.of("../qa/stock-axis2-war/target/lib");

  /** As the web application has it: a line each on standard output. */
  private static final String LOGGING =
      "<Configuration><Appenders><Console name='C'><PatternLayout pattern='%d %-5p %c - %m%n'/>"
          + "</Console></Appenders><Loggers><Root level='info'><AppenderRef ref='C'/></Root>"
          + "</Loggers></Configuration>";

  private final ForkedJvm jvm;

  private Installation(ForkedJvm jvm) {
    this.jvm = jvm;
  }

  /** The archive as the build makes it. */
  static Path archive() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return files
          .filter(f -> f.getFileName().toString().matches("dharch-.*\\.mar"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** A jar of the web application's WEB-INF/lib, by its name without version. */
  static Path library(String name) throws IOException {
    try (Stream<Path> files = Files.list(LIBRARIES)) {
      return files
          .filter(f -> f.getFileName().toString().matches(name + "-\\d.*\\.jar"))
          .findFirst()
          .orElseThrow()
          .toRealPath();
    }
  }

  /** The repository of an installation in {@code folder}, with the archive in it. */
  public static TestRepository repository(Path folder) throws Exception {
    Path application = Files.createDirectories(folder.resolve("axis2/WEB-INF"));
    Path classes = application.resolve("classes");
    copy(classes, BackendService.class, Multipart.class, LibraryStamp.class);
    Files.writeString(classes.resolve("log4j2.xml"), LOGGING);
    Path jar = Files.createDirectories(application.resolve("handlers")).resolve("native.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        InputStream in = content(NativeStamp.class)) {
      entries.putNextEntry(new JarEntry(file(NativeStamp.class)));
      in.transferTo(entries);
    }
    return new TestRepository(application).module(archive());
  }

  /** What its handlers are compiled against, as it belongs into the application's libraries. */
  static void api(Path folder) throws Exception {
    Path api = Path.of(DHHandler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path classes = folder.resolve("axis2/WEB-INF/classes");
    if (!Files.isDirectory(api)) {
      try (FileSystem jar = FileSystems.newFileSystem(api)) {
        tree(jar.getPath("/org"), classes.resolve("org"));
      }
      return;
    }
    tree(api.resolve("org"), classes.resolve("org"));
  }

  /** The application's own client for JMS, which a service finds by JNDI. */
  static void jms(Path folder) throws Exception {
    Path libraries = Files.createDirectories(folder.resolve("axis2/WEB-INF/lib"));
    for (String entry : ForkedJvm.classPath().split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      String name = jar.getFileName().toString();
      if (name.matches("(activemq-client|jakarta\\.jms-api|hawtbuf)-.*\\.jar")) {
        Files.copy(jar, libraries.resolve(name));
      }
    }
    Path classes = folder.resolve("axis2/WEB-INF/classes");
    Files.writeString(
        classes.resolve("jndi.properties"),
        """
        java.naming.factory.initial=org.apache.activemq.jndi.ActiveMQInitialContextFactory
        java.naming.provider.url=vm://localhost?create=false
        """);
    copy(classes, JmsService.class, UserHandler.class);
  }

  private static void tree(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path copy = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(each, copy);
        }
      }
    }
  }

  static void copy(Path folder, Class<?>... types) throws IOException {
    for (Class<?> type : types) {
      Path file = folder.resolve(file(type));
      Files.createDirectories(file.getParent());
      try (InputStream in = content(type)) {
        Files.copy(in, file);
      }
    }
  }

  private static String file(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  private static InputStream content(Class<?> type) {
    return type.getClassLoader().getResourceAsStream(file(type));
  }

  /** AxisServlet in the web application of {@code folder}, in Tomcat. */
  static Installation tomcat(Path folder) throws Exception {
    return start(
        folder,
        "",
        StockWar.class,
        folder.resolve("axis2").toString(),
        LIBRARIES.toRealPath().toString());
  }

  /** Axis2's own server, with the same libraries on its class path. */
  static Installation simple(Path folder) throws Exception {
    Path application = folder.resolve("axis2/WEB-INF");
    String classPath =
        application.resolve("classes")
            + File.pathSeparator
            + LIBRARIES.toRealPath()
            + File.separator
            + "*"
            + File.pathSeparator;
    return start(folder, classPath, InstalledServer.class, application.toString());
  }

  private static Installation start(
      Path folder, String classPath, Class<?> main, String... arguments) throws Exception {
    Path own = folder.resolve("server"); // not all test classes: some are the application's
    Class<?> anonymous = Class.forName(GatewayServer.class.getName() + "$1");
    copy(own, StockWar.class, InstalledServer.class, GatewayServer.class, anonymous);
    String server =
        Stream.concat(
                Stream.of(own.toString()),
                Stream.of(ForkedJvm.classPath().split(File.pathSeparator, -1))
                    .filter(e -> e.matches(".*tomcat[^/]*\\.jar")))
            .collect(Collectors.joining(File.pathSeparator));
    return new Installation(
        ForkedJvm.start(
            folder.resolve("server.log"), List.of("-cp", classPath + server), main, arguments));
  }

  ForkedJvm jvm() {
    return jvm;
  }

  String output() {
    try {
      return jvm.output();
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() throws IOException {
    jvm.process().getOutputStream().close();
    try {
      jvm.process().onExit().orTimeout(20, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw new AssertionError("the server did not end: " + output(), e);
    } finally {
      jvm.close();
    }
  }
}
