package org.dharch.handlers;

import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;

/** One way to convert. Any thread. */
interface Conversion {
  /** Converts a message; {@link Changes#NONE} if it has nothing to convert. */
  Changes convert(HandlerMessage message) throws Exception;

  /** Stops its running work. */
  default void close() {}
}
