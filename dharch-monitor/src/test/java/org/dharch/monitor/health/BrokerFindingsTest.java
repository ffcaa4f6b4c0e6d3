package org.dharch.monitor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.spi.BrokerState;
import org.junit.jupiter.api.Test;

class BrokerFindingsTest {
  private static final BridgeState.Carried NOTHING = new BridgeState.Carried(0, 0, 0);

  private static BrokerState broker(String address, boolean connected, BridgeState... bridges) {
    return new BrokerState(address, connected, 1, List.of(bridges));
  }

  private static BridgeState bridge(boolean connected) {
    return new BridgeState("tcp://far:1", connected, NOTHING, NOTHING, 7);
  }

  @Test
  void existingLinksAreValid() {
    assertEquals(List.of(), BrokerFindings.of(List.of(broker("tcp://a:1", true, bridge(true)))));
    assertEquals(List.of(), BrokerFindings.of(List.of()));
  }

  @Test
  void lostBrokerAndCutBridgeAreReported() {
    List<String> output =
        BrokerFindings.of(
                List.of(broker("tcp://a:1", true, bridge(false)), broker("tcp://b:1", false)))
            .stream()
            .map(finding -> finding.grade() + " " + finding.what())
            .toList();
    assertEquals(
        List.of(
            "WARNING the bridge to broker tcp://far:1 is not connected, and so are all nodes behind"
                + " it; 7 messages wait for it",
            "WARNING there is no connection to broker tcp://b:1, one of several: its nodes have"
                + " come by another, or are gone"),
        output);
  }
}
