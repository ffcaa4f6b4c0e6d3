package org.dharch.hemanager.reload;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;
import org.dharch.core.node.HandlerNode;
import org.dharch.hemanager.CapturedLog;
import org.dharch.hemanager.Jars;
import org.dharch.hemanager.NodeDocuments;
import org.dharch.hemanager.NodeWork;
import org.dharch.hemanager.document.NodeDescription;
import org.dharch.hemanager.loading.FolderLoader;
import org.dharch.hemanager.loading.HandlerFolder;
import org.dharch.hemanager.resources.Resources;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a folder's handlers when its jars change, look by look. */
final class HandlerReloadTest {
  /** Says which it is, when a file "go" is there if the message has "wait". */
  private static final String SOURCE =
      """
      import java.nio.file.*;
      import org.dharch.api.*;
      public class Work implements DHHandler {
        private Path folder;
        public void init(java.util.Map<String, String> p, NodeContext node) throws Exception {
          folder = Path.of(p.get("folder"));
          Files.createFile(folder.resolve("begun-%1$s"));
          %2$s
        }
        public Changes handle(HandlerMessage m) throws Exception {
          if (m.properties().get("wait").isPresent()) {
            Files.createFile(folder.resolve("in-%1$s"));
            while (!Files.exists(folder.resolve("go"))) {
              Thread.sleep(5);
            }
          }
          return Changes.builder().property("is", "%1$s").build();
        }
        public void close() {
          try {
            Files.createFile(folder.resolve("closed-%1$s"));
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        }
      }
      """;

  @TempDir Path folder;

  /** The common pool may have one thread, and more than one call is under way. */
  private final ExecutorService others = Executors.newCachedThreadPool();

  private HostedFolder hosted;
  private Resources resources;

  private Path jars() throws Exception {
    return Files.createDirectories(folder.resolve("jars"));
  }

