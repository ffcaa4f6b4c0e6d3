package org.dharch.benchmarks.decentralized;

import java.io.IOException;

/** Carries parcels from one partition to another, one way. Any thread. */
interface Courier extends AutoCloseable {
  /**
   * Sends a parcel to a partition, or to an origin.
   *
   * @throws IOException if it could not be sent
   */
  void send(String place, Parcel parcel) throws IOException;

  @Override
  void close();
}
