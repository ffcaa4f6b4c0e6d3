package org.dharch.benchmarks.subject;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.junit.jupiter.api.Test;

/**
 * Tests that the handler that reads the body does the same on a node with Axis2 and without Axis2.
 */
class BodyReadingTest {
  private static byte[] damaged() {
    String text = new String(Envelope.ofItems(10 * 1024), StandardCharsets.UTF_8);
    return text.replaceFirst("xx</d:item>", "x</d:item>").getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void handlerReadsTheWholeBody() {
    assertEquals(10 * 1024, Envelope.ofItems(10 * 1024).length, 200);
    assertDoesNotThrow(() -> BodyReadingHandler.read(Envelope.ofItems(10 * 1024), 5));
    assertThrows(IllegalStateException.class, () -> BodyReadingHandler.read(damaged(), 1));
  }

  @Test
  void nodeUsesAxis2AndPlainJmsUsesAxiom() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), Map.of());
        ChildJvm node = far("dharch", broker);
        ChildJvm raw = far("raw", broker);
        RemoteStage stage = stage(broker, Envelope.ofItems(10 * 1024));
        RemoteStage bad = stage(broker, damaged());
        RawJms plain = new RawJms(broker.localUri().toString(), 1, Envelope.ofItems(10 * 1024))) {
      node.awaitReady();
      raw.awaitReady();
      stage.awaitServed();
      bad.awaitServed();
      assertEquals(true, ends(stage));
      assertEquals(true, ends(plain));
      assertEquals(false, ends(bad));
    }
  }

  private static ChildJvm far(String kind, EmbeddedBroker broker) throws Exception {
    String uri = broker.uri().toString();
    return ChildJvm.start(kind, FarEnd.class.getName(), kind, uri, FarHandler.READING, "0");
  }

  private static RemoteStage stage(EmbeddedBroker broker, byte[] envelope) {
    return new RemoteStage(
        new JmsCManagerProvider().manager(broker.localUri(), Map.of()),
        envelope,
        FarEnd.handler(0));
  }

  private static boolean ends(Subject subject) throws Exception {
    CompletableFuture<Boolean> right = new CompletableFuture<>();
    subject.begin(right::complete);
    return right.get(30, TimeUnit.SECONDS);
  }
}
