package org.dharch.benchmarks.subject;

/** Something that is called and calls back when it is done; what a closed loop measures. */
public interface Subject extends AutoCloseable {
  /**
   * Begins one operation.
   *
   * @param done called once, on any thread, with whether the answer was right
   */
  void begin(Done done);

  /** How an operation ends. */
  @FunctionalInterface
  interface Done {
    void done(boolean right);
  }

  @Override
  void close();
}
