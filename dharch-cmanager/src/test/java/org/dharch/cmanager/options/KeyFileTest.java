package org.dharch.cmanager.options;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Logs;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault D: the key is there without a word, is its owner's alone, and a wrong one is named. */
class KeyFileTest {
  private static final URI BROKER = URI.create("embedded:tcp://127.0.0.1:0");
  private static final String HEX = "ab".repeat(32);

  @TempDir Path temp;

  private Path file(String name, String text) throws IOException {
    Path file = Files.writeString(temp.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void keyFileIsPrivateToItsOwner() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("home"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path file = KeyFile.made(folder.resolve("key"));
    assertEquals("rw-------", permissions(file));
    assertEquals("rwx------", permissions(folder));
    String before = Files.readString(file);
    assertEquals(before, Files.readString(KeyFile.made(file)));
    assertTrue(before.matches("namespace [0-9a-f]{64}\n"), "one line");
    Path deeper = KeyFile.made(temp.resolve("a").resolve("b").resolve("key"));
    assertEquals("rwx------", permissions(deeper.getParent()));
  }

  @Test
  void directoryIsReported() {
    CManagerException e = assertThrows(CManagerException.class, () -> KeyFile.read(temp));
    assertEquals("key file " + temp + " must be a file (got a folder)", e.getMessage());
  }

  @Test
  void parallelStartsCreateOneKey() throws Exception {
    int many = 8;
    ExecutorService threads = Executors.newFixedThreadPool(many);
    try {
      for (int round = 0; round < 20; round++) {
        Path file = temp.resolve("home" + round).resolve("key");
        CyclicBarrier together = new CyclicBarrier(many);
        List<Future<String>> read = new ArrayList<>();
        for (int i = 0; i < many; i++) {
          read.add(
              threads.submit(
                  () -> {
                    together.await();
                    return Files.readString(KeyFile.made(file));
                  }));
        }
        Set<String> keys = new HashSet<>();
        for (Future<String> one : read) {
          keys.add(one.get());
        }
        assertEquals(1, keys.size());
        try (Stream<Path> left = Files.list(file.getParent())) {
          assertEquals(List.of(file), left.toList());
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "namespace",
        "namespace abcd",
        "secret",
        "node abcd",
        "namespace %s00",
        "other %s"
      })
  void whatIsNoKeyIsRefusedByNameAndNotShown(String text) throws IOException {
    Path file = file("wrong", text.formatted(HEX));
    CManagerException e = assertThrows(CManagerException.class, () -> KeyFile.read(file));
    assertTrue(e.getMessage().contains(file + " must have one line"), e.getMessage());
    assertFalse(e.getMessage().contains("abab"), e.getMessage());
  }

  @Test
  void readableKeyFileIsRejected() throws IOException {
    Path file = file("open", "namespace " + HEX);
    for (String wider : List.of("rw-r-----", "rw----r--", "rw--w----")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(wider));
      CManagerException e = assertThrows(CManagerException.class, () -> KeyFile.read(file));
      assertTrue(
          e.getMessage().contains("must be accessible only to its owner: chmod 600 (got " + wider),
          e.getMessage());
    }
  }

  @Test
  void missingKeyFileIsReported() {
    Path file = temp.resolve("nowhere");
    Map<String, String> options = Map.of("keyFile", file.toString());
    JmsCManagerProvider provider = new JmsCManagerProvider();
    for (CManagerException e :
        List.of(
            assertThrows(CManagerException.class, () -> provider.manager(BROKER, options)),
            assertThrows(
                CManagerException.class, () -> provider.node(URI.create("tcp://h:1"), options)))) {
      assertTrue(e.getMessage().contains(file + " does not exist"), e.getMessage());
    }
    assertFalse(Files.exists(file));
  }

  @Test
  void nodeKeyGivesNoOtherIdentity() throws IOException {
    Path namespace = file("namespace", "namespace " + HEX);
    Path own = file("own", KeyFile.lineFor("n", namespace) + "\n");
    Map<String, String> options = Map.of("keyFile", own.toString());
    assertEquals(
        KeyFile.read(namespace)
            .node("n")
            .map(FrameKey::bytes)
            .map(List::of)
            .map(l -> l.get(0).length),
        Optional.of(32));
    CManagerException manager =
        assertThrows(
            CManagerException.class, () -> new JmsCManagerProvider().manager(BROKER, options));
    assertTrue(manager.getMessage().contains("the key of one node"), manager.getMessage());
    try (TestNode other =
        new TestNode(URI.create("tcp://127.0.0.1:1"), new NodeId("m", "1"), options)) {
      CManagerException e = assertThrows(CManagerException.class, other::start);
      assertTrue(e.getMessage().contains("must hold the key of node 'm'"), e.getMessage());
    }
    assertThrows(CManagerException.class, () -> KeyFile.lineFor("a b", namespace));
    assertThrows(CManagerException.class, () -> KeyFile.lineFor("n", own));
  }

  @Test
  void nodeWithOwnKeyJoinsAndForeignKeyIsReported() throws IOException {
    Path namespace = file("namespace", "namespace " + HEX);
    Path own = file("own", KeyFile.lineFor("own", namespace));
    Path wrong = file("wrong", "namespace " + "cd".repeat(32));
    Recorder recorder = new Recorder();
    try (JmsCManager manager =
        new JmsCManagerProvider().manager(BROKER, Map.of("keyFile", namespace.toString()))) {
      manager.start(recorder);
      URI uri = manager.nodeUri().orElseThrow();
      String log =
          Logs.of(
              () -> {
                try (TestNode good =
                        new TestNode(
                            uri, new NodeId("own", "1"), Map.of("keyFile", own.toString()));
                    TestNode bad =
                        new TestNode(
                            uri, new NodeId("bad", "1"), Map.of("keyFile", wrong.toString()))) {
                  bad.start();
                  good.start();
                  soon().until(() -> recorder.hasStatusOf(good.id));
                  for (int i = 0; i < 20; i++) {
                    bad.channel.announce(bad.status(org.dharch.core.wire.NodeStatus.State.READY));
                  }
                  org.dharch.core.wire.DMFormat batch = RandomTaskBatch.of(manager.address(), 10);
                  assertTrue(manager.send(good.id, batch));
                  soon().until(() -> recorder.replies.contains(batch));
                  assertFalse(recorder.hasStatusOf(bad.id));
                }
              });
      assertEquals(
          1, log.lines().filter(line -> line.contains("Broker rejected requests")).count(), log);
      String expected = "key file " + wrong + " must hold the broker's namespace key";
      assertEquals(1, log.lines().filter(line -> line.contains(expected)).count(), log);
      assertEquals(List.of(), List.copyOf(recorder.forged));
      assertFalse(log.contains("\tat "), log);
    }
  }
}
