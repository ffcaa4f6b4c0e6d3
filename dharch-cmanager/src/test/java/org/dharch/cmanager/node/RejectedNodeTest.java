package org.dharch.cmanager.node;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.activemq.broker.BrokerService;
import org.dharch.api.Changes;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.core.files.OwnerOnly;
import org.dharch.core.node.HandlerNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node is not ready while it and a manager that calls it reject each other. */
class RejectedNodeTest {
  @TempDir Path folder;

  private final Opened open = new Opened();
  private final BrokerService broker = new BrokerService();
  private URI uri;

  /** A broker without DHArch's login, which would reject another key. */
  @BeforeEach
  void start() throws Exception {
    broker.setBrokerName("rejected");
    broker.setPersistent(false);
    broker.setUseJmx(false);
    uri = broker.addConnector("tcp://127.0.0.1:0").getConnectUri();
    broker.start();
    open.with(broker::stop);
  }

  @AfterEach
  void close() throws Exception {
    open.close();
  }

  private Map<String, String> options(boolean encrypt, String key) throws IOException {
    Path file = folder.resolve("key" + key);
    OwnerOnly.replace(file, "namespace " + key.repeat(64) + "\n");
    return Map.of("keyFile", file.toString(), "link", "off", "encrypt", "" + encrypt);
  }

  private JmsCManager manager(boolean encrypt, String key) throws IOException {
    Recorder recorder = new Recorder();
    JmsCManager manager = open.with(new JmsCManagerProvider().manager(uri, options(encrypt, key)));
    manager.start(recorder);
    soon().until(() -> !recorder.connected.isEmpty());
    return manager;
  }

  private HandlerNode node(String name, boolean encrypt, String key) throws IOException {
    return open.with(
        HandlerNode.builder(name)
            .handler("h", 1, message -> Changes.NONE)
            .start(new JmsCManagerProvider().node(uri, options(encrypt, key))));
  }

  private static boolean isReady(HandlerNode node) {
    return node.ready().toCompletableFuture().isDone();
  }

  private static String cause(HandlerNode node) {
    return node.rejection().orElse("").replaceFirst(": .*", "");
  }

  @ParameterizedTest
  @CsvSource({
    "true, a, this node encrypts and a manager does not",
    "false, b, a manager has another key"
  })
  void nodeThatAManagerRejectsIsNotReady(boolean encrypt, String key, String cause)
      throws Exception {
    manager(false, "a");
    HandlerNode first = node("n1", encrypt, key);
    soon().until(() -> cause(first).equals(cause));
    HandlerNode second = node("n2", encrypt, key); // the manager has just called
    soon().until(() -> cause(second).equals(cause));
    assertFalse(isReady(first));
    assertFalse(isReady(second));
    HandlerNode accepted = node("n3", false, "a");
    soon().until(() -> isReady(accepted));
    assertEquals(Optional.empty(), accepted.rejection());
  }

  @Test
  void nodeIsNotReadyWhileOneOfTwoManagersRejectsIt() throws Exception {
    manager(true, "a");
    HandlerNode node = node("n1", true, "a");
    soon().until(() -> isReady(node));
    manager(false, "a");
    soon().until(() -> cause(node).equals("this node encrypts and a manager does not"));
    assertTrue(
        node.rejection().orElse("").endsWith("; both ends must use the same encrypt setting"));
  }
}
