package org.dharch.cmanager.link;

import io.netty.channel.EventLoopGroup;
import java.util.Optional;

/** Receives the events of a connection. */
interface ChannelWatch {
  /** It is one of those that are let in, as it seems: it said what only few can. */
  void isFarther(LinkChannel one);

  /** Whether it may be a link, now that its talk is over. */
  boolean opens(LinkChannel one);

  /** The threads that it has as a link; empty: those that it has. */
  Optional<EventLoopGroup> threads();

  /**
   * It is closed.
   *
   * @param wasLink whether {@link #opens} was true of it
   */
  void closed(LinkChannel one, boolean wasLink, String reason);
}
