package org.dharch.core;

/**
 * Something that a virtual clock will come to; of two at the same time, the first made is first.
 *
 * @param at nanoseconds of that clock
 * @param order how many were made before
 */
record ScheduledEvent(long at, long order, Runnable what) implements Comparable<ScheduledEvent> {
  @Override
  public int compareTo(ScheduledEvent other) {
    return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
  }
}
