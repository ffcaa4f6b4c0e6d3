package org.dharch.ws.rm.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.ws.rm.RmAction;

/**
 * The deliveries that this node has under way, whose leases it renews. One that takes longer than a
 * delivery may is given up: its end may have been told to nobody. Any thread.
 */
final class Underway {

  /** One delivery. */
  record Delivery(String key, long number, String by) {}

  /** When it was seen first and last, by the clock of whoever asks; 0 if not yet. */
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

  /** Notes what the caller is about to deliver. */
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

  /** Those whose leases are half over. */
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
