package org.dharch.core.message;

import java.time.Duration;
import org.dharch.api.MessageId;

/** The answer to a submission. */
public sealed interface Admission {

  /** The message is in; its gateway will hear of its end exactly once. */
  record Accepted(MessageId id) implements Admission {}

  /**
   * A durable one-way message for which nobody serves a handler now: it is in the store, its sender
   * may be told so, and it goes on by itself when its handlers are served. The gateway that handed
   * it in does not hear of it again; the {@link org.dharch.core.spi.ReplayGateway} does.
   */
  record Stored(MessageId id) implements Admission {}

  /** No rule gives the message any handler: it was not taken in, the container just goes on. */
  record PassThrough() implements Admission {}

  /**
   * Every place is taken, or so many messages are before it that it would end too late; nothing was
   * kept.
   *
   * @param reason one line for the sender of the message
   * @param retryAfter when the sender had better come again
   */
  record Busy(String reason, Duration retryAfter) implements Admission {}

  /** The message cannot be executed as its orchestration asks; nothing was kept. */
  record Refused(Fault fault) implements Admission {}
}
