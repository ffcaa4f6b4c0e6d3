package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.spi.BrokerState;

/**
 * The pages of a broker in a separate process, and of the managers' brokers. Safe for any thread.
 */
public final class BrokerPages {
  private BrokerPages() {}

  /**
   * The pages of a broker.
   *
   * @param address where clients reach it
   * @param bridges the current state of its bridges
   */
  public static AdminPages of(String address, Supplier<List<BridgeState>> bridges) {
    Metrics metrics = Metrics.ofBridges(bridges);
    return new AdminPages(
        Optional::empty,
        Map.of(
            "/metrics",
            metrics.page(),
            "/api/status",
            AdminPage.withoutParameters(
                () -> {
                  ObjectNode status = Json.object().put("kind", "broker").put("ready", true);
                  status.put("pid", ProcessHandle.current().pid()).put("address", address);
                  add(status, bridges.get());
                  return Json.answer(status);
                })));
  }

  /** Adds the manager's brokers to {@code status}. */
  static void addAll(ObjectNode status, List<BrokerState> brokers) {
    ArrayNode all = status.putArray("brokers");
    for (BrokerState broker : brokers) {
      ObjectNode of = all.addObject().put("address", broker.address());
      of.put("connected", broker.connected()).put("nodes", broker.nodes());
      add(of, broker.bridges());
    }
  }

  private static void add(ObjectNode of, List<BridgeState> bridges) {
    ArrayNode all = of.putArray("bridges");
    for (BridgeState bridge : bridges) {
      ObjectNode one = all.addObject().put("to", bridge.to());
      one.put("connected", bridge.connected());
      add(one.putObject("out"), bridge.out());
      add(one.putObject("in"), bridge.in());
      one.put("waiting", bridge.waiting());
    }
  }

  private static void add(ObjectNode way, BridgeState.Carried carried) {
    way.put("messages", carried.messages());
    way.put("bytes", carried.bytes()).put("dropped", carried.dropped());
  }
}
