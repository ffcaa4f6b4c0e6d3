package org.dharch.ws.rm.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.ws.rm.RmAction;

/**
 * The active deliveries of this node, whose leases it renews. A delivery that exceeds its time
 * limit is given up, because its result may be lost. Thread-safe.
 */
final class Underway {

  /** One delivery. */
  record Delivery(String key, long number, String by) {}

  /** When it was first and last seen, by the caller's clock; 0 if not yet. */
  private static final class Times {
    final Delivery delivery;
    long first;
    long renewed;

    Times(Delivery delivery) {
      this.delivery = delivery;
    }
  }

  private final Map<String, Times> deliveries = new ConcurrentHashMap<>();
  private final long renewMillis;
  private final long deliveryMillis;

  Underway(RmSettings settings) {
    renewMillis = settings.sink().leaseMillis() / 2;
    deliveryMillis = settings.deliveryMillis();
  }

  /** Registers the deliveries that the caller is about to start. */
  void note(RmResult result) {
    for (RmDirective directive : result.directives()) {
      if (directive.action() instanceof RmAction.Deliver deliver) {
        Delivery delivery =
            new Delivery(directive.sequence().key(), deliver.number(), deliver.by());
        deliveries.put(deliver.by(), new Times(delivery));
      }
    }
  }

  void over(String by) {
    deliveries.remove(by);
  }

  /** Returns the deliveries whose leases are half expired. */
  List<Delivery> toRenew(long now) {
    List<Delivery> half = new ArrayList<>();
    for (Iterator<Times> all = deliveries.values().iterator(); all.hasNext(); ) {
      Times times = all.next();
      if (times.first == 0) {
        times.first = now;
        times.renewed = now;
      } else if (now - times.first > deliveryMillis) {
        all.remove();
      } else if (now - times.renewed >= renewMillis) {
        times.renewed = now;
        half.add(times.delivery);
      }
    }
    return half;
  }
}
