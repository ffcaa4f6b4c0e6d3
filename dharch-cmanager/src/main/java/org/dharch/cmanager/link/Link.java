package org.dharch.cmanager.link;

import java.util.function.Consumer;

/** A connection on which the talk is over. Safe for any thread. */
public interface Link {

  /** Whether the current thread is the one that reads and writes this link. */
  boolean isOwnThread();

  /** Has the link's own thread run {@code work} soon; not if the link is closed. */
  void run(Runnable work);

  /** Whether more may be written now; otherwise {@link LinkUser#writable} reports when. */
  boolean isWritable();

  /**
   * Writes a block of so many bytes, which leaves with the next {@link #flush}. By the link's own
   * thread only.
   *
   * @param content puts its bytes, in pieces, which are copied
   */
  void write(int length, Consumer<Consumer<byte[]>> content);

  /** Has all that was written leave. By the link's own thread only. */
  void flush();

  /** Stops or resumes reading. By the link's own thread only. */
  void reading(boolean on);

  /** Runs {@code work} after so many milliseconds, as {@link #run}. */
  void schedule(Runnable work, long millis);

  /** Closes it; {@link LinkUser#closed} is called. */
  void close(String reason);

  /**
   * Closes the connection without its own thread, which is busy: the other end sees the close at
   * once, and {@link LinkUser#closed} is called when the thread returns.
   */
  void cut();
}
