package org.dharch.core;

import org.dharch.core.spi.CManager;

/** A manager's end of no real transport: the test drives the receiver itself. */
abstract class HandTransport implements CManager {
  private final String address;

  HandTransport(String address) {
    this.address = address;
  }

  @Override
  public void start(Receiver value) {
    throw new AssertionError("the test drives the receiver itself");
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public void close() {}
}
