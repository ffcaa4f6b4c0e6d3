package org.dharch.cmanager.link;

import java.util.Optional;

/**
 * What both ends of one connection say to each other before it is a link. Used by one thread at a
 * time.
 */
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

  /** What the end that has connected says first. */
  byte[] first();

  /**
   * What follows from what the other end said.
   *
   * @throws IllegalArgumentException if it is not to be let in, saying why
   */
  Step heard(byte[] said);

  /** What uses the link, once the talk is over; called once. */
  LinkUser user(Link link);

  /** Makes the talks of one end. Safe for any thread. */
  interface Handshakes {
    /**
     * A talk on a new connection.
     *
     * @param channel what tells this connection from all others, for both ends: of TLS the digest
     *     of the certificate that one end has shown; empty without TLS
     */
    Handshake begin(byte[] channel);
  }
}
