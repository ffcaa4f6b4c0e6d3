package org.dharch.cmanager.guard;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.dharch.cmanager.frame.RateLimitedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what our own broker refuses or drops and whom it shuts out, and says so every ten seconds
 * at most. Safe for any thread.
 */
public final class BrokerRefusals {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerRefusals.class);

  private final AtomicLong count = new AtomicLong();
  private final RateLimitedLog requests;
  private final RateLimitedLog unknown;
  private final RateLimitedLog dropped;

  public BrokerRefusals() {
    this(System::nanoTime);
  }

  public BrokerRefusals(LongSupplier nanoTime) {
    this.requests = new RateLimitedLog(nanoTime);
    this.unknown = new RateLimitedLog(nanoTime);
    this.dropped = new RateLimitedLog(nanoTime);
  }

  /** A client requested something that it has no right to. */
  void request(String what) {
    count.incrementAndGet();
    requests.say(n -> LOG.warn("Broker rejected requests count={} latest={}", n, what));
  }

  /** A reply was for a manager that is not there. */
  void dropped(String queue) {
    count.incrementAndGet();
    dropped.say(
        n -> LOG.warn("Broker dropped replies without a consumer count={} queue={}", n, queue));
  }

  /**
   * A connection without login was closed.
   *
   * @param why the reason
   */
  void unknown(String why, String address) {
    count.incrementAndGet();
    unknown.say(
        n ->
            LOG.warn(
                "Connections closed before login count={} from={} reason={}", n, address, why));
  }

  /** How much was refused, shut out or dropped. */
  public long count() {
    return count.get();
  }

  /** Says what was counted and not said yet; to be called now and then. */
  void look() {
    List.of(requests, unknown, dropped).forEach(RateLimitedLog::look);
  }
}
