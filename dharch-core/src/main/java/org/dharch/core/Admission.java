package org.dharch.core;

import java.time.Duration;
import org.dharch.core.message.MessageId;

/** The answer to a submission. */
public sealed interface Admission {

  /** The message is in; its gateway will hear of its end exactly once. */
  record Accepted(MessageId id) implements Admission {}

  /** No rule gives the message any handler: it was not taken in, the container just goes on. */
  record PassThrough() implements Admission {}

  /** Every place is taken; nothing was kept. */
  record Busy(int bound, Duration retryAfter) implements Admission {}

  /** The message cannot be executed as its orchestration asks; nothing was kept. */
  record Refused(Fault fault) implements Admission {}
}
