package org.dharch.cmanager.link;

import java.util.Optional;

/** The handshake of both ends of a connection before it is a link. Used by one thread at a time. */
public interface Handshake {

  /** The bytes of the largest block of a talk. */
  int MOST_BYTES = 4096;

  /**
   * A turn in it.
   *
   * @param say what is to be said to the other end
   * @param over whether the connection is a link now
   */
  record Step(Optional<byte[]> say, boolean over) {}

  /** The first block of the connecting end. */
  byte[] first();

  /**
   * Processes a block from the other end.
   *
   * @throws IllegalArgumentException if the other end is rejected, with the reason
   */
  Step heard(byte[] said);

  /** The user of the link after the handshake; called once. */
  LinkUser user(Link link);

  /** Makes the talks of one end. Safe for any thread. */
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
