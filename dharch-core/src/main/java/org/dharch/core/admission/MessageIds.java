package org.dharch.core.admission;

import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.MessageId;

/**
 * Makes ids: 64 random bits for the manager's life and a counter scattered by a bijection, so that
 * no two of one manager are alike and those of two managers are not but by a chance of 2^-64.
 */
public final class MessageIds {
  private final long high;
  private final AtomicLong counter;

  public MessageIds(long high, long first) {
    this.high = high;
    this.counter = new AtomicLong(first);
  }

  public MessageId next() {
    long z = counter.getAndIncrement();
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return new MessageId(high, z ^ (z >>> 31));
  }
}
