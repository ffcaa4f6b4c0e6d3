package org.dharch.hemanager;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manager and a node without an execution journal are killed together, with kill -9. */
@Tag("full")
class KilledTogetherTest {
  private static final Pattern READY = Pattern.compile("READY (\\S+)");
  private static final int MESSAGES = 5;

  @TempDir Path folder;
  private EmbeddedBroker broker;
  private final Deque<ForkedJvm> jvms = new ArrayDeque<>();

  @BeforeEach
  void start() {
    broker = EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), Map.of());
  }

  @AfterEach
  void stop() {
    jvms.forEach(ForkedJvm::close);
    broker.close();
  }

  private ForkedJvm manager(String log, int messages) throws IOException {
    ForkedJvm manager =
        ForkedJvm.start(
            folder.resolve(log),
            List.of("-Xmx256m"),
            KilledTogetherMain.class,
            broker.uri().toString(),
            folder.resolve("store").toString(),
            "" + messages);
    jvms.push(manager);
    manager.await(READY);
    return manager;
  }

  /** Starts a node; the handler "pay" never ends. */
  private ForkedJvm node(String name, String log, String... handlers) throws IOException {
    StringBuilder document = new StringBuilder();
    document.append("<node xmlns='urn:dharch:node:1' workers='8' name='" + name + "'>");
    for (String handler : handlers) {
      Map<String, String> parameters =
          Map.of(
              "file",
              folder.resolve("ledger").toString(),
              "name",
              handler,
              handler.equals("pay") ? "forever" : "briefly",
              "true");
      document.append(
          NodeDocuments.handler(handler, KilledTogetherMain.Recorder.class.getName(), parameters));
    }
    Path file = Files.writeString(folder.resolve(log + ".xml"), document.append("</node>"));
    ForkedJvm node =
        ForkedJvm.start(
            folder.resolve(log),
            List.of("-Xmx128m"),
            HEManagerMain.class,
            file.toString(),
            broker.uri().toString());
    jvms.push(node);
    node.await(READY);
    return node;
  }

  /** What the handlers did, by message, in order. */
  private Map<String, List<String>> ledger() throws IOException {
    Path file = folder.resolve("ledger");
    List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
    return lines.stream()
        .map(line -> line.split(" "))
        .collect(
            Collectors.groupingBy(
                parts -> parts[1], Collectors.mapping(parts -> parts[0], Collectors.toList())));
  }

  private void awaitLedger(List<String> each) throws IOException {
    await()
        .atMost(60, SECONDS)
        .until(
            () -> ledger().size() == MESSAGES && ledger().values().stream().allMatch(each::equals));
  }

  /** Each message has booked, and is paying, when the manager and the node that pays are killed. */
  private void killTogether() throws IOException {
    node("n", "n1.log", "book", "unbook");
    ForkedJvm paying = node("p", "p1.log", "pay", "refund");
    ForkedJvm manager = manager("manager1.log", MESSAGES);
    awaitLedger(List.of("book", "pay"));
    manager.process().destroyForcibly();
    paying.process().destroyForcibly();
    manager.close();
    paying.close();
  }

  private void awaitCompensated(ForkedJvm manager) throws IOException {
    awaitLedger(List.of("book", "pay", "refund", "unbook"));
    await().atMost(60, SECONDS).until(() -> manager.output().strip().endsWith("UNRESOLVED 0"));
    assertEquals(MESSAGES, new ArrayList<>(ledger().values()).size());
  }

  @Test
  void compensatesWhenBothReturn() throws Exception {
    killTogether();
    node("p", "p2.log", "pay", "refund");
    awaitCompensated(manager("manager2.log", 0));
  }

  @Test
  void compensatesOnANodeOfAnotherName() throws Exception {
    killTogether();
    node("q", "q1.log", "pay", "refund");
    awaitCompensated(manager("manager2.log", 0));
  }
}
