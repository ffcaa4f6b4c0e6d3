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
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireWriter;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusFormatTest {
  private static final MessageId ID = new MessageId(1, 2);

  @ParameterizedTest
  @EnumSource(NodeStatus.State.class)
  void everyStateIsDecodedAsItWasEncoded(NodeStatus.State state) {
    NodeStatus status =
        NodeStatus.of(
            new NodeId("n~1", "ab"),
            state,
            List.of("log", "zip it"),
            new NodeStatus.Load(8, 3, 100),
            ProcessOrigin.here("host"));
    DMFormatCodec codec = new DMFormatCodec(Limits.DEFAULT);
    DMFormat there = codec.decode(codec.encode(StatusFormat.encode(ID, status)));
    assertEquals(status, StatusFormat.status(there));
    assertEquals(ID, there.id());
  }

  /** A set is in another order in each JVM. */
  @Test
  void traitsAreWrittenInOneOrderInEveryProcess() {
    NodeStatus status =
        NodeStatus.of(
                new NodeId("n", "1"),
                NodeStatus.State.READY,
                List.of(),
                new NodeStatus.Load(1, 0, 0),
                ProcessOrigin.here("host"))
            .traits(Set.of(NodeStatus.Trait.values()));
    String written = Utf8.text(StatusFormat.encode(ID, status).payload());
    int last = -1;
    for (NodeStatus.Trait trait : NodeStatus.Trait.values()) {
      int at = written.indexOf(trait.name());
      assertTrue(at > last, written);
      last = at;
    }
  }

  @Test
  void statusWithoutHandlersIsDecoded() {
    NodeStatus status =
        NodeStatus.of(
            new NodeId("n", "1"),
            NodeStatus.State.READY,
            List.of(),
            new NodeStatus.Load(1, 0, 0),
            ProcessOrigin.here("host"));
    assertEquals(status, StatusFormat.status(StatusFormat.encode(ID, status)));
  }

  @Test
  void malformedStatusIsRejectedWithTheFieldName() {
    StatusFormat.status(status(GOOD.toBytes()));
    refused("kind", DMFormat.of(ID, WireProperties.ofKind(FrameKind.WORK), GOOD.toBytes()));
    MessageProperties seven = MessageProperties.of(Map.of(WireProperties.KIND, 7));
    refused("kind", DMFormat.of(ID, seven, GOOD.toBytes()));
    refused("kind", DMFormat.of(ID, MessageProperties.empty(), GOOD.toBytes()));
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
    refused("traits", GOOD.traits(Collections.nCopies(101, "STANDBY")));
    refused("trait", GOOD.traits(List.of("FLIES")));
  }

  @Test
  void incompleteStatusIsRejected() {
    byte[] good = GOOD.toBytes();
    for (int length = 0; length < good.length; length++) {
      refused("truncated at ", status(Arrays.copyOf(good, length)));
    }
    refused("after the end", status(Arrays.copyOf(good, good.length + 1)));
  }

  @Test
  void handlerNameWithALineBreakIsRejected() {
    NodeStatus status =
        NodeStatus.of(
            new NodeId("n", "1"),
            NodeStatus.State.READY,
            List.of("a\nb"),
            new NodeStatus.Load(1, 0, 0),
            ProcessOrigin.here("host"));
    assertThrows(IllegalArgumentException.class, () -> StatusFormat.encode(ID, status));
  }

  private static DMFormat status(byte[] payload) {
    return DMFormat.of(ID, WireProperties.ofKind(FrameKind.STATUS), payload);
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

  private static final ProcessOrigin ORIGIN =
      new ProcessOrigin("1.2-SNAPSHOT", "my host\n", 4711, -5);

  private static final Fields GOOD =
      new Fields(
          "n~1",
          "READY",
          List.of("a"),
          List.of(1, 0, 0),
          List.of(),
          List.of(9L, 0L, 17L, 0L),
          List.of(),
          ORIGIN.text());

  /** A version as it is encoded. */
  private record Version(String handler, String version, int weight) {}

  /** The fields of a status, valid or not. */
  private record Fields(
      String node,
      String state,
      List<String> handlers,
      List<Integer> counts,
      List<String> traits,
      List<Long> numbers,
      List<Version> versions,
      String origin) {
    Fields node(String value) {
      return new Fields(value, state, handlers, counts, traits, numbers, versions, origin);
    }

    Fields state(String value) {
      return new Fields(node, value, handlers, counts, traits, numbers, versions, origin);
    }

    Fields handlers(List<String> value) {
      return new Fields(node, state, value, counts, traits, numbers, versions, origin);
    }

    Fields counts(int workers, int active, int waiting) {
      List<Integer> value = List.of(workers, active, waiting);
      return new Fields(node, state, handlers, value, traits, numbers, versions, origin);
    }

    Fields traits(List<String> value) {
      return new Fields(node, state, handlers, counts, value, numbers, versions, origin);
    }

    Fields numbers(long announced, long interval, long taken, long largest) {
      List<Long> value = List.of(announced, interval, taken, largest);
      return new Fields(node, state, handlers, counts, traits, value, versions, origin);
    }

    Fields version(String handler, String version, int weight) {
      List<Version> value = List.of(new Version(handler, version, weight));
      return new Fields(node, state, handlers, counts, traits, numbers, value, origin);
    }

    Fields origin(String value) {
      return new Fields(node, state, handlers, counts, traits, numbers, versions, value);
    }

    byte[] toBytes() {
      WireWriter out = new WireWriter(100).text("", node, WireBound.NONE);
      out.text("", state, WireBound.NONE);
      out.list("", handlers, WireBound.NONE, (o, text) -> o.text("", text, WireBound.NONE));
      counts.forEach(out::int32);
      out.list("", traits, WireBound.NONE, (o, text) -> o.text("", text, WireBound.NONE));
      numbers.forEach(out::int64);
      out.list(
          "",
          versions,
          WireBound.NONE,
          (o, v) ->
              o.text("", v.handler(), WireBound.NONE)
                  .text("", v.version(), WireBound.NONE)
                  .int32(v.weight()));
      return out.text("", origin, WireBound.NONE).toBytes();
    }
  }

  @Test
  void allFieldsAreDecodedAsTheyWereEncoded() {
    List<HandlerVersion> versions = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      versions.add(new HandlerVersion("h".repeat(97) + i / 2, "v".repeat(60) + i, i % 101));
    }
    NodeStatus status =
        NodeStatus.of(
                new NodeId("n", "1"),
                NodeStatus.State.READY,
                List.of("A"),
                new NodeStatus.Load(1, 2, 3),
                ORIGIN)
            .traits(Set.of(NodeStatus.Trait.SPECULATIVE))
            .announced(5, Duration.ofMillis(1_250))
            .taken(6)
            .largest(4L << 30)
            .versions(versions);
    assertEquals(status, StatusFormat.status(StatusFormat.encode(ID, status)));
    assertEquals("n~1 at my_host (process 4711)", status.shown());
  }

  @Test
  void malformedOriginIsRejected() {
    assertEquals(ORIGIN, ProcessOrigin.parse("1.2-SNAPSHOT my_host 4711 -5"));
    for (String bad :
        new String[] {"", "1.2 host 5", "1.2 host x 5", "1.2 host 5 5x", "1.2 host 5 5 more"}) {
      assertThrows(IllegalArgumentException.class, () -> ProcessOrigin.parse(bad), bad);
      refused("origin", GOOD.origin(bad));
    }
  }

  @Test
  void malformedVersionIsRejected() {
    refused("weight must be 0 to 100 (got 101)", GOOD.version("Tax", "2", 101));
    refused("(got 'a/b')", GOOD.version("Tax", "a/b", 1));
    refused("(got '')", GOOD.version("", "2", 1));
  }

  @Test
  void numbersOutOfRangeAreRejected() {
    refused("interval must be 0 to 1 h", GOOD.numbers(9, -1, 17, 0));
    refused("interval must be 0 to 1 h", GOOD.numbers(9, 3_600_000_000_001L, 17, 0));
    refused("largest must be 0 or more (got -1)", GOOD.numbers(9, 0, 17, -1));
  }
}
