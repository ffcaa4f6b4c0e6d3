package org.dharch.handlers;

import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;

/** A conversion of messages. Thread-safe. */
interface Conversion {
  /** Converts a message; returns {@link Changes#NONE} if there is nothing to convert. */
  Changes convert(HandlerMessage message) throws Exception;

  /** Stops running conversions. */
  default void close() {}
}
