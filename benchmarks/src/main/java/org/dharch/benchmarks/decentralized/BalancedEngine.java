package org.dharch.benchmarks.decentralized;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Several engines behind a round-robin balancer: seed 002's section 4, "Other Experiments", has as
 * many centralized servers as the decentralized set-up.
 */
final class BalancedEngine implements RouteEngine {
  private final List<RouteEngine> engines;
  private final AtomicInteger next = new AtomicInteger();

  BalancedEngine(List<RouteEngine> engines) {
    this.engines = List.copyOf(engines);
  }

  @Override
  public void accept(PendingRequest request) {
    engines.get(Math.floorMod(next.getAndIncrement(), engines.size())).accept(request);
  }

  @Override
  public void close() {
    engines.forEach(RouteEngine::close);
  }
}
