package org.dharch.cmanager.guard;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.dharch.core.text.RateLimitedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what the embedded broker rejects and drops, and logs it at most every ten seconds. Safe
 * for any thread.
 */
public final class BrokerRefusals {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerRefusals.class);

  private final AtomicLong count = new AtomicLong();
  private final RateLimitedLog requestLog;
  private final RateLimitedLog countUnauthenticated;
  private final RateLimitedLog countDropped;

  public BrokerRefusals() {
    this(System::nanoTime);
  }

  public BrokerRefusals(LongSupplier nanoTime) {
    this.requestLog = new RateLimitedLog(nanoTime);
    this.countUnauthenticated = new RateLimitedLog(nanoTime);
    this.countDropped = new RateLimitedLog(nanoTime);
  }

  /** Counts a rejected request of a client. */
  void countRequest(String request) {
    count.incrementAndGet();
    requestLog.count(n -> LOG.warn("Broker rejected requests count={} latest={}", n, request));
  }

  /** Counts a reply that was dropped because its manager is absent. */
  void countDropped(String queue) {
    count.incrementAndGet();
    countDropped.count(
        n -> LOG.warn("Broker dropped replies without a consumer count={} queue={}", n, queue));
  }

  /** Counts a connection that was closed without a login. */
  void countUnauthenticated(String reason, String address) {
    count.incrementAndGet();
    countUnauthenticated.count(
        n ->
            LOG.warn(
                "Connections closed before login count={} from={} reason={}", n, address, reason));
  }

  /** Returns the number of rejections, closed connections and drops. */
  public long count() {
    return count.get();
  }

  void logPending() {
    List.of(requestLog, countUnauthenticated, countDropped).forEach(RateLimitedLog::logPending);
  }
}
