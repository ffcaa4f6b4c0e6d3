package org.dharch.core.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.wire.WireValues;
import org.junit.jupiter.api.Test;

/** Whatever is stored comes back as it was. */
class StoredRoundTripTest {
  private final StoredMessageCodec codec = new StoredMessageCodec(Limits.DEFAULT);

  @Provide
  Arbitrary<Submission> submissions() {
    return Combinators.combine(
            Arbitraries.of(Direction.values()),
            WireValues.texts(),
            WireValues.bytes(),
            WireValues.properties(),
            WireValues.headerSets(),
            WireValues.texts().optional(),
            WireValues.durations().optional(),
            Arbitraries.of(true, false))
        .as(StoredRoundTripTest::submission);
  }

  private static Submission submission(
      Direction flow,
      String text,
      byte[] envelope,
      Map<String, Object> properties,
      Set<HeaderRef> processed,
      Optional<String> named,
      Optional<Duration> deadline,
      boolean oneWay) {
    MessageProperties all = MessageProperties.of(properties);
    return new Submission(
            flow,
            text,
            text + "o",
            text + "a",
            new MessageContent(envelope, all, processed),
            named,
            deadline,
            false,
            "",
            Optional.empty())
        .oneWay(oneWay);
  }

  @Provide
  Arbitrary<Optional<FailureRecord>> halts() {
    Arbitrary<Timeline.Attempt> attempts =
        Combinators.combine(WireValues.numbers(), WireValues.texts(), Arbitraries.longs())
            .as(
                (number, text, nanos) ->
                    new Timeline.Attempt(
                        number, text, text, number, nanos, -1, nanos, nanos, text, -1));
    return Combinators.combine(
            Arbitraries.of(Fault.Code.values()),
            WireValues.texts(),
            WireValues.ids(),
            attempts.list().ofMaxSize(3),
            WireValues.texts().list().ofMaxSize(3),
            Arbitraries.longs())
        .as(
            (code, text, id, list, notes, nanos) ->
                new FailureRecord(
                    Instant.ofEpochMilli(1_700_000_000_000L),
                    new Fault(code, text, text),
                    new Timeline(id, text, nanos, nanos, list, nanos, notes)))
        .optional();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void storedMessageRoundTrips(
      @ForAll("submissions") Submission was, @ForAll("halts") Optional<FailureRecord> failure) {
    StoreKey key = new StoreKey(new MessageId(-1, 2), 1_700_000_000_000L);
    StoredMessage stored = new StoredMessage(key, "o}\n", "{A}\t", was, failure, Optional.empty());
    StoredMessage read = codec.decode(codec.encode(stored));
    assertEquals(key, read.key());
    assertEquals("o}\n", read.orchestration());
    assertEquals("{A}\t", read.plan());
    assertEquals(failure, read.failure());
    Submission is = read.submission();
    assertArrayEquals(was.envelope(), is.envelope());
    assertEquals(
        submission(
            was.flow(),
            was.service(),
            is.envelope(),
            was.properties().asMap(),
            was.processed(),
            was.orchestration(),
            was.deadline(),
            was.oneWay()),
        is);
  }

  @Provide
  Arbitrary<String> broken() {
    return WireValues.broken();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void halfASurrogatePairIsShownAsAQuestionMarkInAPropertyAndInAReason(
      @ForAll("broken") String text) {
    StoredMessage message = StoredMessages.failed(1, 5);
    FailureRecord failure = message.failure().orElseThrow();
    Fault odd = new Fault(Fault.Code.CONFLICT, "A", text);
    StoredMessage read =
        codec.decode(
            codec.encode(message.failed(new FailureRecord(failure.at(), odd, failure.timeline()))));
    String reason = read.failure().orElseThrow().fault().reason();
    assertEquals(text.length(), reason.length());
    assertTrue(reason.contains("?"));

    Submission bad =
        submission(
            Direction.IN,
            "",
            new byte[1],
            Map.of("p", text),
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            true);
    StoredMessage kept =
        new StoredMessage(message.key(), "o", "", bad, Optional.empty(), Optional.empty());
    StoredMessage back = codec.decode(codec.encode(kept));
    Object value = back.submission().properties().get("p").orElseThrow();
    assertEquals(text.length(), value.toString().length());
    assertTrue(value.toString().contains("?"));
  }

  @Test
  void attemptsAndNotesAreBounded() {
    FailureRecord failure = StoredMessages.failed(1, 1).failure().orElseThrow();
    Timeline.Attempt one = failure.timeline().attempts().get(0);
    Timeline many =
        new Timeline(
            new MessageId(1, 1),
            "o",
            1,
            2,
            Collections.nCopies(10_001, one),
            3,
            Collections.nCopies(1001, "n"));
    StoredMessage stored =
        StoredMessages.accepted(1, 1)
            .failed(new FailureRecord(failure.at(), failure.fault(), many));
    Timeline read = codec.decode(codec.encode(stored)).failure().orElseThrow().timeline();
    assertEquals(List.of(10_000, 1000), List.of(read.attempts().size(), read.notes().size()));
  }
}
