package org.dharch.core;

/**
 * Something that a virtual clock will come to; of two at the same time, the first made is first.
 *
 * @param at nanoseconds of that clock
 * @param order how many were made before
 */
record Later(long at, long order, Runnable what) implements Comparable<Later> {
  @Override
  public int compareTo(Later other) {
    return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
  }
}
