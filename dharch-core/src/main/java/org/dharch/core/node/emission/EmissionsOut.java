package org.dharch.core.node.emission;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.api.Target;
import org.dharch.core.spi.Ticker;

/**
 * The emissions of one node whose outcomes its handlers await. A handler is notified at most once
 * for each address, even if the outcome arrives repeatedly. Bounded; emissions past their deadline
 * are forgotten. Safe for any thread.
 */
final class EmissionsOut {
  /** The bound on emissions that wait for outcomes. */
  static final int BOUND = 50_000;

  /** How much longer than its deadline an emission is kept, because clocks and latencies differ. */
  private static final long GRACE_NANOS = 10_000_000_000L;

  /**
   * The time at which an emission is forgotten.
   *
   * @param number distinguishes emissions of the same instant
   */
  record Expiry(long at, long number, MessageId id) {}

  /**
   * @param notified the addresses of which its handler has been notified
   */
  record Out(String handler, int addresses, BitSet notified, Expiry expiry) {}

  private final Ticker ticker;
  private final int bound;
  final Map<MessageId, Out> all = new HashMap<>();
  private final NavigableSet<Expiry> expiries =
      new TreeSet<>(Comparator.comparingLong(Expiry::at).thenComparingLong(Expiry::number));
  private long number;

  EmissionsOut(Ticker ticker, int bound) {
    this.ticker = ticker;
    this.bound = bound;
  }

  /**
   * Adds {@code emissions} of {@code handler}, all or none; returns false if there is no capacity.
   * An emission that was already added, such as one of a repeated attempt, is kept for longer.
   */
  synchronized boolean add(String handler, List<Emission> emissions) {
    long now = ticker.nanos();
    while (!expiries.isEmpty() && expiries.first().at() - now <= 0) {
      forget(expiries.first().id());
    }
    if (all.size() + emissions.size() > bound) {
      return false;
    }
    for (Emission emission : emissions) {
      BitSet notified =
          Optional.ofNullable(all.get(emission.id())).map(Out::notified).orElse(new BitSet());
      forget(emission.id());
      long until = now + emission.deadline().toNanos() + GRACE_NANOS;
      Expiry expiry = new Expiry(until, number++, emission.id());
      all.put(emission.id(), new Out(handler, addresses(emission.target()), notified, expiry));
      expiries.add(expiry);
    }
    return true;
  }

  private static int addresses(Target target) {
    return target instanceof Target.Endpoint to ? to.addresses().size() : 1;
  }

  /** Removes the emission. */
  synchronized void forget(MessageId id) {
    Out out = all.remove(id);
    if (out != null) {
      expiries.remove(out.expiry());
    }
  }

  /**
   * Returns the handler to notify of {@code outcome}; empty if there is none, or it was notified
   * before.
   */
  synchronized Optional<String> record(MessageId id, Emitted outcome) {
    Out out = all.get(id);
    if (out == null) {
      return Optional.empty();
    }
    int address = address(outcome);
    if (address == Emitted.Failed.WHOLE) {
      forget(id);
      return out.notified().isEmpty() ? Optional.of(out.handler()) : Optional.empty();
    }
    if (address >= out.addresses() || out.notified().get(address)) {
      return Optional.empty();
    }
    out.notified().set(address);
    if (out.notified().cardinality() == out.addresses()) {
      forget(id);
    }
    return Optional.of(out.handler());
  }

  private static int address(Emitted outcome) {
    if (outcome instanceof Emitted.Sent sent) {
      return sent.address();
    }
    return outcome instanceof Emitted.Failed failed ? failed.address() : Emitted.Failed.WHOLE;
  }
}
