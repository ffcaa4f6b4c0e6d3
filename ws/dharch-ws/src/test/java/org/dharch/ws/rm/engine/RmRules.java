package org.dharch.ws.rm.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SinkSettings;
import org.dharch.ws.rm.SinkState;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.store.RmUsage;

/**
 * The rules of reliable messaging (docs/rm.md), checked against what the network and the
 * applications saw, not against what the engines believe.
 */
final class RmRules {

  /** Within what time a node looks at what is due: its timer's, and the rest of another's lease. */
  private static final long LOOKED_AT_MILLIS = 5_000;

  /** Within what time after the last fault what waits is fetched: one may still be in a hand. */
  private static final long FETCHED_MILLIS = 16_000;

  /** What number a message has got. */
  private record Numbered(String key, long number) {}

  /** A response, and what its sequence is called on the wire. */
  private record Waiting(SequenceId id, String response) {}

  private final RmSimulation simulation;

  /** What each sequence has promised. */
  private final Map<String, Ranges> acknowledged = new HashMap<>();

  private final Map<String, Ranges> effects = new HashMap<>();
  private final Map<String, Ranges> excused = new HashMap<>();
  private final Map<String, String> payloads = new HashMap<>();
  private final Map<String, SequenceId> created = new HashMap<>();
  private final Map<String, Numbered> sent = new HashMap<>();

  /** The response of each request that has one. */
  private final Map<Numbered, String> responses = new HashMap<>();

  /** Sequences that may discard; a node that dies does not tell what it discarded. */
  private final Set<String> discarding = new HashSet<>();

  /** When a sequence that is over was first seen with nothing left to do. */
  private final Map<String, Long> done = new HashMap<>();

  /** The responses that whoever lacks them can fetch. */
  private final Map<Numbered, Waiting> waiting = new HashMap<>();

  /** What clients have refused, as their ends of the sequences were over. */
  private final Set<SequenceId> refused = new HashSet<>();

  /** What is listed as lost at its source. */
  private final Map<String, Ranges> lostAtSource = new HashMap<>();

  private boolean isDisturbed;
  private boolean isDead;

  RmRules(RmSimulation simulation) {
    this.simulation = simulation;
  }

  /** From now on a message may come to its service twice, which only its key tells. */
  void disturbed() {
    isDisturbed = true;
  }

  /** From now on what was lost may have been told to nobody. */
  void died() {
    isDead = true;
  }

  // ---- what was seen

  /** A response has a number, and waits from now on for its client to fetch it. */
  void waits(String key, long number, SequenceId id, String response) {
    waiting.put(new Numbered(key, number), new Waiting(id, response));
  }

  /** A client takes nothing more of this sequence. */
  void refused(SequenceId id) {
    refused.add(id);
  }

  /** An application has taken a message; with OncePerKey it does something the first time only. */
  void delivered(SimulatedSite site, SinkSequence sink, long number, String payload) {
    String key = sink.key();
    simulation.trace(() -> "taken: " + payload + " as " + key + "/" + number);
    Ranges before = effects.getOrDefault(key, Ranges.EMPTY);
    if (before.contains(number)) {
      if (!isDisturbed) {
        throw new Broken(2, payload + " was taken twice though nothing had died");
      }
      return;
    }
    effects.put(key, before.add(number));
    String earlier = payloads.put(payload, key + "/" + number);
    if (earlier != null) {
      throw new Broken(2, payload + " was taken as " + earlier + " and as " + key + "/" + number);
    }
    if (sink.terms().assurance().inOrder()) {
      inOrder(site, key, number, before);
    }
  }

  /** A response is about to go out: a request that was served twice has the first one, always. */
  void responds(SinkSequence sink, long number, String response) {
    Numbered request = new Numbered(sink.key(), number);
    String first = responses.putIfAbsent(request, response);
    if (first != null && !first.equals(response)) {
      throw new Broken(
          2, request + " is responded to with " + response + ", and was with " + first);
    }
  }

  private void inOrder(SimulatedSite site, String key, long number, Ranges before) {
    if (before.max() > number) {
      throw new Broken(3, key + ": " + number + " was taken after " + before.max());
    }
    Optional<RmSequence> now = site.store.transact(key, tx -> tx.sequence(key));
    if (now.isPresent() && ((SinkSequence) now.get()).state() == SinkState.CREATED) {
      for (long m = before.max() + 1; m < number; m++) {
        long missing = m;
        Optional<RmMessage> it = site.store.transact(key, tx -> tx.messages(key).at(missing));
        if (it.map(RmMessage::state).filter(MessageState.GIVEN_UP::equals).isEmpty()) {
          throw new Broken(3, key + ": " + number + " was taken, and " + missing + " was not");
        }
      }
    }
  }

