package org.dharch.ws.security;

import java.time.Instant;

/**
 * What has come, and may not come again as long as it would be taken for new: signatures and
 * nonces, after all else of their message has been found right, so that nobody without a key can
 * fill it. It is bounded; when it is full nothing is taken until something is out of date, since
 * what is forgotten could come again. Any thread.
 */
interface Replays extends AutoCloseable {
  /**
   * Notes that {@code key} has come.
   *
   * @param message the message with which it came: one that is performed again is no replay
   * @param until until when it is remembered at least
   * @return whether it had not come with another message
   * @throws ReplaysFullException if nothing more can be remembered
   */
  boolean isFirst(String key, String message, Instant until, Instant now)
      throws ReplaysFullException;

  @Override
  void close();
}
