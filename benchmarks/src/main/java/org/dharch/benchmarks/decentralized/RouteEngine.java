package org.dharch.benchmarks.decentralized;

/** Orchestrates a request to FindRoute in one of the paper's variants. Any thread. */
interface RouteEngine extends AutoCloseable {
  /** Accepts a request; another thread answers it later. */
  void accept(PendingRequest request);

  @Override
  void close();
}
