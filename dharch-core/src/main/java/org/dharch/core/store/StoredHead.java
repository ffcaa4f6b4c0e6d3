package org.dharch.core.store;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;
import org.dharch.core.wire.bytes.StoredText;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * The part of a record besides id, properties and envelope. In the types of {@link WireWriter}:
 *
 * <pre>
 *  field          type                                       bound
 *  since          int64, milliseconds since 1970
 *  orchestration  text                                       {@link StoredText}, as all texts
 *  plan           text
 *  flow           text: {@link Direction}
 *  service        text
 *  operation      text
 *  action         text
 *  named          flag, then text, which is empty if 0
 *  deadline       flag, then duration, which is 0 if 0
 *  oneWay         flag
 *  client         text
 *  processed      list of header                             maxProcessed, 10,000
 *  failure        optional {@link FailureRecordFormat}
 * </pre>
 */
record StoredHead(
    long sinceMillis,
    String orchestration,
    String plan,
    Submission submission,
    Optional<FailureRecord> failure) {
  private static final WireBound PROCESSED = new WireBound("maxProcessed", 10_000);

  static void write(WireWriter out, StoredMessage stored) {
    Submission submission = stored.submission();
    out.int64(stored.key().sinceMillis());
    StoredText.write(out, "orchestration", stored.orchestration());
    StoredText.write(out, "plan", stored.plan());
    StoredText.write(out, "flow", submission.flow().toString());
    StoredText.write(out, "service", submission.service());
    StoredText.write(out, "operation", submission.operation());
    StoredText.write(out, "action", submission.action());
    out.flag(submission.orchestration().isPresent());
    StoredText.write(out, "named", submission.orchestration().orElse(""));
    out.flag(submission.deadline().isPresent());
    out.duration("deadline", submission.deadline().orElse(Duration.ZERO));
    out.flag(submission.oneWay());
    StoredText.write(out, "client", submission.client());
    out.list("processed", submission.processed(), PROCESSED, (o, h) -> o.header("processed", h));
    out.optional(stored.failure(), FailureRecordFormat::write);
  }

  /** Reads the next head; invalid values may cause an IllegalArgumentException. */
  static StoredHead read(WireReader in) {
    return new StoredHead(
        in.int64("since"),
        StoredText.read(in, "orchestration"),
        StoredText.read(in, "plan"),
        submission(in),
        in.optional("failure", FailureRecordFormat::read));
  }

  /** Reads the submission, without its properties and its envelope. */
  private static Submission submission(WireReader in) {
    Direction flow = Direction.parse(StoredText.read(in, "flow"));
    String service = StoredText.read(in, "service");
    String operation = StoredText.read(in, "operation");
    String action = StoredText.read(in, "action");
    Optional<String> named = ifPresent(in.flag("named"), StoredText.read(in, "named"));
    Optional<Duration> deadline = ifPresent(in.flag("deadline"), in.duration("deadline"));
    boolean oneWay = in.flag("oneWay");
    String client = StoredText.read(in, "client");
    Set<HeaderRef> processed =
        new HashSet<>(in.list("processed", PROCESSED, r -> r.header("processed")));
    MessageContent content = new MessageContent(new byte[0], MessageProperties.empty(), processed);
    return new Submission(
        flow,
        service,
        operation,
        action,
        content,
        named,
        deadline,
        oneWay,
        client,
        Optional.empty());
  }

  private static <T> Optional<T> ifPresent(boolean present, T value) {
    return present ? Optional.of(value) : Optional.empty();
  }

  /** The stored message with this head. */
  StoredMessage stored(MessageId id, MessageProperties properties, byte[] envelope) {
    MessageContent content = new MessageContent(envelope, properties, submission.processed());
    return new StoredMessage(
        new StoreKey(id, sinceMillis),
        orchestration,
        plan,
        submission.with(content),
        failure,
        Optional.empty());
  }
}
