package org.dharch.benchmarks.decentralized;

/** What does with a request to FindRoute what one of the paper's ways does. Any thread. */
interface RouteEngine extends AutoCloseable {
  /** Takes a request; it is answered later, on another thread. */
  void take(PendingRequest asked);

  @Override
  void close();
}
