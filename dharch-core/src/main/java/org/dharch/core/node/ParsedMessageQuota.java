package org.dharch.core.node;

/**
 * How many forms of messages wait on a node for their next handlers, and of how large messages. A
 * form is several times as large as its message's bytes, so there is little room: without it the
 * next handler makes its own. Safe for any thread.
 */
final class ParsedMessageQuota {
  /** A tree of all the messages whose forms wait takes no more than the largest one. */
  private static final int PART = 8;

  private final int most;
  private final long mostBytes;
  private int forms; // guarded by this
  private long bytes; // guarded by this

  /**
   * Room for {@code most} forms, of messages of {@code mostBytes} together.
   *
   * @param most 1 or more
   */
  ParsedMessageQuota(int most, long mostBytes) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  static ParsedMessageQuota of(NodeConfig config) {
    return new ParsedMessageQuota(config.workers(), config.largest() / PART);
  }

  /** Takes a place for the form of a message of {@code size} bytes; false if there is none. */
  synchronized boolean enter(long size) {
    if (forms == most || size > mostBytes - bytes) {
      return false;
    }
    forms++;
    bytes += size;
    return true;
  }

  /** Gives the place back. */
  synchronized void leave(long size) {
    forms--;
    bytes -= size;
  }

  synchronized boolean isEmpty() {
    return forms == 0 && bytes == 0;
  }
}
