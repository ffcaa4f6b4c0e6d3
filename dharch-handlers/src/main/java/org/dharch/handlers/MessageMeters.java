package org.dharch.handlers;

/**
 * Exports a monitor's figures to another system. Does not reference Micrometer, whose absence would
 * prevent the class from loading.
 */
interface MessageMeters extends AutoCloseable {
  /** Records a message of this size. */
  void message(String flow, int size);

  @Override
  void close();
}
