package org.dharch.core;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Affinity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** Messages of one conversation are given to one node, as far as that can be. */
class AffinityTest {
  private static final Affinity SEQUENCE =
      Affinity.ofHeader("//r:Sequence/r:Identifier", Map.of("r", "urn:rm"));
  private static final HandlerEntry SINK =
      HandlerEntry.of("sink")
          .affinity(SEQUENCE)
          .retry(new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1)));

  private static byte[] envelope(String sequence) {
    return bytes(
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header><r:Sequence"
            + " xmlns:r='urn:rm'><r:Identifier>"
            + sequence
            + "</r:Identifier></r:Sequence></s:Header><s:Body><r:Sequence xmlns:r='urn:rm'>"
            + "<r:Identifier>no</r:Identifier></r:Sequence></s:Body></s:Envelope>");
  }

  private static Bench bench(int nodes) {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(SINK)));
    for (int n = 0; n < nodes; n++) {
      bench.node("n" + n, "sink");
    }
    return bench;
  }

  private static Bench.Sent sent(Bench bench, String sequence) {
    Submission message = Submission.of(Direction.IN, "Service", envelope(sequence));
    Admission admission =
        bench.manager.admit(bench.gateway, sequence + bench.clock.nanos(), message);
    assertTrue(admission instanceof Admission.Accepted, admission::toString);
    bench.clock.advance(Duration.ofNanos(1));
    return bench.batch();
  }

  @Test
  void oneConversationIsOnOneNodeAndManyAreSpread() {
    Bench bench = bench(8);
    Map<String, NodeId> nodes = new HashMap<>();
    for (int round = 0; round < 3; round++) {
      for (int sequence = 0; sequence < 100; sequence++) {
        Bench.Sent sent = sent(bench, "s" + sequence);
        NodeId before = nodes.put("s" + sequence, sent.node());
        assertTrue(before == null || before.equals(sent.node()));
        bench.performed(sent, "sink");
      }
    }
    assertEquals(8, new HashSet<>(nodes.values()).size());
  }

  @Test
  void allManagersFindTheSameAndOnlyWhatALostNodeHadMoves() {
    Bench one = bench(8);
    Bench other = bench(8);
    Map<String, NodeId> nodes = new HashMap<>();
    for (int sequence = 0; sequence < 50; sequence++) {
      NodeId node = sent(one, "s" + sequence).node();
      assertEquals(node, sent(other, "s" + sequence).node());
      nodes.put("s" + sequence, node);
    }
    NodeId lost = nodes.get("s0");
    other.receiver.gone(lost);
    other.batches();
    nodes.forEach(
        (sequence, node) -> {
          NodeId now = sent(other, sequence).node();
          assertEquals(node.equals(lost), !now.equals(node), sequence);
        });
    other.heartbeat(new NodeId(lost.name(), "2"), "sink");
    assertEquals(lost.name(), sent(other, "s0").node().name(), "its next life gets them again");
  }

  @Test
  void aRetryGoesElsewhere() {
    Bench bench = bench(4);
    Bench.Sent first = sent(bench, "s");
    bench.failed(first, "sink", "no");
    bench.advance(Duration.ofMillis(1));
    assertNotEquals(first.node(), bench.batch().node());
  }

  @Test
  void whatHasNoneOfItGoesAnywhere() {
    Bench bench = bench(4);
    Set<NodeId> nodes = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      bench.accepted("m" + i);
      nodes.add(bench.batch().node());
    }
    assertEquals(4, nodes.size());
  }

  @Test
  void theBodyIsNotLookedAtNorALargeHeader() {
    Limits limits = Limits.DEFAULT;
    MessageProperties none = MessageProperties.empty();
    assertEquals(Optional.of("s"), SEQUENCE.value(envelope("s"), none, limits));
    assertEquals(Optional.empty(), SEQUENCE.value(envelope(""), none, limits));
    Affinity any = Affinity.ofHeader("//r:Identifier[. = 'no']", Map.of("r", "urn:rm"));
    assertEquals(Optional.empty(), any.value(envelope("s"), none, limits));
    byte[] large = envelope("s".repeat(Affinity.MOST_HEADER_BYTES));
    assertEquals(Optional.empty(), SEQUENCE.value(large, none, limits));
    Affinity property = Affinity.ofProperty("p");
    assertEquals(Optional.of("7"), property.value(large, none.with("p", 7), limits));
    assertEquals(Optional.empty(), property.value(large, none, limits));
  }
}
