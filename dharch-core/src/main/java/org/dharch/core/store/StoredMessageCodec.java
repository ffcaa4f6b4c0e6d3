package org.dharch.core.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import javax.xml.namespace.QName;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;

/**
 * A stored message as bytes. Big-endian:
 *
 * <pre>
 *  'D' 'H' 'S' version(1) | CRC-32 of what follows (4)
 *  head length (4) head: the key, the submission's texts, the header blocks processed, the halt
 *  message length (4) message: id, properties and envelope as {@link DMFormatCodec} writes them
 * </pre>
 *
 * Reading trusts nothing: a record that was cut off, damaged, or is past a limit is refused with a
 * {@link MalformedMessageException}, and no length is believed before it is checked.
 */
final class StoredMessageCodec {
  private static final byte VERSION = 1;
  private static final int MAX_ATTEMPTS = 10_000;
  private static final int MAX_NOTES = 1000;
  private static final int MAX_PROCESSED = 10_000;

  private final DMFormatCodec messages;

  StoredMessageCodec(Limits limits) {
    this.messages = new DMFormatCodec(limits);
  }

  /**
   * Its bytes.
   *
   * @throws MalformedMessageException if it is past a limit
   */
  byte[] encode(StoredMessage stored) {
    Submission submission = stored.submission();
    byte[] head = head(stored);
    byte[] message =
        messages.encode(
            new DMFormat(stored.key().id(), submission.properties(), submission.envelope()));
    ByteBuffer out = ByteBuffer.allocate(8 + 4 + head.length + 4 + message.length);
    out.put((byte) 'D').put((byte) 'H').put((byte) 'S').put(VERSION).putInt(0);
    out.putInt(head.length).put(head).putInt(message.length).put(message);
    out.putInt(4, checksum(out.array()));
    return out.array();
  }

  private static int checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 8, bytes.length - 8);
    return (int) crc.getValue();
  }

  private static byte[] head(StoredMessage stored) {
    Submission submission = stored.submission();
    RecordWriter out = new RecordWriter();
    out.big(stored.key().sinceMillis()).text(stored.orchestration()).text(stored.plan());
    out.text(submission.flow().toString()).text(submission.service());
    out.text(submission.operation()).text(submission.action());
    out.flag(submission.orchestration().isPresent()).text(submission.orchestration().orElse(""));
    out.flag(submission.deadline().isPresent());
    out.big(submission.deadline().orElse(Duration.ZERO).toNanos()).flag(submission.oneWay());
    out.whole(submission.processed().size());
    for (HeaderRef block : submission.processed()) {
      out.text(block.name().getNamespaceURI()).text(block.name().getLocalPart());
      out.whole(block.occurrence());
    }
    out.flag(stored.halt().isPresent());
    stored.halt().ifPresent(halt -> halt(halt, out));
    return out.toBytes();
  }

  private static void halt(Halt halt, RecordWriter out) {
    out.big(halt.at().toEpochMilli()).text(halt.fault().code().name());
    out.text(halt.fault().handler()).text(halt.fault().reason());
    Timeline timeline = halt.timeline();
    out.id(timeline.id()).text(timeline.orchestration());
    out.big(timeline.selectedNanos()).big(timeline.endedNanos()).big(timeline.mergeNanos());
    List<Timeline.Attempt> attempts = first(timeline.attempts(), MAX_ATTEMPTS);
    out.whole(attempts.size());
    for (Timeline.Attempt attempt : attempts) {
      out.whole(attempt.stage()).text(attempt.handler()).text(attempt.node());
      out.whole(attempt.number()).big(attempt.sentNanos()).big(attempt.receivedNanos());
      out.big(attempt.queueNanos()).big(attempt.runNanos()).text(attempt.result());
    }
    List<String> notes = first(timeline.notes(), MAX_NOTES);
    out.whole(notes.size());
    notes.forEach(out::text);
  }

  private static <T> List<T> first(List<T> all, int max) {
    return all.size() <= max ? all : all.subList(0, max);
  }

  /**
   * The message that {@code bytes} hold.
   *
   * @throws MalformedMessageException if they hold none, or one past a limit
   */
  StoredMessage decode(byte[] bytes) {
    try {
      RecordReader in = new RecordReader(ByteBuffer.wrap(bytes));
      if (in.one() != 'D' || in.one() != 'H' || in.one() != 'S') {
        throw new MalformedMessageException("not a stored message: it does not begin with 'DHS'");
      }
      byte version = in.one();
      if (version != VERSION) {
        throw new MalformedMessageException(
            "version " + version + " of a stored message; " + VERSION + " is understood");
      }
      if (in.whole() != checksum(bytes)) {
        throw new MalformedMessageException("damaged or cut off: its checksum is wrong");
      }
      byte[] head = in.bytes(bytes.length);
      DMFormat message = messages.decode(in.bytes(bytes.length));
      in.end();
      return stored(new RecordReader(ByteBuffer.wrap(head)), message);
    } catch (BufferUnderflowException e) {
      throw new MalformedMessageException("cut off: " + bytes.length + " bytes are too few", e);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("not a stored message: " + e.getMessage(), e);
    }
  }

  private static StoredMessage stored(RecordReader in, DMFormat message) {
    StoreKey key = new StoreKey(message.id(), in.big());
    String orchestration = in.text();
    String plan = in.text();
    Direction flow = Direction.parse(in.text());
    String service = in.text();
    String operation = in.text();
    String action = in.text();
    Optional<String> named = optional(in.flag(), in.text());
    Optional<Duration> deadline = optional(in.flag(), Duration.ofNanos(in.big()));
    boolean oneWay = in.flag();
    Set<HeaderRef> processed = new HashSet<>();
    for (int n = in.count(MAX_PROCESSED, 12); n > 0; n--) {
      processed.add(new HeaderRef(new QName(in.text(), in.text()), in.whole()));
    }
    Optional<Halt> halt = in.flag() ? Optional.of(halt(in)) : Optional.empty();
    in.end();
    Submission submission =
        new Submission(
                flow,
                service,
                operation,
                action,
                message.payload(),
                message.properties(),
                processed,
                named,
                deadline)
            .oneWay(oneWay);
    return new StoredMessage(key, orchestration, plan, submission, halt);
  }

  private static <T> Optional<T> optional(boolean present, T value) {
    return present ? Optional.of(value) : Optional.empty();
  }

  private static Halt halt(RecordReader in) {
    Instant at = Instant.ofEpochMilli(in.big());
    Fault fault = new Fault(Fault.Code.valueOf(in.text()), in.text(), in.text());
    var id = in.id();
    String orchestration = in.text();
    long selected = in.big();
    long ended = in.big();
    long merge = in.big();
    List<Timeline.Attempt> attempts = new ArrayList<>();
    for (int n = in.count(MAX_ATTEMPTS, 52); n > 0; n--) {
      attempts.add(
          new Timeline.Attempt(
              in.whole(),
              in.text(),
              in.text(),
              in.whole(),
              in.big(),
              in.big(),
              in.big(),
              in.big(),
              in.text()));
    }
    List<String> notes = new ArrayList<>();
    for (int n = in.count(MAX_NOTES, 4); n > 0; n--) {
      notes.add(in.text());
    }
    return new Halt(
        at, fault, new Timeline(id, orchestration, selected, ended, attempts, merge, notes));
  }
}
