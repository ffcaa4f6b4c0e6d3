package org.dharch.cmanager.link;

/**
 * What a link bears with.
 *
 * @param blockBytes the largest block
 * @param handshakeMillis how long a connection may take until it is a link
 * @param aliveMillis an empty block is written after so long without another
 * @param silentMillis after so long without any block the link is closed
 * @param handshaking how many connections may be there that are no links yet
 * @param links how many links
 */
public record LinkBounds(
    int blockBytes,
    int handshakeMillis,
    int aliveMillis,
    int silentMillis,
    int handshaking,
    int links) {

  /** The usual ones. */
  public static LinkBounds of(int blockBytes) {
    return new LinkBounds(blockBytes, 5_000, 1_000, 3_000, 64, 256);
  }
}
