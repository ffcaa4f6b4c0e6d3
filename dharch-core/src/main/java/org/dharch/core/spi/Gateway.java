package org.dharch.core.spi;

import org.dharch.core.message.Outcome;

/**
 * A container's door to DHArch (seed 000, section 3.1.1): the entrance and exit of messages. The
 * container's side implements it and hands messages in through {@link
 * org.dharch.core.DHManager#admit}; for every message that was accepted exactly one of the three
 * methods is called, exactly once, with the container's own context taken out of CMCQueue.
 *
 * <p>They are called on DHArch's threads, or on the admitting thread before {@code admit} returns.
 * They must not block and should hand longer work to the container's threads; what they throw is
 * logged and counted.
 *
 * @param <C> the container's context; DHArch never looks inside
 */
public interface Gateway<C> {
  void completed(C context, Outcome.Completed outcome);

  void failed(C context, Outcome.Failed outcome);

  /**
   * A handler has answered the message itself, or accepted it. Its service is not to be called; the
   * answer is to go to the requester through the handlers of the response.
   */
  void responded(C context, Outcome.Responded outcome);

  /**
   * Whether this gateway says when it takes a completed message to its service: {@link
   * org.dharch.core.DHManager#handOver} right before, or {@link
   * org.dharch.core.DHManager#undelivered} if it does not, one of both for each. For one that does
   * not say so, a message is taken to its service when {@link #completed} is called. It matters for
   * messages that are answered and whose orchestration says {@code recover="compensate"}: until
   * then the manager's next life compensates what their handlers did.
   */
  default boolean handsOver() {
    return false;
  }
}
