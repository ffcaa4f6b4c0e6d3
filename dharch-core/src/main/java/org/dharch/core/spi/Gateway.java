package org.dharch.core.spi;

import org.dharch.core.message.Outcome;

/**
 * A container's door to DHArch (seed 000, section 3.1.1): the entrance and exit of messages. The
 * container's side implements it and hands messages in through {@link
 * org.dharch.core.DHManager#admit}; for every message that was accepted exactly one of the two
 * methods is called, exactly once, with the container's own context taken out of CMCQueue.
 *
 * <p>Both are called on DHArch's threads, or on the admitting thread before {@code admit} returns.
 * They must not block and should hand longer work to the container's threads; what they throw is
 * logged and counted.
 *
 * @param <C> the container's context; DHArch never looks inside
 */
public interface Gateway<C> {
  void completed(C context, Outcome.Completed outcome);

  void halted(C context, Outcome.Halted outcome);
}
