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
import org.dharch.hemanager.loading.Closing;

/**
 * The versions of one handler on a node, each with its share of the messages (docs/adr/0022). Which
 * one a message gets follows from its id and the shares alone: whatever it is given again for, a
 * retry or what compensates its work, meets the same version, and on another node with the same
 * versions and shares, too. Safe for any thread.
 *
 * <p>A hundred buckets lie side by side, the versions on them in the order of their names; so a
 * share that is changed moves no more messages than it must.
 */
public final class HandlerVersions implements FormHandler {
  private static final int BUCKETS = 100;

  /** So many emissions are remembered of which the version is not the largest one. */
  private static final int MOST_EMISSIONS = 10_000;

  private final List<HandlerSlot> slots;
  private final List<HandlerSlot> buckets;
  private final HandlerSlot largest;

  private final Map<MessageId, HandlerSlot> emitters = // guarded by itself
      new LatestUsed<>(MOST_EMISSIONS);

  /**
   * Of {@code slots}, whose shares are a hundred in all.
   *
   * @throws IllegalArgumentException if they are not
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

  /** The version for a message of this id. */
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
    Closing.all("versions of handler '" + largest.spec().name() + "'", slots);
  }
}
