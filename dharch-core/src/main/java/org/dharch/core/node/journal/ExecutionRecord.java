package org.dharch.core.node.journal;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.ResultFormat;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A record of a {@link JournalFile}, in the types of {@link WireWriter}:
 *
 * <pre>
 *  type      octet: i file identity, t age of the file, b attempt began, e attempt ended
 *
 *  i: id         int64
 *     openings   int32
 *     forgotten  int64, the highest number of a forgotten attempt
 *
 *  t: age        int64, milliseconds on the clock of the file
 *
 *  b, e: message    id
 *        manager    int64, incarnation of the manager that began the attempt
 *        index      int32
 *        attempt    int32
 *        handler    text
 *        purpose    word: {@link Task.Purpose}
 *        expiry     int64, milliseconds on the clock of the file
 *        number     int64, number of the attempt in the journal
 *  e:    result     {@link ResultFormat}
 * </pre>
 *
 * Immutable.
 */
sealed interface ExecutionRecord {
  /** Encodes the record. */
  byte[] encode();

  /**
   * Identifies the file.
   *
   * @param openings how often the file was opened
   * @param forgotten the highest number of an attempt that was dropped
   */
  record Identity(long id, int openings, long forgotten) implements ExecutionRecord {
    @Override
    public byte[] encode() {
      return new WireWriter(21)
          .octet("type", 'i')
          .int64(id)
          .int32(openings)
          .int64(forgotten)
          .toBytes();
    }
  }

  /** States how long the file has been in use. */
  record Age(long millis) implements ExecutionRecord {
    @Override
    public byte[] encode() {
      return new WireWriter(9).octet("type", 't').int64(millis).toBytes();
    }
  }

  /**
   * States that an attempt began or ended.
   *
   * @param encodedResult the result; empty if the attempt has only begun
   */
  record Attempt(AttemptKey key, long expiryMillis, long number, Optional<byte[]> encodedResult)
      implements ExecutionRecord {
    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);
    private static final int EXPECTED_HEAD = 192;
    private static final int MAX_EXPECTED = 1 << 24;
    private static final WireBound HANDLER = new WireBound("maxHandlerBytes", 64 << 10);

    /** The node has checked its results; no record of the file is larger than these. */
    private static final ResultFormat FORMAT =
        new ResultFormat(
            new Limits(
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                1 << 20,
                1));

    public Attempt {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(encodedResult, "encodedResult");
    }

    static Attempt began(AttemptKey key, long expiryMillis, long number) {
      return new Attempt(key, expiryMillis, number, Optional.empty());
    }

    /**
     * States that the attempt ended.
     *
     * @throws MalformedMessageException if the result exceeds a limit
     */
    static Attempt ended(AttemptKey key, long expiryMillis, long number, HandlerResult result) {
      WireWriter out = new WireWriter((int) Math.min(result.size(), MAX_EXPECTED));
      FORMAT.write(out, result);
      return new Attempt(key, expiryMillis, number, Optional.of(out.toBytes()));
    }

    private static Attempt read(WireReader in, byte[] bytes, boolean ended) {
      MessageId id = in.id("message");
      AttemptKey key =
          new AttemptKey(
              id,
              in.int64("life"),
              in.int32("index"),
              in.int32("attempt"),
              in.text("handler", WireBound.NONE),
              in.word("purpose", Task.Purpose.class));
      long expiryMillis = in.int64("expiry");
      long number = in.int64("number");
      if (!ended) {
        in.end("a record");
        return began(key, expiryMillis, number);
      }
      byte[] result = Arrays.copyOfRange(bytes, in.position(), bytes.length);
      return new Attempt(key, expiryMillis, number, Optional.of(result));
    }

    @Override
    public byte[] encode() {
      int more = encodedResult.map(result -> result.length).orElse(0);
      WireWriter out = new WireWriter(EXPECTED_HEAD);
      out.octet("type", encodedResult.isPresent() ? 'e' : 'b')
          .id(key.id())
          .int64(key.incarnation());
      out.int32(key.index()).int32(key.attempt()).text("handler", key.handler(), HANDLER);
      out.word(key.purpose()).int64(expiryMillis).int64(number);
      byte[] head = out.toBytes();
      byte[] bytes = Arrays.copyOf(head, head.length + more);
      encodedResult.ifPresent(result -> System.arraycopy(result, 0, bytes, head.length, more));
      return bytes;
    }

    /** Returns how the attempt ended; empty if it has only begun or the result is unreadable. */
    Optional<HandlerResult> result() {
      return encodedResult.flatMap(this::decodeResult);
    }

    private Optional<HandlerResult> decodeResult(byte[] bytes) {
      try {
        WireReader in = new WireReader(bytes);
        HandlerResult result = FORMAT.read(in);
        in.end("a record");
        return Optional.of(result);
      } catch (IllegalArgumentException | MalformedMessageException e) {
        LOG.warn("Unreadable result, treated as unknown: attempt={}", key, e);
        return Optional.empty();
      }
    }

    /** Returns whether the handler deferred the message. */
    boolean isDeferred() {
      return result().filter(it -> it.status() == HandlerResult.Status.DEFERRED).isPresent();
    }

    /** Returns a copy with this expiry. */
    Attempt expiringAt(long millis) {
      return new Attempt(key, millis, number, encodedResult);
    }
  }

  /**
   * Decodes a record.
   *
   * @throws MalformedMessageException if {@code bytes} are no record
   */
  static ExecutionRecord decode(byte[] bytes) {
    WireReader in = new WireReader(bytes);
    int type = in.octet("type");
    if (type == 'b' || type == 'e') {
      return Attempt.read(in, bytes, type == 'e');
    }
    ExecutionRecord record =
        switch (type) {
          case 'i' -> new Identity(in.int64("id"), in.int32("openings"), in.int64("forgotten"));
          case 't' -> new Age(in.int64("age"));
          default ->
              throw new MalformedMessageException(
                  "type must be one of i, t, b, e (got octet " + type + ")");
        };
    in.end("a record");
    return record;
  }
}
