package org.dharch.handlers;

/**
 * Exports a monitor's figures to another system. Does not reference Micrometer, because a class
 * that references it cannot be loaded without it.
 */
interface MessageMeters extends AutoCloseable {
  /** One more, of this size. */
  void message(String flow, int size);

  @Override
  void close();
}
