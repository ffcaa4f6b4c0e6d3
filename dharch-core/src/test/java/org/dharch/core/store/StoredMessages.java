package org.dharch.core.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;

/** Messages for the tests of stores. */
final class StoredMessages {
  private StoredMessages() {}

  static StoredMessage accepted(int number, int envelopeBytes) {
    Submission submission =
        Submission.of(
                Direction.IN,
                "Service",
                "operation",
                "urn:action",
                new MessageContent(
                    "x".repeat(envelopeBytes).getBytes(StandardCharsets.UTF_8),
                    MessageProperties.of(Map.of("text", "ä€𝄞", "number", 7L, "flag", true)),
                    Set.of(new HeaderRef(new QName("urn:h", "block"), 1))))
            .orchestration("named")
            .deadline(Duration.ofSeconds(3))
            .oneWay(true);
    StoreKey key = new StoreKey(new MessageId(42, number), 1_700_000_000_000L + number);
    return new StoredMessage(
        key, "named", "{A} {B,C}", submission, Optional.empty(), Optional.empty());
  }

  /** One that had not been accepted before it was halted. */
  static StoredMessage courtesy(int number, int envelopeBytes) {
    StoredMessage message = failed(number, envelopeBytes);
    return new StoredMessage(
        message.key(),
        message.orchestration(),
        "",
        message.submission(),
        message.failure(),
        Optional.empty());
  }

  /** One that nobody served when it came. */
  static StoredMessage refused(int number, int envelopeBytes) {
    StoredMessage message = courtesy(number, envelopeBytes);
    MessageId id = message.key().id();
    return message.failed(
        new FailureRecord(
            Instant.ofEpochMilli(1_700_000_000_500L),
            new Fault(Fault.Code.NOT_SERVED, "B", "no node is there"),
            Timeline.empty(id, message.orchestration())));
  }

  /** One that had. */
  static StoredMessage failed(int number, int envelopeBytes) {
    return accepted(number, envelopeBytes)
        .failed(
            new FailureRecord(
                Instant.ofEpochMilli(1_700_000_000_500L),
                new Fault(Fault.Code.HANDLER_FAILED, "B", "it threw"),
                new Timeline(
                    new MessageId(42, number),
                    "named",
                    10,
                    5000,
                    List.of(
                        new Timeline.Attempt(0, "A", "n~1", 1, 20, 900, 30, 500, "performed", -1),
                        new Timeline.Attempt(1, "B", "n~1", 2, 1000, -1, 0, 0, "failed", -1)),
                    77,
                    List.of("handler 'B' is tried again"))));
  }
}
