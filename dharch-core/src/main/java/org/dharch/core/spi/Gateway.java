package org.dharch.core.spi;

import org.dharch.core.message.Outcome;

/**
 * A container's gateway (seed 000, section 3.1.1). The container implements it and submits messages
 * through {@link org.dharch.core.DHManager#admit}. For every accepted message exactly one of the
 * three methods is called, exactly once, with the container's own context from CMCQueue.
 *
 * <p>They are called on DHArch's threads, or on the admitting thread before {@code admit} returns.
 * They must not block and should pass longer work to the container's threads; exceptions are logged
 * and counted.
 *
 * @param <C> the container's context, opaque to DHArch
 */
public interface Gateway<C> {
  void completed(C context, Outcome.Completed outcome);

  void failed(C context, Outcome.Failed outcome);

  /**
   * A handler has responded to the message itself, or accepted it. Its service must not be called;
   * the response goes to the requester through the handlers of the response flow.
   */
  void responded(C context, Outcome.Responded outcome);

  /**
   * Whether this gateway reports the delivery of a completed message to its service: {@link
   * org.dharch.core.DHManager#handOver} right before, or {@link
   * org.dharch.core.DHManager#undelivered} if it is not delivered. Otherwise a message counts as
   * delivered when {@link #completed} is called. It matters for messages with a response and {@code
   * recover="compensate"}: until the delivery the manager's next incarnation compensates their
   * handlers.
   */
  default boolean handsOver() {
    return false;
  }
}
