package org.dharch.core.store;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;
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
 *  processed      list of header                             maxProcessed, 10,000
 *  failure        optional {@link FailureRecordFormat}
 * </pre>
 */
record StoredHead(
    long sinceMillis,
    String orchestration,
    String plan,
    Direction flow,
    String service,
    String operation,
    String action,
    Optional<String> named,
    Optional<Duration> deadline,
    boolean oneWay,
    Set<HeaderRef> processed,
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
    out.list("processed", submission.processed(), PROCESSED, (o, h) -> o.header("processed", h));
    out.optional(stored.failure(), FailureRecordFormat::write);
  }

  /** Reads the next head; invalid values may cause an IllegalArgumentException. */
  static StoredHead read(WireReader in) {
    return new StoredHead(
        in.int64("since"),
        StoredText.read(in, "orchestration"),
        StoredText.read(in, "plan"),
        Direction.parse(StoredText.read(in, "flow")),
        StoredText.read(in, "service"),
        StoredText.read(in, "operation"),
        StoredText.read(in, "action"),
        ifPresent(in.flag("named"), StoredText.read(in, "named")),
        ifPresent(in.flag("deadline"), in.duration("deadline")),
        in.flag("oneWay"),
        new HashSet<>(in.list("processed", PROCESSED, r -> r.header("processed"))),
        in.optional("failure", FailureRecordFormat::read));
  }

  private static <T> Optional<T> ifPresent(boolean present, T value) {
    return present ? Optional.of(value) : Optional.empty();
  }

  /** The stored message with this head. */
  StoredMessage stored(MessageId id, MessageProperties properties, byte[] envelope) {
    Submission submission =
        new Submission(
                flow, service, operation, action, envelope, properties, processed, named, deadline)
            .oneWay(oneWay);
    return new StoredMessage(
        new StoreKey(id, sinceMillis), orchestration, plan, submission, failure);
  }
}
