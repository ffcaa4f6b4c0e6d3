package org.dharch.hemanager.reload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.spi.FormHandler;
import org.dharch.hemanager.loading.Closeables;

/**
 * The versions of one handler on a node, each with its weight (docs/adr/0022). The version of a
 * message depends only on its id and the weights: so a retry or a compensation uses the same
 * version, also on another node with the same versions and weights. Safe for any thread.
 *
 * <p>The versions divide a hundred buckets in the order of their names, so that a changed weight
 * moves as few messages as possible.
 */
public final class HandlerVersions implements FormHandler {
  private static final int BUCKETS = 100;

  /** The bound on remembered emissions, without those of the version with the largest weight. */
  private static final int MOST_EMISSIONS = 10_000;

  private final List<HandlerSlot> slots;
  private final List<HandlerSlot> buckets;
  private final HandlerSlot largest;

  private final Map<MessageId, HandlerSlot> emitters = // guarded by itself
      new LatestUsed<>(MOST_EMISSIONS);

  /**
   * @param slots the versions, whose weights sum to a hundred
   * @throws IllegalArgumentException if they do not
   */
  public HandlerVersions(List<HandlerSlot> slots) {
    List<HandlerSlot> sorted = new ArrayList<>(slots);
    sorted.sort(Comparator.comparing(slot -> slot.spec().version()));
    List<HandlerSlot> places = new ArrayList<>(BUCKETS);
    for (HandlerSlot slot : sorted) {
      for (int i = 0; i < slot.spec().weight(); i++) {
        places.add(slot);
      }
    }
    if (places.size() != BUCKETS) {
      throw new IllegalArgumentException(
          "weights must be 100 in total (got " + places.size() + ")");
    }
    this.slots = List.copyOf(slots);
    this.buckets = List.copyOf(places);
    this.largest =
        sorted.stream().max(Comparator.comparingInt(slot -> slot.spec().weight())).orElseThrow();
  }

  HandlerSlot of(MessageId id) {
    long mixed = mix(id.high() ^ mix(id.low()));
    return buckets.get((int) Long.remainderUnsigned(mixed, BUCKETS));
  }

  /** Ids of one manager differ in a few bits only: SplitMix64's finalizer spreads them. */
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  @Override
  public Changes handle(HandlerMessage message, Forms forms) throws Exception {
    HandlerSlot slot = of(message.id());
    return noted(slot, slot.handle(message, forms));
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    HandlerSlot slot = of(message.id());
    return noted(slot, slot.handle(message));
  }

  private Changes noted(HandlerSlot slot, Changes changes) {
    if (changes != null) {
      changes.emissions().forEach(emission -> emits(slot, emission));
    }
    return changes;
  }

  /** Records that this version emits a message, to notify it of the outcome. */
  public void emits(String version, Emission emission) {
    slots.stream()
        .filter(slot -> slot.spec().version().equals(version))
        .findFirst()
        .ifPresent(slot -> emits(slot, emission));
  }

  private void emits(HandlerSlot slot, Emission emission) {
    if (slot != largest) {
      synchronized (emitters) {
        emitters.put(emission.id(), slot);
      }
    }
  }

  @Override
  public void ended(HandlerMessage message, Ending ending) throws Exception {
    of(message.id()).ended(message, ending);
  }

  @Override
  public void emitted(MessageId id, Emitted outcome) throws Exception {
    HandlerSlot slot;
    synchronized (emitters) {
      slot = emitters.get(id);
    }
    (slot == null ? largest : slot).emitted(id, outcome);
  }

  @Override
  public void close() {
    Closeables.all("versions of handler '" + largest.spec().name() + "'", slots);
  }
}
