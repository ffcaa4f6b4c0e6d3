package org.dharch.handlers;

/**
 * What a monitor tells besides its own figures. Here nothing of Micrometer is named: a class that
 * names it is not loaded where that is not there.
 */
interface MessageMeters extends AutoCloseable {
  /** One more, of this size. */
  void message(String flow, int size);

  @Override
  void close();
}
