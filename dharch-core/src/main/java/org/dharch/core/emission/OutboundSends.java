package org.dharch.core.emission;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target;
import org.dharch.core.config.EmissionBounds;
import org.dharch.core.message.ExchangeProperties;

/**
 * Sends emissions that have passed their handlers to their addresses, with a bound on the number of
 * requests for all hosts and for each, so that a host that does not respond delays no others.
 * Emissions take turns, and so do the hosts of each. Used on the emission loop only.
 */
final class OutboundSends {
  /** An emission that has passed the handlers of flow out. */
  static final class Sending {
    final EmissionInHand emission;
    final byte[] envelope;
    final MessageProperties exchange;
    final List<Target.Address> addresses;

    /** The remaining addresses, by host. */
    private final Map<String, ArrayDeque<Integer>> left = new LinkedHashMap<>();

    Sending(EmissionInHand emission, byte[] envelope, MessageProperties properties) {
      this.emission = emission;
      this.envelope = envelope;
      this.exchange = ExchangeProperties.of(properties);
      this.addresses = emission.endpoint().orElseThrow().addresses();
      for (int address = 0; address < addresses.size(); address++) {
        left.computeIfAbsent(host(address), it -> new ArrayDeque<>()).add(address);
      }
    }

    private String host(int address) {
      var uri = addresses.get(address).uri();
      return (uri.getHost() + ":" + uri.getPort()).toLowerCase(Locale.ROOT);
    }

    /** Returns a request to the first host that allows one, and moves that host to the end. */
    private Optional<Send> next(Predicate<String> mayBe) {
      for (Iterator<Map.Entry<String, ArrayDeque<Integer>>> each = left.entrySet().iterator();
          each.hasNext(); ) {
        Map.Entry<String, ArrayDeque<Integer>> host = each.next();
        if (mayBe.test(host.getKey())) {
          Send send = new Send(this, host.getValue().remove(), host.getKey());
          each.remove();
          if (!host.getValue().isEmpty()) {
            left.put(host.getKey(), host.getValue());
          }
          return Optional.of(send);
        }
      }
      return Optional.empty();
    }
  }

  /** A request to one of the addresses. */
  static final class Send {
    final Sending of;
    final int address;
    private final String host;
    int tries;
    long at;

    Send(Sending of, int address, String host) {
      this.of = of;
      this.address = address;
      this.host = host;
    }

    EmissionInHand emission() {
      return of.emission;
    }
  }

  private final EmissionBounds bounds;
  private final ArrayDeque<Sending> waiting = new ArrayDeque<>();
  private final Set<Send> underWay = new LinkedHashSet<>();
  private final Map<String, Integer> hosts = new HashMap<>(); // active requests by host
  private long bytes; // size of active requests

  OutboundSends(EmissionBounds bounds) {
    this.bounds = bounds;
  }

  void add(Sending sending) {
    waiting.add(sending);
  }

  /** Returns the next request that can start now. */
  Optional<Send> next() {
    for (int n = waiting.size(); n > 0; n--) {
      if (!hasCapacity(waiting.peek())) {
        return Optional.empty();
      }
      Sending sending = waiting.remove();
      Optional<Send> next = sending.next(this::mayBeSentTo);
      if (!sending.left.isEmpty()) {
        waiting.add(sending);
      }
      if (next.isPresent()) {
        return next;
      }
    }
    return Optional.empty();
  }

  private boolean hasCapacity(Sending sending) {
    return underWay.size() < bounds.sends()
        && (underWay.isEmpty() || bytes + sending.envelope.length <= bounds.bytes());
  }

  private boolean mayBeSentTo(String host) {
    return hosts.getOrDefault(host, 0) < bounds.sendsToHost();
  }

  /** Returns whether the request can be repeated now. */
  boolean mayBegin(Send send) {
    return hasCapacity(send.of) && mayBeSentTo(send.host);
  }

  /** Marks the request as active. */
  void begin(Send send) {
    underWay.add(send);
    hosts.merge(send.host, 1, Integer::sum);
    bytes += send.of.envelope.length;
  }

  /** Marks the request as ended; returns false if it was not active. */
  boolean end(Send send) {
    if (!underWay.remove(send)) {
      return false;
    }
    hosts.computeIfPresent(send.host, (host, count) -> count == 1 ? null : count - 1);
    bytes -= send.of.envelope.length;
    return true;
  }

  /** Returns a copy of the active requests. */
  Collection<Send> underWay() {
    return List.copyOf(underWay);
  }
}