  /** An acknowledgement is about to go out. */
  void acknowledges(SimulatedSite site, SinkSequence sink, Acknowledgement ack) {
    String key = sink.key();
    Ranges known = acknowledged.getOrDefault(key, Ranges.EMPTY);
    Ranges taken = effects.getOrDefault(key, Ranges.EMPTY);
    Ranges fresh = ack.ranges().subtract(known).subtract(taken);
    fresh = fresh.subtract(excused.getOrDefault(key, Ranges.EMPTY));
    boolean isDiscarding = sink.terms().behavior() != IncompleteSequenceBehavior.NO_DISCARD;
    boolean mayBeDiscarded = isDiscarding && sink.state() != SinkState.CREATED;
    if (isDiscarding) {
      discarding.add(key);
    }
    for (int r = 0; r < fresh.count() && !mayBeDiscarded; r++) {
      for (long n = fresh.lower(r); n <= fresh.upper(r); n++) {
        isStored(site, key, n);
      }
    }
    acknowledged.put(key, known.addAll(ack.ranges()));
  }

  private static void isStored(SimulatedSite site, String key, long number) {
    Optional<RmMessage> kept = site.store.transact(key, tx -> tx.messages(key).at(number));
    if (kept.filter(message -> message.bytes() > 0).isEmpty()) {
      throw new Broken(4, key + "/" + number + " is acknowledged and was not stored: " + kept);
    }
  }

  /** A message that says nothing but that it is the last: nobody takes it. */
  void empty(SequenceId id, long number) {
    excuse(id.value(), Ranges.of(number, number));
  }

  private void excuse(String key, Ranges numbers) {
    excused.merge(key, numbers, Ranges::addAll);
  }

  void told(SimulatedSite site, RmDirective told) {
    simulation.trace(() -> site.name + " tells " + told.action());
    String key = told.sequence().key();
    if (told.action() instanceof RmAction.Discarded discarded) {
      if (told.sequence().terms().behavior() == IncompleteSequenceBehavior.NO_DISCARD) {
        throw new Broken(1, key + " discards " + discarded.numbers() + " unasked");
      }
      excuse(key, discarded.numbers());
    } else if (told.action() instanceof RmAction.Lost lost) {
      if (!hasContent(site, key, lost.numbers()).equals(lost.numbers())) {
        throw new Broken(11, key + " lists a message without content as lost: " + lost);
      }
      isNotTaken((SourceSequence) told.sequence(), lost);
      if (!isFetchable(lost)) {
        lostAtSource.merge(key, lost.numbers(), Ranges::addAll);
      }
    } else if (told.action() instanceof RmAction.GaveUp gaveUp) {
      excuse(key, Ranges.of(gaveUp.number(), gaveUp.number()));
    }
  }

  /**
   * The client has had the time to fetch it, and room to take it. Where both stores are full of
   * what the other is to take, nothing goes on until one sequence is over by its inactivity.
   */
  private boolean isFetchable(RmAction.Lost lost) {
    return simulation.isHealed(FETCHED_MILLIS)
        && lost.reason().contains("silent")
        && simulation.client().store.transact("", tx -> tx.usage()).messages()
            < simulation.settings().limits().maxMessages();
  }

  /** A source that has long had a network asks for the acknowledgement of what was taken. */
  private void isNotTaken(SourceSequence source, RmAction.Lost lost) {
    boolean isAsking = simulation.isHealed(FETCHED_MILLIS) && lost.reason().contains("silent");
    if (isAsking && source.terms().hasAddress()) {
      String key = source.id().orElseThrow().value();
      Ranges taken = effects.getOrDefault(key, Ranges.EMPTY);
      if (!lost.numbers().subtract(taken).equals(lost.numbers())) {
        throw new Broken(11, key + " lists as lost what was taken: " + lost + " of " + taken);
      }
    }
  }

  /** Those of the numbers whose message has content: an application waits for it. */
  private static Ranges hasContent(SimulatedSite site, String key, Ranges numbers) {
    Ranges found = Ranges.EMPTY;
    for (int r = 0; r < numbers.count(); r++) {
      for (long n = numbers.lower(r); n <= numbers.upper(r); n++) {
        long number = n;
        Optional<RmMessage> message = site.store.transact(key, tx -> tx.messages(key).at(number));
        if (message.filter(it -> it.bytes() > 0).isPresent()) {
          found = found.add(number);
        }
      }
    }
    return found;
  }

