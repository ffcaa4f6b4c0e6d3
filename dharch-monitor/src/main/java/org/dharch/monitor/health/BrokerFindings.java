package org.dharch.monitor.health;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.spi.BrokerState;

/** Checks a manager's brokers and their bridges, while it has one broker. */
final class BrokerFindings {
  private BrokerFindings() {}

  static List<Finding> of(List<BrokerState> brokers) {
    List<Finding> findings = new ArrayList<>();
    for (BrokerState broker : brokers) {
      if (!broker.connected()) {
        findings.add(away(broker));
      }
      broker.bridges().stream()
          .filter(bridge -> !bridge.connected())
          .forEach(bridge -> findings.add(cut(broker, bridge)));
    }
    return findings;
  }

  private static Finding away(BrokerState broker) {
    return new Finding(
        Finding.Grade.WARNING,
        "there is no connection to broker "
            + broker.address()
            + ", one of several: its nodes have come by another, or are gone",
        "start it again, or take it out of the lists of managers and nodes");
  }

  private static Finding cut(BrokerState broker, BridgeState bridge) {
    return new Finding(
        Finding.Grade.WARNING,
        "the bridge to broker "
            + bridge.to()
            + " is not connected, and so are all nodes behind it; "
            + bridge.waiting()
            + " messages wait for it",
        "look at that broker, at the way to it, and at the log of the broker at "
            + broker.address());
  }
}
