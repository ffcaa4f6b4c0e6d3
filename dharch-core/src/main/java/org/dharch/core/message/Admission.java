package org.dharch.core.message;

import java.time.Duration;
import org.dharch.api.MessageId;

/** The result of a submission. */
public sealed interface Admission {

  /** The message was accepted. Its gateway receives exactly one outcome. */
  record Accepted(MessageId id) implements Admission {}

  /**
   * A durable one-way message with a handler that no node hosts now. The message is in the store,
   * so its sender may get an acknowledgment. The manager processes it when its handlers are hosted.
   * The gateway that submitted it receives no outcome; the {@link
   * org.dharch.core.spi.ReplayGateway} does.
   */
  record Stored(MessageId id) implements Admission {}

  /**
   * No rule assigns a handler to the message. The manager does not take it; the container
   * continues.
   */
  record PassThrough() implements Admission {}

  /**
   * Every place is taken, or so many messages are before it that it would end too late; nothing was
   * kept.
   *
   * @param reason one line for the sender of the message
   * @param retryAfter when the sender had better come again
   */
  record Busy(String reason, Duration retryAfter) implements Admission {}

  /** The orchestration requires what cannot be executed; the message was dropped. */
  record Refused(Fault fault) implements Admission {}
}
