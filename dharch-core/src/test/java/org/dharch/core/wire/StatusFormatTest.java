package org.dharch.core.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusFormatTest {
  private static final MessageId ID = new MessageId(1, 2);

  @ParameterizedTest
  @EnumSource(NodeStatus.State.class)
  void everyStateComesBackAsItWas(NodeStatus.State state) {
    NodeStatus status =
        new NodeStatus(new NodeId("n~1", "ab"), state, List.of("log", "zip it"), 8, 3, 100);
    DMFormatCodec codec = new DMFormatCodec(Limits.DEFAULT);
    DMFormat there = codec.decode(codec.encode(StatusFormat.encode(ID, status)));
    assertEquals(status, StatusFormat.status(there));
    assertEquals(ID, there.id());
  }

  /** A set is in another order in each JVM. */
  @Test
  void traitsAreWrittenInOneOrderInEveryProcess() {
    NodeStatus status =
        new NodeStatus(
            new NodeId("n", "1"),
            NodeStatus.State.READY,
            List.of(),
            1,
            0,
            0,
            Set.of(NodeStatus.Trait.values()),
            0,
            0);
    String written = Utf8.text(StatusFormat.encode(ID, status).payload());
    int last = -1;
    for (NodeStatus.Trait trait : NodeStatus.Trait.values()) {
      int at = written.indexOf(trait.name());
      assertTrue(at > last, written);
      last = at;
    }
  }

  @Test
  void aNodeWithoutHandlersHasNone() {
    NodeStatus status =
        new NodeStatus(new NodeId("n", "1"), NodeStatus.State.READY, List.of(), 1, 0, 0);
    assertEquals(status, StatusFormat.status(StatusFormat.encode(ID, status)));
  }

  @Test
  void whatIsNoStatusIsRefusedAndNamed() {
    StatusFormat.status(status(GOOD.toBytes()));
    refused("kind", new DMFormat(ID, WireProperties.ofKind("work"), GOOD.toBytes()));
    MessageProperties seven = MessageProperties.of(Map.of(WireProperties.KIND, 7));
    refused("kind", new DMFormat(ID, seven, GOOD.toBytes()));
    refused("kind", new DMFormat(ID, MessageProperties.empty(), GOOD.toBytes()));
    refused("node", GOOD.node("noIncarnation"));
    refused("node", GOOD.node("n".repeat(1000) + "~1"));
    refused("state", GOOD.state("ready"));
    refused("handler", GOOD.handlers(List.of("a", "", "b")));
    refused("handler", GOOD.handlers(List.of("a\nb")));
    refused("handler", GOOD.handlers(List.of("h".repeat(1001))));
    refused("handlers", GOOD.handlers(Collections.nCopies(1001, "h")));
    refused("workers", GOOD.counts(-1, 0, 0));
    refused("active", GOOD.counts(1, -1, 0));
    refused("waiting", GOOD.counts(1, 0, -1));
    refused("traits", GOOD.traits(Collections.nCopies(101, "t")));
  }

  @Test
  void cutOffAnywhereItIsRefused() {
    byte[] good = GOOD.toBytes();
    for (int length = 0; length < good.length; length++) {
      refused("cut off at ", status(Arrays.copyOf(good, length)));
    }
    refused("after the end", status(Arrays.copyOf(good, good.length + 1)));
  }

  @Test
  void aTraitToComeMeansNothing() {
    NodeStatus status =
        StatusFormat.status(status(GOOD.traits(List.of("FLIES", "STANDBY")).toBytes()));
    assertEquals(Set.of(NodeStatus.Trait.STANDBY), status.traits());
  }

  @Test
  void aHandlerNameThatWouldNotComeBackIsRefused() {
    NodeStatus status =
        new NodeStatus(new NodeId("n", "1"), NodeStatus.State.READY, List.of("a\nb"), 1, 0, 0);
    assertThrows(IllegalArgumentException.class, () -> StatusFormat.encode(ID, status));
  }

  private static DMFormat status(byte[] payload) {
    return new DMFormat(ID, WireProperties.ofKind("status"), payload);
  }

  private static void refused(String named, Fields bad) {
    refused(named, status(bad.toBytes()));
  }

  private static void refused(String named, DMFormat bad) {
    String message =
        assertThrows(MalformedMessageException.class, () -> StatusFormat.status(bad), named)
            .getMessage();
    assertTrue(message.contains(named), message);
  }

  private static final Fields GOOD =
      new Fields("n~1", "READY", List.of("a"), List.of(1, 0, 0), List.of());

  /** The fields of a status, right or wrong. */
  private record Fields(
      String node, String state, List<String> handlers, List<Integer> counts, List<String> traits) {
    Fields node(String value) {
      return new Fields(value, state, handlers, counts, traits);
    }

    Fields state(String value) {
      return new Fields(node, value, handlers, counts, traits);
    }

    Fields handlers(List<String> value) {
      return new Fields(node, state, value, counts, traits);
    }

    Fields counts(int workers, int active, int waiting) {
      return new Fields(node, state, handlers, List.of(workers, active, waiting), traits);
    }

    Fields traits(List<String> value) {
      return new Fields(node, state, handlers, counts, value);
    }

    byte[] toBytes() {
      WireWriter out = new WireWriter(100).text("", node, WireBound.NONE);
      out.text("", state, WireBound.NONE);
      out.list("", handlers, WireBound.NONE, (o, text) -> o.text("", text, WireBound.NONE));
      counts.forEach(out::int32);
      out.list("", traits, WireBound.NONE, (o, text) -> o.text("", text, WireBound.NONE));
      return out.int64(9).int64(17).toBytes();
    }
  }

  @Test
  void saysHowLargeAMessageMayBeWhereAnOlderManagerFindsNothing() {
    NodeStatus status =
        new NodeStatus(
            new NodeId("n", "1"),
            NodeStatus.State.READY,
            List.of("A"),
            1,
            0,
            0,
            Set.of(NodeStatus.Trait.SPECULATIVE),
            5,
            6,
            4L << 30,
            List.of(),
            Duration.ofMillis(1_250),
            Optional.empty());
    assertEquals(status, StatusFormat.status(StatusFormat.encode(new MessageId(0, 1), status)));
  }

  @Test
  void saysWhereItRunsWhereAnOlderManagerFindsNothing() {
    ProcessOrigin origin = new ProcessOrigin("1.2-SNAPSHOT", "my host\n", 4711, -5);
    NodeStatus status =
        new NodeStatus(
            new NodeId("n", "1"),
            NodeStatus.State.READY,
            List.of("a"),
            1,
            0,
            0,
            Set.of(),
            0,
            0,
            0,
            List.of(),
            Duration.ZERO,
            Optional.of(origin));
    DMFormat there = StatusFormat.encode(ID, status);
    assertEquals(status, StatusFormat.status(there));
    assertEquals("n~1 at my_host (process 4711)", status.shown());
    assertTrue(Utf8.text(there.payload()).contains("ORIGIN=1.2-SNAPSHOT my_host 4711 -5"));
    assertEquals(origin, ProcessOrigin.parse(origin.text() + " and what is to come"));
    for (String wrong : new String[] {"", "1.2 host 5", "1.2 host x 5", "1.2 host 5 5x"}) {
      assertThrows(IllegalArgumentException.class, () -> ProcessOrigin.parse(wrong), wrong);
    }
  }

  @Test
  void saysVersionsWhereAnOlderManagerFindsNothing() {
    List<HandlerVersion> versions = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      versions.add(new HandlerVersion("h".repeat(97) + i / 2, "v".repeat(60) + i, i % 101));
    }
    NodeStatus status =
        new NodeStatus(
            new NodeId("n", "1"),
            NodeStatus.State.READY,
            List.of("A"),
            1,
            0,
            0,
            Set.of(NodeStatus.Trait.SPECULATIVE),
            5,
            6,
            7,
            versions,
            Duration.ofMillis(250),
            Optional.empty());
    DMFormat there = StatusFormat.encode(ID, status);
    assertEquals(status, StatusFormat.status(there));
    WireReader old = new WireReader(there.payload()); // as wire version 9 always was
    assertEquals("n~1", old.text("node", new WireBound("maxNameBytes", 3000)));
    assertEquals(NodeStatus.State.READY, old.word("state", NodeStatus.State.class));
    WireBound text = new WireBound("maxNameBytes", 3000);
    assertEquals(
        List.of("A"),
        old.list("handlers", new WireBound("maxHandlers", 1000), r -> r.text("handler", text)));
    assertEquals(1, old.number("workers") + old.number("active") + old.number("waiting"));
    List<String> traits =
        old.list("traits", new WireBound("maxTraits", 100), r -> r.text("trait", text));
    assertTrue(traits.contains("SPECULATIVE"), traits::toString);
    assertEquals(11, old.int64("announcedNanos") + old.int64("taken"));
    old.end("a status");
  }

  @Test
  void aVersionThatIsNoneIsRefused() {
    refused("VERSIONS", GOOD.traits(List.of("VERSIONS=Tax")));
    refused("VERSIONS", GOOD.traits(List.of("VERSIONS=Tax=2=10 ")));
    refused("share=101", GOOD.traits(List.of("VERSIONS=Tax=2=101")));
    refused("version='a/b'", GOOD.traits(List.of("VERSIONS=Tax=a/b=1")));
    refused("handler=''", GOOD.traits(List.of("VERSIONS==2=1")));
  }
}
