package org.dharch.cmanager.link;

import java.util.function.Consumer;

/** A connection after its handshake. Safe for any thread. */
public interface Link {

  /** Whether the current thread is the one that reads and writes this link. */
  boolean isOwnThread();

  /** Runs {@code work} on the link's own thread soon; ignored if the link is closed. */
  void run(Runnable work);

  /** Whether more may be written now; otherwise {@link LinkUser#writable} reports when. */
  boolean isWritable();

  /**
   * Writes a block of this many bytes, which is sent with the next {@link #flush}. On the link's
   * own thread only.
   *
   * @param content writes the bytes in pieces, which are copied
   */
  void write(int length, Consumer<Consumer<byte[]>> content);

  /** Sends everything written. On the link's own thread only. */
  void flush();

  /** Stops or resumes reading. On the link's own thread only. */
  void reading(boolean on);

  /** Runs {@code work} after this many milliseconds, as {@link #run}. */
  void schedule(Runnable work, long millis);

  /** Closes the link; {@link LinkUser#closed} is called. */
  void close(String reason);

  /**
   * Closes the connection without its own thread, which is busy: the other end sees the close at
   * once, and {@link LinkUser#closed} is called when the thread returns.
   */
  void cut();
}
