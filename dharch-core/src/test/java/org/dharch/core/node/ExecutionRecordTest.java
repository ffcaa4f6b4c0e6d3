package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.ResultSize;
import org.dharch.core.wire.WireValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node's memory on disk: what is written is what is read. */
class ExecutionRecordTest {

  @Provide
  Arbitrary<HandlerResult> results() {
    return WireValues.results();
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void aRecordComesBack(@ForAll("results") HandlerResult result, @ForAll long expiry)
      throws IOException {
    TaskRun.Key key =
        new TaskRun.Key(
            new MessageId(3, 4),
            expiry,
            result.index(),
            result.attempt(),
            "h",
            org.dharch.core.wire.Task.Purpose.PERFORM);
    ExecutionRecord record = ExecutionRecord.end(key, expiry, 9, result);
    byte[] bytes = record.bytes();
    assertEquals(record.size(), bytes.length);
    ExecutionRecord there = read(bytes);
    assertEquals(key, there.key());
    assertEquals(expiry, there.expiryMillis());
    WireValues.assertSame(result, there.result().orElseThrow());
    ExecutionRecord begun = read(ExecutionRecord.begin(key, expiry, 9).bytes());
    assertEquals(key, begun.key());
    assertTrue(begun.result().isEmpty());
  }

  /**
   * What nodes of earlier wire versions wrote: the same without a number of its own, before 7
   * without the number that says that there are no emissions, and before 6 without the octet that
   * no verdict is said.
   */
  @ParameterizedTest
  @CsvSource({"w, 0", "v, 4", "r, 5"})
  void aResultOfBeforeThereWereEmissionsOrVerdictsIsRead(char type, int less) throws IOException {
    Changes changes = Changes.builder().property("p", "v").build();
    HandlerResult result =
        new HandlerResult(1, 2, HandlerResult.Status.PERFORMED, "", 3, 4, changes);
    TaskRun.Key key =
        new TaskRun.Key(
            new MessageId(1, 2), 0, 1, 2, "h", org.dharch.core.wire.Task.Purpose.PERFORM);
    byte[] now = ExecutionRecord.end(key, 7, 9, result).bytes();
    int end = now.length - Integer.BYTES;
    assertEquals('N', now[end - 5]);
    assertEquals(0, ByteBuffer.wrap(now).getInt(end - Integer.BYTES));
    byte[] numbered = Arrays.copyOfRange(now, Integer.BYTES, end - less);
    int number = ExecutionRecord.begin(key, 7, 9).size() - 2 * Integer.BYTES - Long.BYTES;
    assertEquals(9, ByteBuffer.wrap(numbered).getLong(number));
    byte[] body = without(numbered, number, Long.BYTES);
    body[0] = (byte) type;
    WireValues.assertSame(result, read(framed(body)).result().orElseThrow());
  }

  /** As a record stands in the file. */
  private static byte[] framed(byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(body);
    return ByteBuffer.allocate(body.length + 8)
        .putInt(body.length)
        .put(body)
        .putInt((int) crc.getValue())
        .array();
  }

  private static byte[] without(byte[] bytes, int at, int count) {
    byte[] rest = Arrays.copyOf(bytes, bytes.length - count);
    System.arraycopy(bytes, at + count, rest, at, bytes.length - at - count);
    return rest;
  }

  private static ExecutionRecord read(byte[] bytes) throws IOException {
    return ExecutionRecord.read(new DataInputStream(new ByteArrayInputStream(bytes)), bytes.length)
        .orElseThrow();
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void neverMoreThanItIsEstimatedToTake(@ForAll("results") HandlerResult result) {
    int head =
        ExecutionRecord.begin(
                new TaskRun.Key(
                    new MessageId(0, 0), 0, 0, 0, "h", org.dharch.core.wire.Task.Purpose.PERFORM),
                0,
                0)
            .size();
    ExecutionRecord record =
        ExecutionRecord.end(
            new TaskRun.Key(
                new MessageId(0, 0), 0, 0, 0, "h", org.dharch.core.wire.Task.Purpose.PERFORM),
            0,
            0,
            result);
    assertTrue(record.size() - head <= ResultSize.of(result));
  }

  /** Fault A4: a result past the default bound is remembered where the bound was raised. */
  @Test
  void aResultOfAnySizeThatItsNodeAllowsIsKept() throws Exception {
    byte[] block = new byte[17 << 20];
    Changes changes = Changes.builder().addHeader(block).build();
    HandlerResult large =
        new HandlerResult(1, 2, HandlerResult.Status.PERFORMED, "", 3, 4, changes);
    TaskRun.Key key =
        new TaskRun.Key(
            new MessageId(1, 2), 0, 1, 2, "h", org.dharch.core.wire.Task.Purpose.PERFORM);
    byte[] bytes = ExecutionRecord.end(key, 7, 9, large).bytes();
    ExecutionRecord read =
        ExecutionRecord.read(new DataInputStream(new ByteArrayInputStream(bytes)), bytes.length)
            .orElseThrow();
    assertEquals(block.length, read.result().orElseThrow().changes().addedHeaders().get(0).length);
  }

  private static HandlerResult result(HandlerResult.Status status) {
    Changes changes =
        status == HandlerResult.Status.DEFERRED
            ? Changes.builder().defer(java.time.Duration.ofSeconds(1)).build()
            : Changes.NONE;
    return new HandlerResult(1, 2, status, "", 3, 4, changes);
  }

  private static final TaskRun.Key KEY =
      new TaskRun.Key(new MessageId(1, 2), 5, 1, 2, "h", org.dharch.core.wire.Task.Purpose.PERFORM);

  @Test
  void onlyOneThatWantedItsMessageLaterIsPutOff() {
    assertFalse(ExecutionRecord.begin(KEY, 7, 9).isDeferred());
    assertFalse(
        ExecutionRecord.end(KEY, 7, 9, result(HandlerResult.Status.PERFORMED)).isDeferred());
    assertTrue(ExecutionRecord.end(KEY, 7, 9, result(HandlerResult.Status.DEFERRED)).isDeferred());
    assertFalse(ExecutionRecord.age(7).isDeferred());
  }

  @Test
  void withAnotherExpiryItIsTheSame() {
    ExecutionRecord record = ExecutionRecord.end(KEY, 7, 9, result(HandlerResult.Status.PERFORMED));
    assertSame(record, record.expiringAt(7));
    ExecutionRecord defer = record.expiringAt(8);
    assertEquals(8, defer.expiryMillis());
    assertEquals(9, defer.number());
    assertEquals(KEY, defer.key());
    assertEquals(record.result().orElseThrow().status(), defer.result().orElseThrow().status());
  }

  @Test
  void whatIsNotWholeIsNone() throws IOException {
    byte[] bytes = ExecutionRecord.begin(KEY, 7, 9).bytes();
    assertTrue(part(bytes, bytes.length).isPresent());
    for (int left : new int[] {0, 7, 8, bytes.length - 1}) {
      assertTrue(part(bytes, left).isEmpty(), left + " bytes");
    }
  }

  private static java.util.Optional<ExecutionRecord> part(byte[] bytes, int left)
      throws IOException {
    return ExecutionRecord.read(new DataInputStream(new ByteArrayInputStream(bytes)), left);
  }

  /** What says more than its result is not understood, and so not known. */
  @Test
  void aResultWithMoreBehindItCannotBeRead() throws IOException {
    byte[] now = ExecutionRecord.end(KEY, 7, 9, result(HandlerResult.Status.PERFORMED)).bytes();
    byte[] body = Arrays.copyOfRange(now, Integer.BYTES, now.length - Integer.BYTES + 1);
    body[body.length - 1] = 0;
    assertTrue(read(framed(body)).result().isEmpty());
  }
}
