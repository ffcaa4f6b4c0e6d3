package org.dharch.core;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.spi.CManager;
import org.dharch.core.wire.NodeId;

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

  /** What nodes were told, each behind its name. */
  final List<String> told = new ArrayList<>();

  @Override
  public void sendWarning(NodeId node, String notice) {
    told.add(node + ": " + notice);
  }

  /** Which nodes were told that they are taken in. */
  final List<NodeId> registered = new ArrayList<>();

  @Override
  public void welcome(NodeId node) {
    registered.add(node);
  }

  @Override
  public void close() {}
}
