package org.dharch.cmanager.link;

import io.netty.channel.EventLoopGroup;
import java.util.Optional;

/** Receives the events of a connection. */
interface ChannelWatch {
  /** Called when the connection has passed the first stage of the handshake. */
  void handshakeAdvanced(LinkChannel one);

  /** Returns whether the connection may become a link, after its handshake. */
  boolean mayOpen(LinkChannel one);

  /** The threads for the link; empty to keep the current one. */
  Optional<EventLoopGroup> threads();

  /**
   * Called when it is closed.
   *
   * @param wasLink whether {@link #mayOpen} was true of it
   */
  void closed(LinkChannel one, boolean wasLink, String reason);
}
