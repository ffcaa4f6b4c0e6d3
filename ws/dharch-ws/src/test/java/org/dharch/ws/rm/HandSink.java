package org.dharch.ws.rm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A sequence at its sink that is stepped by hand. */
final class HandSink {
  static final SequenceId ID = new SequenceId("urn:a:1");

  final HandHeld held = new HandHeld();
  SinkSequence sequence;
  long now = 1_000_000;
  private final SinkSettings settings;
  private final SplittableRandom random = new SplittableRandom(1);
  private List<RmAction> last = List.of();

  HandSink(Terms terms, SinkSettings settings) {
    this.settings = settings;
    sequence = SinkSequence.none(ID, terms);
  }

  /** One that is created, with the default settings. */
  static HandSink created(Terms terms) {
    return created(terms, SinkSettings.DEFAULT);
  }

  static HandSink created(Terms terms, SinkSettings settings) {
    HandSink sink = new HandSink(terms, settings);
    sink.on(new RmEvent.Create(RmMessage.NEVER, Optional.empty()));
    return sink;
  }

  /** Every action that is not the store's affair. */
  List<RmAction> on(RmEvent.AtSink event) {
    RmStep<SinkSequence> step = sequence.on(event, held, settings, random, now);
    sequence = step.sequence();
    held.apply(step.actions());
    last = step.actions().stream().filter(it -> !(it instanceof RmAction.InStore)).toList();
    return last;
  }

  List<RmAction> oneWay(long number) {
    return on(new RmEvent.OneWay(number, false, false, ("e" + number).getBytes(UTF_8), true));
  }

  List<RmAction> request(long number, String owner) {
    return on(new RmEvent.Request(number, owner, false, 10_000, 0, true));
  }

  /** Lets time go on until then, and the sequence have its moments. */
  List<RmAction> later(long millis) {
    now += millis;
    List<RmAction> actions = List.of();
    if (sequence.dueAt() <= now) {
      actions = on(new RmEvent.SinkTime());
    }
    return actions;
  }

  /** The emission that is on its way with this message. */
  String hand(long number) {
    return held.message(number).owner();
  }

  /** What has been acknowledged on the back-channel by the last event. */
  void acknowledges(String ranges) {
    List<Acknowledgement> acknowledged =
        last.stream()
            .filter(RmAction.Acknowledge.class::isInstance)
            .map(it -> ((RmAction.Acknowledge) it).acknowledgement())
            .toList();
    boolean isFinal = sequence.state() != SinkState.CREATED;
    assertEquals(List.of(new Acknowledgement(ID, Ranges.parse(ranges), isFinal)), acknowledged);
  }

  /** The numbers that the last event has set on their way. */
  List<Long> delivers() {
    return last.stream()
        .filter(RmAction.Deliver.class::isInstance)
        .map(it -> ((RmAction.Deliver) it).number())
        .toList();
  }

  /** The kind of fault that the last event is answered with. */
  Optional<Refusal.Kind> fault() {
    return last.stream()
        .filter(RmAction.Refuse.class::isInstance)
        .map(it -> ((RmAction.Refuse) it).refusal().kind())
        .findFirst();
  }
}
