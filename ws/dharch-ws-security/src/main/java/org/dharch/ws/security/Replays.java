package org.dharch.ws.security;

import java.time.Instant;

/**
 * Stores the signatures and nonces of received messages while they would still be accepted. A key
 * is added only after its message was verified. When the store is full, no message is accepted
 * until a key expires. Thread-safe.
 */
interface Replays extends AutoCloseable {
  /**
   * Adds {@code key}.
   *
   * @param message the message of the key; its own repetition is not a replay
   * @param until the key is stored at least until then
   * @return true if no other message had this key
   * @throws ReplaysFullException if the key cannot be stored
   */
  boolean isFirst(String key, String message, Instant until, Instant now)
      throws ReplaysFullException;

  @Override
  void close();
}
