package org.dharch.core.flow;

/** The time for which a message holds its slot. */
public enum ConcurrencyLimitScope {
  /**
   * The message's handlers: the slot is free when they are done, and the service is not limited.
   */
  HANDLERS,

  /**
   * The whole request: the slot is free after the response of the service. Then DHArch, even
   * without a handler, is the transparent scheduler of seed 003.
   */
  REQUEST
}