  void fault(Refusal refusal) {
    switch (refusal.kind()) {
      case SEQUENCE_TERMINATED, UNKNOWN_SEQUENCE, SEQUENCE_CLOSED -> {}
      default -> throw new Broken(9, "a fault that there is no reason for: " + refusal);
    }
  }

  void answeredToAck(RmDirective answer) {
    if (answer.action() instanceof RmAction.Refuse refuse
        && ((SourceSequence) answer.sequence()).state() != SourceState.CREATING) {
      throw new Broken(9, "an acknowledgement is refused: " + refuse + " of " + answer.sequence());
    }
  }

  void created(String request, SequenceId id) {
    SequenceId before = created.putIfAbsent(request, id);
    if (before != null && !before.equals(id)) {
      throw new Broken(9, request + " has created " + before + " and " + id);
    }
  }

  void sent(RmDirective answer, String payload) {
    if (answer.action() instanceof RmAction.SendNow now) {
      String key = ((SourceSequence) answer.sequence()).id().orElseThrow().value();
      Numbered before = sent.put(payload, new Numbered(key, now.number()));
      if (before != null && !before.equals(sent.get(payload))) {
        throw new Broken(2, payload + " has the numbers " + before + " and " + sent.get(payload));
      }
    }
  }

  // ---- at every transaction

  /** The bounds of what is kept. */
  void committed(SimulatedSite site, String about) {
    RmLimits limits = simulation.settings().limits();
    RmSequence sequence = site.store.transact(about, tx -> tx.sequence(about)).orElse(null);
    if (sequence instanceof SinkSequence sink) {
      SinkSettings bounds = simulation.settings().sink();
      bound("ranges", sink.received().count(), bounds.maxRanges());
      bound("held", sink.counts().held(), bounds.maxHeld());
      bound("delivering", sink.counts().delivering(), bounds.maxDelivering());
      bound("serving", sink.counts().serving(), bounds.maxHeld());
    } else if (sequence instanceof SourceSequence source) {
      int most = simulation.settings().source().maxInFlight() + 1; // 1.0's empty last message
      bound("in flight", source.unacknowledged().size(), most);
    }
    RmUsage usage = site.store.transact("", tx -> tx.usage());
    // what another node's transaction has under way at that moment comes on top: a pair, a message
    bound("sequences", usage.sequences(), limits.maxSequences() + 2);
    bound("bytes", usage.bytes(), limits.maxBytes() + 10);
  }

  private static void bound(String what, long is, long most) {
    if (is > most) {
      throw new Broken(6, is + " " + what + "; " + most + " may be");
    }
  }

  // ---- when nothing fails any more

  /**
   * What is over goes when its time has come, and not only when it is looked at for another reason.
   */
  void forgotten() {
    for (SimulatedSite site : List.of(simulation.client(), simulation.service())) {
      long now = simulation.now() + site.clockOffset;
      for (RmSequence sequence : simulation.sequences(site)) {
        if (sequence instanceof SinkSequence sink
            && sink.state() == SinkState.TERMINATED
            && sink.counts().held() + sink.counts().serving() == 0
            && now
                    - Math.max(
                        sink.times().expiresAt(), done.computeIfAbsent(sink.key(), key -> now))
                > LOOKED_AT_MILLIS) {
          throw new Broken(5, "at " + now + " nobody has looked at " + sink);
        }
        if (sequence instanceof SourceSequence source) {
          isOverWithItsRequests(site, source);
        } else if (sequence instanceof SinkSequence sink && sink.state() == SinkState.CREATED) {
          hasRequests(site, sink);
        }
      }
    }
  }

  /**
   * On the back-channel the responses' sequence is over with that of the requests, as soon as every
   * response is acknowledged: nothing else can end it.
   */
  private static void isOverWithItsRequests(SimulatedSite site, SourceSequence source) {
    if (!source.isOffered() || !source.terms().endpoint().isEmpty()) {
      return;
    }
    boolean isOver =
        source.state() == SourceState.TERMINATED || source.state() == SourceState.FAILED;
    String requests = source.terms().offered();
    Optional<RmSequence> sink = site.store.transact(requests, tx -> tx.sequence(requests));
    boolean hasRequests =
        sink.filter(it -> ((SinkSequence) it).state() != SinkState.TERMINATED).isPresent();
    if (!isOver
        && !hasRequests
        && hasContent(site, source.key(), source.unacknowledged()).isEmpty()) {
      throw new Broken(11, "every response is acknowledged, and its sequence goes on: " + source);
    }
  }

