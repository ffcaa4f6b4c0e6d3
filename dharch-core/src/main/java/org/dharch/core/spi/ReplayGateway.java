package org.dharch.core.spi;

import java.util.Optional;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Submission;

/**
 * A container's gateway for stored messages: replayed ones, and accepted ones after a restart.
 * There is no client. A {@link #completed} message goes to its service, whose response is
 * discarded. Then the gateway calls {@link org.dharch.core.DHManager#delivered} or {@link
 * org.dharch.core.DHManager#undelivered}.
 *
 * @param <C> the container's context
 */
public interface ReplayGateway<C> extends Gateway<C> {
  /**
   * Creates a container's context for {@code message}. Called on the store's thread or on a
   * caller's of {@code DHManager.replay}; may take its time.
   *
   * @return empty if that is not possible now but may be later, such as when the service is not
   *     deployed yet or all slots are taken; it is called again
   * @throws DHArchException if it will never be possible; the message gives the reason
   */
  Optional<C> newContext(Submission message);

  /** A context of {@link #newContext} is not needed, because the manager had no capacity. */
  void discard(C context);
}