  private void put(String which, String inInit) throws Exception {
    Path made = folder.resolve(which + ".jar");
    Jars.one(made, List.of(), "Work", String.format(SOURCE, which, inInit));
    Files.move(made, jars().resolve("work.jar"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  private HostedFolder start(Duration lastCalls) throws Exception {
    Path document =
        NodeDocuments.write(
            folder,
            "handlersFolder='jars'",
            NodeDocuments.handler("work", "Work", Map.of("folder", folder.toString())));
    NodeDescription description = NodeDescription.read(document, Map.of());
    resources = Resources.open(description, name -> null);
    NodeContext context = HandlerNode.builder("n1").context("work");
    HandlerMaker maker =
        new HandlerMaker(description, name -> context, resources, (spec, emission) -> {});
    hosted =
        new HostedFolder(
            new HandlerFolder(description.handlers().get(0).folder()),
            description.handlers(),
            maker,
            lastCalls);
    return hosted;
  }

  @AfterEach
  void end() {
    others.shutdownNow();
    hosted.end();
    resources.close();
  }

  private static HandlerMessage message(Map<String, Object> properties) {
    return new HandlerMessage(
        new MessageId(1, 2),
        1,
        NodeWork.ENVELOPE,
        MessageProperties.of(properties),
        java.util.Set.of(),
        false,
        () -> 1L);
  }

  private String is(Map<String, Object> properties) {
    try {
      return hosted.slots().get(0).handle(message(properties)).properties().get("is").toString();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private boolean looked() {
    assertFalse(hosted.reloadIfChanged(), "not before it has stayed as it is for two looks");
    return hosted.reloadIfChanged();
  }

  @Test
  void replacedJarIsLoadedAndRunningCallsFinish() throws Exception {
    put("one", "");
    start(Duration.ofSeconds(20));
    assertEquals("one", is(Map.of()));
    CompletableFuture<String> underWay =
        CompletableFuture.supplyAsync(() -> is(Map.of("wait", true)), others);
    await().until(() -> Files.exists(folder.resolve("in-one")));
    put("two", "");
    assertFalse(hosted.reloadIfChanged());
    CompletableFuture<Boolean> look =
        CompletableFuture.supplyAsync(hosted::reloadIfChanged, others);
    await().until(() -> Files.exists(folder.resolve("begun-two")));
    await().until(() -> is(Map.of()).equals("two"));
    assertFalse(underWay.isDone());
    assertFalse(Files.exists(folder.resolve("closed-one")));
    Files.createFile(folder.resolve("go"));
    assertEquals("one", underWay.get(20, SECONDS));
    assertTrue(look.get(20, SECONDS));
    assertTrue(Files.exists(folder.resolve("closed-one")));
    assertFalse(Files.exists(folder.resolve("closed-two")));
    assertFalse(looked(), "nothing has changed since");
  }

  @Test
  void hangingCallDelaysReplacementForLimitedTime() throws Exception {
    put("one", "");
    start(Duration.ofMillis(20));
    CompletableFuture<String> underWay =
        CompletableFuture.supplyAsync(() -> is(Map.of("wait", true)), others);
    await().until(() -> Files.exists(folder.resolve("in-one")));
    put("two", "");
    try (CapturedLog log = new CapturedLog()) {
      assertTrue(looked());
      assertTrue(log.text().contains("calls=1 handler=work limit=PT0.02S"), log.text());
    }
    assertTrue(Files.exists(folder.resolve("closed-one")));
    Files.createFile(folder.resolve("go"));
    assertEquals("one", underWay.get(20, SECONDS));
  }

  @Test
  void failedReloadKeepsPreviousHandlers() throws Exception {
    put("one", "");
    start(Duration.ZERO);
    put("bad", "throw new IllegalStateException(\"port 7 is taken\");");
    try (CapturedLog log = new CapturedLog()) {
      assertFalse(looked());
      assertFalse(looked());
      String text = log.text();
      assertTrue(text.contains("WARN"), text);
      assertTrue(text.contains("Rejected new jars "), text);
      assertTrue(text.contains("node.xml:2:"), text);
      assertTrue(text.contains("its init threw java.lang.IllegalStateException: port 7"), text);
      assertEquals(text.indexOf("Rejected"), text.lastIndexOf("Rejected"), text);
    }
    assertEquals("one", is(Map.of()));
    put("two", "");
    assertTrue(looked());
    assertEquals("two", is(Map.of()));
  }

  @Test
  void incompleteJarIsNotLoaded() throws Exception {
    put("one", "");
    start(Duration.ZERO);
    Path jar = jars().resolve("work.jar");
    put("two", "");
    byte[] whole = Files.readAllBytes(jar);
    try (CapturedLog log = new CapturedLog()) {
      Files.write(jar, java.util.Arrays.copyOf(whole, whole.length / 2)); // over it, as cp does
      assertFalse(looked());
      assertTrue(
          log.text().contains("cannot read jar " + jar + " of the handlersFolder"), log.text());
      Files.delete(jar);
      assertFalse(looked());
      assertTrue(log.text().contains("class Work must be in the handlers folder"), log.text());
    }
    assertEquals("one", is(Map.of()));
    Files.write(jar, whole);
    assertTrue(looked());
    assertEquals("two", is(Map.of()));
  }

  /** A jar that is written over, in its place, is what it was for those that are loaded from it. */
  @Test
  void classesOfReplacedJarStayReadable() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Jars.compile(
        classes,
        List.of(
            "Work.java",
            String.format(SOURCE, "one", "").replace("\"is\", \"one\"", "\"is\", new Late().is()"),
            "Late.java",
            "public class Late { String is() { return \"late\"; } }"));
    Path jar = jars().resolve("work.jar");
    Jars.jar(classes, "", jar);
    start(Duration.ZERO);
    Files.write(jar, new byte[10_000]);
    assertEquals("late", is(Map.of()));
  }

  @Test
  void replacedHandlersReleaseLoader() throws Exception {
    put(
        "one",
        """
        java.sql.DriverManager.registerDriver(new Own());
        node.timers().scheduleAtFixedRate(() -> {}, 1, 1, java.util.concurrent.TimeUnit.MILLISECONDS);
        }
        public static class Own implements java.sql.Driver {
          public java.sql.Connection connect(String u, java.util.Properties p) { return null; }
          public boolean acceptsURL(String u) { return u.startsWith("jdbc:own:"); }
          public java.sql.DriverPropertyInfo[] getPropertyInfo(String u, java.util.Properties p) {
            return new java.sql.DriverPropertyInfo[0]; }
          public int getMajorVersion() { return 1; }
          public int getMinorVersion() { return 1; }
          public boolean jdbcCompliant() { return false; }
          public java.util.logging.Logger getParentLogger() { return null; }
        """);
    start(Duration.ofSeconds(1));
    assertEquals("one", is(Map.of()));
    WeakReference<ClassLoader> before = loader();
    put("two", "");
    try (CapturedLog log = new CapturedLog()) {
      assertTrue(looked());
      assertTrue(log.text().contains("Deregistered JDBC drivers"), log.text());
      assertFalse(log.text().contains("Threads of closed handlers"), log.text());
    }
    await()
        .atMost(20, SECONDS)
        .until(
            () -> {
              System.gc();
              return before.get() == null;
            });
    assertEquals("two", is(Map.of()));
    assertThrows(java.sql.SQLException.class, () -> DriverManager.getDriver("jdbc:own:x"));
  }

  private WeakReference<ClassLoader> loader() {
    return new WeakReference<>(hosted.loader());
  }

  @Test
  void remainingThreadIsReported() throws Exception {
    put(
        "one",
        """
        Thread left = new Thread(() -> {
          while (!Files.exists(folder.resolve("end"))) {
            try { Thread.sleep(5); } catch (InterruptedException e) { return; }
          }
        }, "forgotten-7");
        left.start();
        """);
    start(Duration.ZERO);
    put("two", "");
    try (CapturedLog log = new CapturedLog()) {
      assertTrue(looked());
      assertTrue(log.text().contains("threads=forgotten-7"), log.text());
    } finally {
      Files.createFile(folder.resolve("end"));
    }
  }

  /** As Maven's jars name what they need. */
  @Test
  void jarsOfManifestBelongToFolder() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("lib"));
    Path part = lib.resolve("part.jar");
    Jars.one(part, List.of(), "Part", "public class Part { public String is() { return \"a\"; } }");
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Jars.compile(
        classes,
        List.of(part),
        List.of(
            "Work.java",
            String.format(SOURCE, "one", "")
                .replace("\"is\", \"one\"", "\"is\", new Part().is()")));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(Attributes.Name.CLASS_PATH, "../lib/part.jar gone.jar http://example.org/x.jar");
    Path jar = jars().resolve("work.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new JarEntry("Work.class"));
      Files.copy(classes.resolve("Work.class"), out);
    }
    start(Duration.ZERO);
    assertEquals("a", is(Map.of()));
    assertFalse(hosted.reloadIfChanged());
    Files.delete(folder.resolve("begun-one"));
    Jars.one(part, List.of(), "Part", "public class Part { public String is() { return \"b\"; } }");
    assertTrue(looked());
    assertEquals("b", is(Map.of()));
    assertFalse(looked());
  }

  @Test
  void copiesOfJarsAreDeletedWithLoader() throws Exception {
    Jars.one(jars().resolve("a.jar"), List.of(), "A", "public class A {}");
    Path copy;
    try (FolderLoader loader = new HandlerFolder(Optional.of(jars())).loader()) {
      copy = Path.of(loader.getURLs()[0].toURI());
      assertTrue(Files.exists(copy));
      loader.loadClass("A");
    }
    assertFalse(Files.exists(copy.getParent()));
    Files.writeString(jars().resolve("b.jar"), "no jar");
    assertThrows(
        DHArchException.class, () -> new HandlerFolder(Optional.of(jars())).loader().close());
    put("one", "");
    Files.delete(jars().resolve("b.jar"));
    start(Duration.ZERO);
  }
}
