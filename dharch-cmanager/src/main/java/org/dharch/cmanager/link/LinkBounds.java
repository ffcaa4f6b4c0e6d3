package org.dharch.cmanager.link;

/**
 * The bounds of links.
 *
 * @param blockBytes the largest block
 * @param handshakeMillis the longest handshake
 * @param aliveMillis an empty block is written after this time without another
 * @param silentMillis the link is closed after this time without any block
 * @param handshaking the bound on connections in their handshake
 * @param links the bound on links
 */
public record LinkBounds(
    int blockBytes,
    int handshakeMillis,
    int aliveMillis,
    int silentMillis,
    int handshaking,
    int links) {

  /** The default bounds. */
  public static LinkBounds of(int blockBytes) {
    return new LinkBounds(blockBytes, 5_000, 1_000, 3_000, 64, 256);
  }
}
