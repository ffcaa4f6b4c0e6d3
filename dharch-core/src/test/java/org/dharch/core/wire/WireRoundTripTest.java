package org.dharch.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;

/**
 * Fault E1: task batches, replies, heartbeats and records come back from bytes as they were,
 * whatever stands in names and namespaces.
 */
class WireRoundTripTest {
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);

  /** As between two JVMs; the JMS transport carries head and payload apart. */
  private static DMFormat overBytes(DMFormat message) {
    DMFormat apart = CODEC.decode(CODEC.head(message), message.payload());
    DMFormat there = CODEC.decode(CODEC.encode(message));
    assertEquals(apart, there);
    return there;
  }

  @Provide
  Arbitrary<TaskBatch> batches() {
    Arbitrary<Task> tasks =
        Combinators.combine(
                WireValues.numbers(),
                WireValues.texts(),
                WireValues.numbers(),
                WireValues.durations(),
                WireValues.durations(),
                Arbitraries.integers().between(0, 7),
                Arbitraries.of(Task.Purpose.values()),
                Arbitraries.longs())
            .as(
                (index, handler, attempt, start, finish, flags, purpose, after) ->
                    new Task(
                        index,
                        handler,
                        attempt,
                        (flags & 1) != 0,
                        start,
                        finish,
                        (flags & 2) != 0,
                        (flags & 4) != 0,
                        purpose,
                        after));
    return Combinators.combine(
            WireValues.ids(),
            WireValues.texts(),
            tasks.list().ofMinSize(1).ofMaxSize(5),
            Arbitraries.longs(),
            WireValues.durations(),
            WireValues.headerSets(),
            WireValues.properties(),
            WireValues.bytes())
        .as(
            (id, replyTo, list, sinceHeartbeat, time, processed, properties, envelope) ->
                new TaskBatch(
                    id,
                    sinceHeartbeat + 1,
                    replyTo,
                    list,
                    List.of(),
                    Optional.empty(),
                    new TaskBatch.Timing(sinceHeartbeat, time, time),
                    new MessageContent(envelope, MessageProperties.of(properties), processed)));
  }

  @Provide
  Arbitrary<List<HandlerResult>> replies() {
    return WireValues.results().list().ofMaxSize(4);
  }

  @Provide
  Arbitrary<NodeStatus> statuses() {
    Arbitrary<String> names = WireValues.texts().filter(n -> !n.isEmpty() && n.indexOf('\n') < 0);
    return Combinators.combine(
            names,
            Arbitraries.of(NodeStatus.State.values()),
            names.list().ofMaxSize(4),
            WireValues.numbers(),
            WireValues.numbers(),
            WireValues.numbers(),
            Arbitraries.of(NodeStatus.Trait.values()).set(),
            Arbitraries.longs())
        .as(
            (name, state, handlers, workers, active, waiting, traits, nanos) ->
                NodeStatus.of(
                        new NodeId(name, "1f"),
                        state,
                        handlers,
                        new NodeStatus.Load(workers, active, waiting),
                        ProcessOrigin.here("host"))
                    .traits(traits)
                    .announced(nanos, Duration.ZERO)
                    .taken(nanos * 31));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void taskBatchRoundTrips(@ForAll("batches") TaskBatch batch) {
    TaskBatch there = FORMAT.taskBatch(overBytes(FORMAT.encode(batch)));
    assertEquals(batch.id(), there.id());
    assertEquals(batch.replyTo(), there.replyTo());
    assertEquals(batch.tasks(), there.tasks());
    assertEquals(batch.timing().heardNanos(), there.timing().heardNanos());
    assertEquals(batch.timing().transfer(), there.timing().transfer());
    assertEquals(batch.timing().remaining(), there.timing().remaining());
    assertEquals(batch.processed(), there.processed());
    assertEquals(batch.properties(), there.properties());
    assertArrayEquals(batch.envelope(), there.envelope());
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void replyRoundTrips(@ForAll("replies") List<HandlerResult> results) {
    Reply reply = new Reply(new MessageId(1, 2), 9, new NodeId("n~}\n", "1"), results);
    Reply there = FORMAT.reply(overBytes(FORMAT.encode(reply)));
    assertEquals(reply.id(), there.id());
    assertEquals(reply.node(), there.node());
    assertEquals(results.size(), there.results().size());
    for (int i = 0; i < results.size(); i++) {
      WireValues.assertSame(results.get(i), there.results().get(i));
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void statusRoundTrips(@ForAll("statuses") NodeStatus status) {
    DMFormat there = overBytes(StatusFormat.encode(new MessageId(5, 6), status));
    assertEquals(status, StatusFormat.status(there));
  }

  @Provide
  Arbitrary<byte[]> payloads() {
    return WireValues.bytes();
  }

  @Provide
  Arbitrary<Map<String, Object>> properties() {
    return WireValues.properties();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void dmFormatRoundTripsOrIsRejected(
      @ForAll("properties") Map<String, Object> properties,
      @ForAll("payloads") byte[] control,
      @ForAll("payloads") byte[] payload,
      @ForAll @IntRange(max = 3) int kind) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put(WireProperties.KIND, List.of("work", "reply", "status", "manager").get(kind));
    all.put(WireProperties.REPLY_TO, "m");
    all.put(WireProperties.REMAINING_NANOS, 1L);
    DMFormat message =
        new DMFormat(
            new MessageId(-1, 1),
            new DMFormat.Content(MessageProperties.of(all), control, payload));
    DMFormat there = overBytes(message);
    assertEquals(message, there);
    for (Runnable meaning :
        List.<Runnable>of(
            () -> FORMAT.taskBatch(there),
            () -> FORMAT.reply(there),
            () -> StatusFormat.status(there))) {
      try {
        meaning.run();
      } catch (MalformedMessageException e) {
        assertTrue(e.getMessage().length() > 5, e.getMessage());
      }
    }
  }

  @Provide
  Arbitrary<String> broken() {
    return WireValues.broken();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void halfASurrogatePairInAPropertysValueTravelsAsAQuestionMark(@ForAll("broken") String text) {
    Changes value = Changes.builder().property("p", text).build();
    HandlerResult result = HandlerResult.of(0, 1, HandlerResult.Status.PERFORMED, "", 0, 0, value);
    Reply reply = new Reply(new MessageId(1, 2), 9, new NodeId("n", "1"), List.of(result));
    Reply there = FORMAT.reply(overBytes(FORMAT.encode(reply)));
    assertEquals(
        new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8),
        there.results().get(0).changes().properties().get("p"));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void halfASurrogatePairTravelsInNoName(@ForAll("broken") String text) {
    Changes property = Changes.builder().property(text, 1).build();
    Changes removed = Changes.builder().removeProperty(text).build();
    QName name = new QName("urn:a", text);
    Changes header = Changes.builder().replace(Part.header(name, 0), new byte[0]).build();
    Part.Step step = new Part.Step(new QName(text, "a"), 0);
    Changes element = Changes.builder().replace(Part.element(List.of(step)), new byte[0]).build();
    Changes processed = Changes.builder().processed(new HeaderRef(name, 0)).build();
    for (Changes changes : List.of(property, removed, header, element, processed)) {
      HandlerResult result =
          HandlerResult.of(0, 1, HandlerResult.Status.PERFORMED, "", 0, 0, changes);
      Reply reply = new Reply(new MessageId(1, 2), 9, new NodeId("n", "1"), List.of(result));
      assertThrows(MalformedMessageException.class, () -> FORMAT.encode(reply));
    }
    HandlerResult reason =
        HandlerResult.of(0, 1, HandlerResult.Status.FAILED, text, 0, 0, Changes.NONE);
    Reply reply = new Reply(new MessageId(1, 2), 9, new NodeId("n", "1"), List.of(reason));
    assertThrows(MalformedMessageException.class, () -> FORMAT.encode(reply));
  }
}
