package org.dharch.cmanager.link;

import java.util.Optional;

/** The handshake of both ends of a connection before it is a link. Used by one thread at a time. */
public interface Handshake {

  /** The size of the largest block of a handshake. */
  int MOST_BYTES = 4096;

  /**
   * The result of processing a block.
   *
   * @param reply the block for the other end, if any
   * @param isDone whether the connection is now a link
   */
  record Step(Optional<byte[]> reply, boolean isDone) {}

  /** The first block of the connecting end. */
  byte[] first();

  /**
   * Processes a block from the other end.
   *
   * @throws IllegalArgumentException if the other end is rejected, with the reason
   */
  Step receive(byte[] bytes);

  /** The user of the link after the handshake; called once. */
  LinkUser user(Link link);

  /** Creates the handshakes of one end. Safe for any thread. */
  interface Handshakes {
    /**
     * Starts a handshake on a new connection.
     *
     * @param channel identifies the connection for both ends: with TLS the digest of the
     *     certificate that one end has presented; empty without TLS
     */
    Handshake begin(byte[] channel);
  }
}
