package org.dharch.ws.rm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A sequence at its source that is stepped by hand. */
final class HandSource {
  static final SequenceId ID = new SequenceId("urn:a:1");

  final HandHeld held = new HandHeld();
  SourceSequence sequence;
  long now = 1_000_000;
  private final SourceSettings settings;
  private final SplittableRandom random = new SplittableRandom(1);
  private List<RmAction> last = List.of();

  HandSource(Terms terms, SourceSettings settings, boolean isOffered) {
    this.settings = settings;
    sequence = SourceSequence.none("key", terms, isOffered);
  }

  /** One that is being created. */
  static HandSource creating(Terms terms) {
    HandSource source = new HandSource(terms, SourceSettings.DEFAULT, false);
    source.on(new RmEvent.Open(Optional.empty(), RmMessage.NEVER));
    return source;
  }

  /** One that is created. */
  static HandSource created(Terms terms) {
    HandSource source = creating(terms);
    source.created();
    return source;
  }

  /** One that its sink has offered. */
  static HandSource offered(Terms terms) {
    HandSource source = new HandSource(terms, SourceSettings.DEFAULT, true);
    source.on(new RmEvent.Open(Optional.of(ID), RmMessage.NEVER));
    return source;
  }

  List<RmAction> created() {
    return on(new RmEvent.Created(ID, RmMessage.NEVER, false));
  }

  /** Every action that is not the store's affair. */
  List<RmAction> on(RmEvent.AtSource event) {
    RmStep<SourceSequence> step = sequence.on(event, held, settings, random, now);
    sequence = step.sequence();
    held.apply(step.actions());
    last = step.actions().stream().filter(it -> !(it instanceof RmAction.InStore)).toList();
    return last;
  }

  List<RmAction> send(String owner) {
    return send(owner, false);
  }

  List<RmAction> send(String owner, boolean isLast) {
    return on(new RmEvent.Send(owner, ("e" + owner).getBytes(UTF_8), isLast, 5_000, 0, true));
  }

  List<RmAction> acknowledge(String ranges) {
    return on(new RmEvent.Acknowledged(Ranges.parse(ranges), false));
  }

  /** Lets time go on until then, and the sequence have each of its moments. */
  List<RmAction> later(long millis) {
    long until = now + millis;
    List<RmAction> actions = List.of();
    while (sequence.dueAt() <= until) {
      now = Math.max(now, sequence.dueAt());
      List<RmAction> more = on(new RmEvent.SourceTime());
      actions = more.isEmpty() ? actions : more;
    }
    now = until;
    return actions;
  }

  /** How long until it is due. */
  long pause() {
    return sequence.dueAt() - now;
  }

  SourceState state() {
    return sequence.state();
  }

  /** The kind of fault that the last event is answered with. */
  Optional<Refusal.Kind> fault() {
    return last.stream()
        .filter(RmAction.Refuse.class::isInstance)
        .map(it -> ((RmAction.Refuse) it).refusal().kind())
        .findFirst();
  }
}
