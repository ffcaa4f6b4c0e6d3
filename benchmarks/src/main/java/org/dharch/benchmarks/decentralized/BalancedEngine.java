package org.dharch.benchmarks.decentralized;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Several engines behind a balancer that gives each its turn: seed 002's section 4, "Other
 * Experiments", has centralized ones on as many servers as the decentralized way has.
 */
final class BalancedEngine implements RouteEngine {
  private final List<RouteEngine> engines;
  private final AtomicInteger next = new AtomicInteger();

  BalancedEngine(List<RouteEngine> engines) {
    this.engines = List.copyOf(engines);
  }

  @Override
  public void take(PendingRequest asked) {
    engines.get(Math.floorMod(next.getAndIncrement(), engines.size())).take(asked);
  }

  @Override
  public void close() {
    engines.forEach(RouteEngine::close);
  }
}
