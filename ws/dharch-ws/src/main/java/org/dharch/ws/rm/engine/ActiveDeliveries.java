package org.dharch.ws.rm.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.ws.rm.RmAction;

/**
 * The active deliveries of this node, whose leases it renews. Forgets a delivery after its time
 * limit, because its result may be lost. Thread-safe.
 */
final class ActiveDeliveries {

  record Delivery(String key, long number, String owner) {}

  /** Times are 0 before the first renewal. */
  private static final class Lease {
    final Delivery delivery;
    long first;
    long renewed;

    Lease(Delivery delivery) {
      this.delivery = delivery;
    }
  }

  private final Map<String, Lease> deliveries = new ConcurrentHashMap<>();
  private final long renewMillis;
  private final long deliveryMillis;

  ActiveDeliveries(RmSettings settings) {
    renewMillis = settings.sink().leaseMillis() / 2;
    deliveryMillis = settings.deliveryMillis();
  }

  void register(RmResult result) {
    for (RmDirective directive : result.directives()) {
      if (directive.action() instanceof RmAction.Deliver deliver) {
        Delivery delivery =
            new Delivery(directive.sequence().key(), deliver.number(), deliver.owner());
        deliveries.put(deliver.owner(), new Lease(delivery));
      }
    }
  }

  void remove(String owner) {
    deliveries.remove(owner);
  }

  /** Returns the deliveries whose leases are half expired. */
  List<Delivery> toRenew(long now) {
    List<Delivery> due = new ArrayList<>();
    for (Iterator<Lease> all = deliveries.values().iterator(); all.hasNext(); ) {
      Lease lease = all.next();
      if (lease.first == 0) {
        lease.first = now;
        lease.renewed = now;
      } else if (now - lease.first > deliveryMillis) {
        all.remove();
      } else if (now - lease.renewed >= renewMillis) {
        lease.renewed = now;
        due.add(lease.delivery);
      }
    }
    return due;
  }
}