  /** A client on the back-channel expects no response once its requests are over. */
  private static void hasRequests(SimulatedSite site, SinkSequence responses) {
    String requests = responses.terms().offered();
    boolean isOver =
        site.store
            .transact(requests, tx -> tx.sequence(requests))
            .filter(SourceSequence.class::isInstance)
            .map(SourceSequence.class::cast)
            .filter(source -> !source.isOffered() && source.terms().acksOnBackChannel())
            .filter(source -> source.state() == SourceState.TERMINATED)
            .isPresent();
    if (isOver) {
      throw new Broken(11, "the requests are over, and their responses are not: " + responses);
    }
  }

  // ---- at the end

  /** Whether nothing is left but what waits for an operator. */
  boolean isQuiet() {
    return left(simulation.client()).isEmpty() && left(simulation.service()).isEmpty();
  }

  private List<RmSequence> left(SimulatedSite site) {
    return simulation.sequences(site).stream().filter(it -> !waitsForAnOperator(site, it)).toList();
  }

  private static boolean waitsForAnOperator(SimulatedSite site, RmSequence sequence) {
    if (sequence instanceof SourceSequence source) {
      return source.state() == SourceState.FAILED;
    }
    SinkSequence sink = (SinkSequence) sequence;
    List<RmMessage> kept =
        site.store.transact(
            sink.key(), tx -> tx.messages(sink.key()).between(1, Long.MAX_VALUE, 1_000));
    return sink.state() == SinkState.TERMINATED
        && !kept.isEmpty()
        && kept.stream().allMatch(message -> message.state() == MessageState.GIVEN_UP);
  }

  void atEnd() {
    acknowledged.forEach(this::isDelivered);
    Set<String> lost = new HashSet<>();
    for (RmSequence sequence : simulation.sequences(simulation.client())) {
      lost.addAll(unacknowledged(sequence));
    }
    sent.forEach(
        (payload, as) -> {
          if (!payloads.containsKey(payload) && !lost.contains(payload) && !isExcused(as)) {
            throw new Broken(
                1, payload + " was sent as " + as + ", and was neither taken nor listed as lost");
          }
        });
    waiting.forEach(this::isFetched);
    drop(simulation.client());
    drop(simulation.service());
  }

  private void isDelivered(String key, Ranges numbers) {
    Ranges missing =
        numbers
            .subtract(effects.getOrDefault(key, Ranges.EMPTY))
            .subtract(excused.getOrDefault(key, Ranges.EMPTY));
    if (!missing.isEmpty() && !(isDisturbed && discarding.contains(key))) {
      throw new Broken(1, key + ": " + missing + " were acknowledged and never taken");
    }
  }

  private void isFetched(Numbered as, Waiting it) {
    boolean isTaken = payloads.containsKey("the response of " + Wire.request(it.response()));
    boolean isListed = lostAtSource.getOrDefault(as.key(), Ranges.EMPTY).contains(as.number());
    if (!isTaken && !isListed && !isDead && !refused.contains(it.id())) {
      throw new Broken(
          10, it.response() + " waited as " + as + ", and was neither fetched nor listed as lost");
    }
  }

  private boolean isExcused(Numbered number) {
    return excused.getOrDefault(number.key(), Ranges.EMPTY).contains(number.number())
        || (isDisturbed && discarding.contains(number.key()));
  }

  private Set<String> unacknowledged(RmSequence sequence) {
    Set<String> payloads = new HashSet<>();
    if (sequence instanceof SourceSequence source) {
      Ranges numbers = source.unacknowledged();
      for (int r = 0; r < numbers.count(); r++) {
        for (long n = numbers.lower(r); n <= numbers.upper(r); n++) {
          long number = n;
          payloads.add(
              SiteProtocol.text(
                  simulation.client().store.transact("", tx -> tx.envelope(source.key(), number))));
        }
      }
    }
    return payloads;
  }

  /** An operator drops what is left: then nothing is. */
  private void drop(SimulatedSite site) {
    RmEngine engine =
        new RmEngine(site.store, simulation.settings(), simulation.random(), "operator");
    simulation.sequences(site).forEach(sequence -> engine.end(sequence.key(), "dropped"));
    RmUsage usage = site.store.transact("", tx -> tx.usage());
    if (usage.sequences() + usage.messages() + usage.bytes() != 0) {
      throw new Broken(5, "in the end " + usage + " is left");
    }
  }
}
