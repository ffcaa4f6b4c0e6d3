package org.dharch.axis2;

import java.time.Duration;
import org.dharch.api.MessageId;
import org.dharch.axis2.message.SubmittedMessage;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.Submission;

/** What has become of a message that came to the gateway. */
sealed interface IntakeResult {

  /** Nothing: it has no handlers and no turn to wait for. */
  record Untouched() implements IntakeResult {}

  /** It is under way, and its thread waits for its end. */
  record Held(SubmittedMessage message, MessageId id, Submission submission)
      implements IntakeResult {}

  /** It is under way in a context of its own, with a place reserved; its thread is free. */
  record Detached(SubmittedMessage message) implements IntakeResult {}

  /** It is in the store, and comes back by itself; its thread is free. */
  record Stored() implements IntakeResult {}

  /** There is no place for it now, or no node: later there may be. */
  record Busy(FaultReply reply, Duration retryAfter) implements IntakeResult {}

  /** It cannot be taken in at all. */
  record Refused(FaultReply reply) implements IntakeResult {}
}
