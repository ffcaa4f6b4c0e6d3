package org.dharch.benchmarks.subject;

/** An asynchronous operation with a callback, which a closed loop measures. */
public interface Subject extends AutoCloseable {
  /**
   * Starts one operation.
   *
   * @param done called once, on any thread, with whether the answer was right
   */
  void begin(Done done);

  /** Receives the end of an operation. */
  @FunctionalInterface
  interface Done {
    void done(boolean right);
  }

  @Override
  void close();
}
