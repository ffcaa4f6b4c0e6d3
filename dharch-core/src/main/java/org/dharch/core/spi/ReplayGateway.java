package org.dharch.core.spi;

import java.util.Optional;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Submission;

/**
 * A container's door for messages that come out of the store: replayed ones, and accepted ones
 * after a restart. There is no client. What is {@link #completed} goes to its service, whose
 * answer, if there is one, is discarded; then the manager is told {@link
 * org.dharch.core.DHManager#delivered} or {@link org.dharch.core.DHManager#undelivered}.
 *
 * @param <C> the container's context
 */
public interface ReplayGateway<C> extends Gateway<C> {
  /**
   * Makes a container's context for {@code message}. Called on the store's thread or a caller's of
   * {@code DHManager.replay}; may take its time.
   *
   * @return empty if that is not possible now but may be later: the service is not deployed yet,
   *     all places are taken; it is asked again
   * @throws DHArchException if it will never be possible; the message tells why
   */
  Optional<C> newContext(Submission message);

  /** A context that {@link #newContext} made is not needed: the manager had no room. */
  void discard(C context);
}
