package org.dharch.core.node.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.node.journal.ExecutionRecord.Attempt;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.WireValues;
import org.junit.jupiter.api.Test;

/** The records of an execution journal. */
class ExecutionRecordTest {
  private static final AttemptKey KEY =
      new AttemptKey(new MessageId(1, 2), 5, 1, 2, "h", Task.Purpose.PERFORM);

  @Provide
  Arbitrary<HandlerResult> results() {
    return WireValues.results();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void attemptIsDecodedAsItWasEncoded(
      @ForAll("results") HandlerResult result, @ForAll long expiry) {
    AttemptKey key =
        new AttemptKey(
            new MessageId(3, 4),
            expiry,
            result.index(),
            result.attempt(),
            "h",
            Task.Purpose.PERFORM);
    Attempt ended = decode(Attempt.ended(key, expiry, 9, result));
    assertEquals(key, ended.key());
    assertEquals(expiry, ended.expiryMillis());
    assertEquals(9, ended.number());
    WireValues.assertSame(result, ended.result().orElseThrow());
    Attempt began = decode(Attempt.began(key, expiry, 9));
    assertEquals(key, began.key());
    assertEquals(Optional.empty(), began.result());
  }

  private static Attempt decode(Attempt attempt) {
    return (Attempt) ExecutionRecord.decode(attempt.encode());
  }

  @Test
  void identityAndAgeAreDecodedAsTheyWereEncoded() {
    for (ExecutionRecord record :
        List.of(new ExecutionRecord.Identity(-1, 3, 1L << 41), new ExecutionRecord.Age(17))) {
      assertEquals(record, ExecutionRecord.decode(record.encode()));
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void resultIsNotLargerThanItsEstimate(@ForAll("results") HandlerResult result) {
    int bytes = Attempt.ended(KEY, 0, 0, result).encodedResult().orElseThrow().length;
    assertTrue(bytes <= result.size());
  }

  /** Fault A4: the journal keeps a result that exceeds a default limit that the node has raised. */
  @Test
  void resultOfAnySizeIsKept() {
    byte[] block = new byte[17 << 20];
    Changes changes = Changes.builder().addHeader(block).build();
    HandlerResult large = HandlerResult.of(1, 2, HandlerResult.Status.PERFORMED, "", 3, 4, changes);
    Attempt read = decode(Attempt.ended(KEY, 7, 9, large));
    assertEquals(block.length, read.result().orElseThrow().changes().addedHeaders().get(0).length);
  }

  private static HandlerResult result(HandlerResult.Status status) {
    Changes changes =
        status == HandlerResult.Status.DEFERRED
            ? Changes.builder().defer(Duration.ofSeconds(1)).build()
            : Changes.NONE;
    return HandlerResult.of(1, 2, status, "", 3, 4, changes);
  }

  @Test
  void onlyADeferredResultIsDeferred() {
    assertFalse(Attempt.began(KEY, 7, 9).isDeferred());
    assertFalse(Attempt.ended(KEY, 7, 9, result(HandlerResult.Status.PERFORMED)).isDeferred());
    assertTrue(Attempt.ended(KEY, 7, 9, result(HandlerResult.Status.DEFERRED)).isDeferred());
  }

  @Test
  void copyWithAnotherExpiryIsOtherwiseEqual() {
    Attempt attempt = Attempt.ended(KEY, 7, 9, result(HandlerResult.Status.PERFORMED));
    Attempt later = decode(attempt.expiringAt(8));
    assertEquals(8, later.expiryMillis());
    assertEquals(9, later.number());
    assertEquals(KEY, later.key());
    assertEquals(HandlerResult.Status.PERFORMED, later.result().orElseThrow().status());
  }

  @Test
  void recordOfAnUnknownTypeOrLengthIsRejected() {
    byte[] began = Attempt.began(KEY, 7, 9).encode();
    byte[] age = new ExecutionRecord.Age(7).encode();
    for (byte[] bad :
        List.of(
            new byte[] {'B'},
            Arrays.copyOf(began, began.length + 1),
            Arrays.copyOf(began, began.length - 1),
            Arrays.copyOf(age, age.length + 1))) {
      assertThrows(MalformedMessageException.class, () -> ExecutionRecord.decode(bad));
    }
  }

  /** A result with more after it is not understood, so the attempt counts as unknown. */
  @Test
  void resultWithBytesAfterItIsUnreadable() {
    byte[] ended = Attempt.ended(KEY, 7, 9, result(HandlerResult.Status.PERFORMED)).encode();
    Attempt read = (Attempt) ExecutionRecord.decode(Arrays.copyOf(ended, ended.length + 1));
    assertEquals(KEY, read.key());
    assertEquals(Optional.empty(), read.result());
  }
}
