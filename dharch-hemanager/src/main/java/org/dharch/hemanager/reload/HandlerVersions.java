package org.dharch.hemanager.reload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.spi.FormHandler;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.hemanager.document.HandlerSpec;
import org.dharch.hemanager.loading.Closeables;

/**
 * The versions of one handler on a node, each with its weight (docs/adr/0022). {@link
 * HandlerVersion#of} chooses the version of a message. Safe for any thread.
 */
public final class HandlerVersions implements FormHandler {
  /** The bound on remembered emissions, without those of the version with the largest weight. */
  private static final int MOST_EMISSIONS = 10_000;

  private final List<HandlerSlot> slots;
  private final List<HandlerVersion> versions = new ArrayList<>();
  private final HandlerSlot largest;

  private final Map<MessageId, HandlerSlot> emitters = // guarded by itself
      new LatestUsed<>(MOST_EMISSIONS);

  /**
   * @param slots the versions, whose weights sum to a hundred
   * @throws IllegalArgumentException if they do not
   */
  public HandlerVersions(List<HandlerSlot> slots) {
    this.slots = List.copyOf(slots);
    for (HandlerSlot slot : slots) {
      HandlerSpec spec = slot.spec();
      versions.add(new HandlerVersion(spec.name(), spec.version(), spec.weight()));
    }
    int sum = versions.stream().mapToInt(HandlerVersion::weight).sum();
    if (sum != HandlerVersion.WEIGHTS) {
      throw new IllegalArgumentException("weights must be 100 in total (got " + sum + ")");
    }
    this.largest =
        slots.stream()
            .sorted(Comparator.comparing(slot -> slot.spec().version()))
            .max(Comparator.comparingInt(slot -> slot.spec().weight()))
            .orElseThrow();
  }

  HandlerSlot of(MessageId id) {
    String version =
        HandlerVersion.of(versions, largest.spec().name(), id).orElse(largest.spec().version());
    return slot(version).orElse(largest);
  }

  private Optional<HandlerSlot> slot(String version) {
    return slots.stream().filter(slot -> slot.spec().version().equals(version)).findFirst();
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
    slot(version).ifPresent(slot -> emits(slot, emission));
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
