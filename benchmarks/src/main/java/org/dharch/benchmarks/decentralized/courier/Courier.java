package org.dharch.benchmarks.decentralized.courier;

import java.io.IOException;

/** Sends parcels one way between partitions. Any thread. */
public interface Courier extends AutoCloseable {
  /**
   * Sends a parcel to a partition or an origin.
   *
   * @throws IOException if sending fails
   */
  void send(String place, Parcel parcel) throws IOException;

  @Override
  void close();
}
