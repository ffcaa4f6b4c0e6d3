package org.dharch.core.node.parsed;

/**
 * Bounds the parsed forms of messages that wait on a node for their next handlers, by count and by
 * the size of the messages. A form is several times as large as its message's bytes, so there is
 * little capacity; without a form the next handler parses the message itself. Safe for any thread.
 */
public final class ParsedMessageQuota {
  private final int most;
  private final long mostBytes;
  int forms; // guarded by this
  long bytes; // guarded by this

  /**
   * @param most the number of forms, 1 or more
   * @param mostBytes the size of their messages together
   */
  public ParsedMessageQuota(int most, long mostBytes) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /** Takes a slot for the form of a message of {@code size} bytes; false if there is none. */
  synchronized boolean enter(long size) {
    if (forms == most || size > mostBytes - bytes) {
      return false;
    }
    forms++;
    bytes += size;
    return true;
  }

  /** Returns the slot. */
  synchronized void leave(long size) {
    forms--;
    bytes -= size;
  }
}
