package org.dharch.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dharch.api.MessageProperties;
import org.dharch.core.SimulationLedger.Deed;
import org.dharch.core.SimulationLedger.Fact;
import org.dharch.core.SimulationLedger.Telling;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/**
 * The design's rules for one message that has ended, checked against what really happened on the
 * nodes. Rule 9 is the simulation's own: a timeline says only what happened.
 */
final class Rules {

  /** A rule that did not hold. */
  static final class Broken extends AssertionError {
    private static final long serialVersionUID = 1L;

    Broken(int rule, String what) {
      super("rule " + rule + ": " + what);
    }
  }

  private final String name;
  private final Outcome outcome;
  private final List<Fact> facts;
  private final Timeline timeline;
  private final boolean completed;
  private final Reference reference;
  private final Set<String> lostNodes;
  private final long since;
  private final boolean outlivedManager;
  private final Map<Telling, Long> told;
  private final Set<String> listed;
  private final Set<String> notesSince;
  private final VerbRules verbRules;
  private final SimulatedReplays replays;
  private final boolean remembers;

  /**
   * @param since from when on it is executed in this life of its manager
   * @param outlivedManager whether a life of its manager ended after it, so that what was not on
   *     disk yet of its handlers' replies was asked for again, and came in any order
   * @param told what handlers were sent in this life of its manager to hear of the end
   * @param listed the handlers that are listed as not compensated, or not known to be
   * @param notesSince what the timelines say of its undoing after its end
   * @param verbs what its handlers said of it besides their marks
   * @param replays what somebody has had replayed of it
   * @param faults by which fault it was gone back from a stage, by the stage's number
   * @param initial what its gateway handed in with it
   * @param remembers whether nodes know what they did as long as they live
   */
  Rules(
      String name,
      Sequence body,
      Outcome outcome,
      List<Fact> facts,
      Map<Integer, Sequence> revisions,
      Set<String> lostNodes,
      long since,
      boolean outlivedManager,
      Map<Telling, Long> told,
      Set<String> listed,
      Set<String> notesSince,
      SimulatedVerbs verbs,
      SimulatedReplays replays,
      Map<Integer, Fault.Code> faults,
      MessageProperties initial,
      boolean remembers) {
    this.replays = replays;
    this.remembers = remembers;
    this.since = since;
    this.outlivedManager = outlivedManager;
    this.told = told;
    this.notesSince = notesSince;
    this.listed = listed;
    this.name = name;
    this.outcome = outcome;
    this.facts = facts;
    this.lostNodes = lostNodes;
    this.timeline = replays.counting(outcome.timeline(), facts);
    this.completed = outcome instanceof Outcome.Completed;
    this.reference = new Reference(body, timeline, verbs, revisions, faults, initial);
    this.verbRules = new VerbRules(name, body, outcome, timeline, facts, reference, since, verbs);
  }

  void check() {
    checkTruth();
    checkTimes();
    checkSeen();
    checkForwardedOnce();
    checkStateful();
    checkMustPerform();
    checkFirst();
    reference.caught.forEach(this::checkCaught);
    verbRules.checkDeferred(outlivedManager);
    checkCompensation();
    if (!isUndelivered()) { // its handlers had heard that it completed
      checkEndReceived();
    }
    if (completed) {
      checkOnce(((Outcome.Completed) outcome).properties());
      checkOutput((Outcome.Completed) outcome);
    } else if (outcome instanceof Outcome.Responded answered) {
      checkOnce(answered.properties());
      checkProperties(answered.properties(), verbRules.checkAnswer(answered).asMap());
    }
  }

  /**
   * The rules that hold for one of which nobody has heard the end, or that is not at its end yet.
   *
   * @param compensated whether what its handlers did must have been compensated
   */
  void checkOrphan(boolean compensated) {
    checkStateful();
    Map<Integer, String> done = new HashMap<>();
    checkCompensatedOnce(done);
    if (compensated) {
      checkCompensated();
    }
    checkReverseOfSeen();
  }

  private boolean isUndelivered() {
    return outcome instanceof Outcome.Failed failed
        && failed.fault().code() == Fault.Code.NOT_DELIVERED;
  }

  /** Rule 9: whatever the timeline says a handler answered, it did, on that node, that time. */
  private void checkTruth() {
    for (Timeline.Attempt attempt : timeline.attempts()) {
      Deed deed =
          switch (attempt.result()) {
            case "performed" ->
                attempt.handler().startsWith("U")
                    ? Deed.UNDID
                    : verbRules.answers(attempt) ? Deed.RESPONDED : Deed.PERFORMED;
            case "failed" -> Deed.THREW;
            case "deferred" -> Deed.DEFERRED;
            default -> null;
          };
      if (deed != null && facts.stream().noneMatch(f -> is(f, attempt, deed))) {
        throw new Broken(9, name + ": nothing like " + attempt + " happened");
      }
    }
  }

  /** A life of a node that remembers answers for the lives before it. */
  private static boolean is(Fact fact, Timeline.Attempt attempt, Deed deed) {
    return fact.deed() == deed
        && fact.handler().equals(attempt.handler())
        && fact.attempt() == attempt.number()
        && (attempt.step() < 0 || attempt.step() == fact.index())
        && incarnation(fact.node()).equals(incarnation(attempt.node()));
  }

  private static String incarnation(String node) {
    return node.substring(0, node.indexOf('~'));
  }

  /** Rule 2: a handler sees the results of all stages before its own, and of none after. */
  private void checkSeen() {
    for (Fact fact : facts) {
      Optional<HandlerEntry> entry = reference.entry(fact.handler());
      if (fact.prefetched().isPresent()
          && entry.filter(e -> !e.mayRunSpeculatively()).isPresent()) {
        throw new Broken(27, name + ": " + fact + " was done ahead of its manager");
      }
      boolean performing =
          fact.deed().performed() || fact.deed() == Deed.THREW || fact.deed() == Deed.DEFERRED;
      if (entry.isEmpty() || !performing || fact.at() < since) {
        continue;
      }
      if (since > Long.MIN_VALUE && !entry.get().failures().atomicity().stateful()) {
        continue; // it may be what an earlier life of the manager had sent
      }
      if (fact.prefetched().isPresent() && !counts(fact)) {
        continue; // done in vain
      }
      fact.prefetched().ifPresent(marks -> checkSpeculative(fact, marks));
      entry.get().parts().send().ifPresent(parts -> checkSent(fact, parts));
      Set<Set<String>> allowed = reference.mayHaveSeen(fact.handler());
      boolean fine =
          entry.get().parts().given().isPresent()
              ? allowed.stream().anyMatch(marks -> marks.containsAll(fact.saw()))
              : allowed.contains(fact.saw());
      if (!fine) {
        throw new Broken(
            2, name + ": " + fact.handler() + " saw " + fact.saw() + ", not one of " + allowed);
      }
    }
  }

  /** Rule 29: who is sent parts of the message has seen no others. */
  private void checkSent(Fact fact, Set<DeclaredPart> parts) {
    Set<String> more = new HashSet<>(fact.saw());
    for (DeclaredPart part : parts) {
      if (part instanceof DeclaredPart.Header header) {
        more.remove(header.name().getLocalPart());
      }
    }
    if (!more.isEmpty()) {
      throw new Broken(34, name + ": " + fact.handler() + " is sent " + parts + ", saw " + more);
    }
  }

  private boolean counts(Fact fact) {
    return timeline.attempts().stream()
        .anyMatch(a -> a.result().equals("performed") && is(fact, a, fact.deed()));
  }

  /** Rule 24: what is done ahead counts if it was done on the message that its manager came to. */
  private void checkSpeculative(Fact fact, List<String> marks) {
    for (String mark : marks) {
      String handler = mark.substring(0, mark.indexOf('#'));
      int attempt = Integer.parseInt(mark.substring(mark.indexOf('#') + 1));
      boolean counted =
          timeline.attempts().stream()
              .anyMatch(
                  a ->
                      a.handler().equals(handler)
                          && a.number() == attempt
                          && a.result().equals("performed"));
      if (!counted && fact.at() >= since) {
        throw new Broken(
            24,
            name + ": " + fact.handler() + " counts, and was done ahead on what " + mark + " made");
      }
    }
  }

  /** Rule 24, of the very result: two performances of one attempt may have left two. */
  private void checkOnce(MessageProperties end) {
    Set<String> stands = Marks.once(end);
    Set<String> names = new HashSet<>();
    stands.forEach(once -> names.add(once.substring(0, once.indexOf('='))));
    for (Fact fact : facts) {
      if (fact.prefetched().isEmpty() || !stands.contains(fact.leaves())) {
        continue;
      }
      for (String saw : fact.once()) {
        if (names.contains(saw.substring(0, saw.indexOf('='))) && !stands.contains(saw)) {
          throw new Broken(
              24, name + ": " + fact + " counts, and was done on another message than " + stands);
        }
      }
    }
  }

  /**
   * Rule 64: the times of a step add up to no more than the message took, and those of one step of
   * each stage together, also of what was done ahead. (What an earlier life of its manager knew of
   * the time is not looked at.)
   */
  private void checkTimes() {
    if (since != Long.MIN_VALUE) {
      return;
    }
    long elapsed = outcome.timeline().endedNanos();
    Map<Integer, Long> least = new HashMap<>();
    for (Timeline.Attempt a : timeline.attempts()) {
      long onNode = a.queueNanos() + a.runNanos();
      if (a.queueNanos() < 0 || a.runNanos() < 0 || onNode + a.transferNanos() > elapsed) {
        throw new Broken(64, name + ": the times of " + a + " do not add up in " + elapsed);
      }
      if (a.result().equals("performed")) {
        least.merge(a.stage(), onNode, Math::min);
      }
    }
    if (least.values().stream().mapToLong(n -> n).sum() > elapsed) {
      throw new Broken(64, name + ": the stages' times do not add up: " + outcome.timeline());
    }
  }

  /** Rule 28: what is passed on twice is performed once, if its node has not forgotten it. */
  private void checkForwardedOnce() {
    Set<String> done = new HashSet<>();
    for (Fact fact : facts) {
      String attempt = fact.index() + "." + fact.attempt() + "." + fact.handler() + fact.node();
      if (remembers && since == Long.MIN_VALUE && !done.add(attempt)) {
        throw new Broken(28, name + ": " + fact + " again, of one attempt");
      }
    }
  }

  /** A stateful handler stands at most once: it never performs again unless it was compensated. */
  private void checkStateful() {
    Map<String, Long> standing = new HashMap<>();
    for (Fact fact : facts) {
      if (fact.deed() == Deed.UNDID) {
        standing.remove("H" + fact.handler().substring(1));
        continue;
      }
      Atomicity atomicity =
          reference
              .planned(fact.handler())
              .map(entry -> entry.failures().atomicity())
              .orElse(Atomicity.STATELESS);
      boolean effect =
          fact.deed().performed()
              || (fact.deed() == Deed.THREW
                  && (atomicity == Atomicity.QUASI_ATOMIC || atomicity == Atomicity.NON_ATOMIC));
      Long before = atomicity.stateful() && effect ? standing.put(fact.handler(), fact.at()) : null;
      if (before != null && !replays.mayRepeat(fact.handler(), before, fact.at())) {
        throw new Broken(2, name + ": stateful " + fact.handler() + " performed twice: " + facts);
      }
    }
  }

  /** Rules 4 and 5. */
  private void checkMustPerform() {
    if (outcome instanceof Outcome.Failed failed) {
      String culprit = failed.fault().handler();
      boolean must = reference.entry(culprit).filter(HandlerEntry::isRequired).isPresent();
      if (!culprit.isEmpty() && !must) {
        throw new Broken(5, name + " failed by " + culprit + ", which need not perform");
      }
      return;
    }
    Optional<Timeline.Attempt> answer = verbRules.winner();
    int last = answer.map(Timeline.Attempt::stage).orElse(reference.stages.size() - 1);
    for (int s = 0; s <= last; s++) {
      // else it failed, and that was no end; or what performed in it is not to be seen any more
      if (!reference.isCaught(s) && !(replays.count() > 0 && reference.isGoneBackFrom(s))) {
        int number = s;
        Reference.plain(reference.stages.get(s)).forEach(each -> checkMust(number, each, answer));
      }
    }
  }

  private void checkMust(int s, Stage stage, Optional<Timeline.Attempt> answer) {
    if (stage.first()) {
      checkOneOf(s, stage, answer);
      return;
    }
    for (HandlerEntry handler : stage.handlers()) {
      boolean applied =
          reference.applied(s).contains(handler.name())
              || answer.filter(a -> a.handler().equals(handler.name())).isPresent();
      if (handler.isRequired() && !applied) {
        throw new Broken(4, name + " completed without " + handler.name() + " of stage " + s);
      }
    }
  }

  /** Where one is enough, one performed, or none of them must. */
  private void checkOneOf(int s, Stage stage, Optional<Timeline.Attempt> answer) {
    boolean must = stage.handlers().stream().anyMatch(HandlerEntry::isRequired);
    boolean one =
        stage.names().stream().anyMatch(reference.applied(s)::contains)
            || answer.filter(a -> a.stage() == s).isPresent();
    if (must && !one) {
      throw new Broken(4, name + " completed without any of " + stage + " in stage " + s);
    }
  }

  /** Rule 27: a handler halts a message in whose stage one is enough when no other is left. */
  private void checkFirst() {
    if (!(outcome instanceof Outcome.Failed failed)) {
      return;
    }
    for (int s = 0; s < reference.stages.size(); s++) {
      for (Stage stage : Reference.plain(reference.stages.get(s))) {
        if (stage.first() && stage.names().contains(failed.fault().handler())) {
          checkNoneLeft(s, stage, failed.fault());
        }
      }
    }
  }

  /** Rule 4: what must perform stands in the end. */
  private void checkKept() {
    Set<String> compensated = new HashSet<>();
    for (Fact fact : facts) {
      if (fact.deed() == Deed.UNDID) {
        compensated.add("H" + fact.handler().substring(1));
      } else if (fact.deed().performed()) {
        compensated.remove(fact.handler());
      }
    }
    for (Reference.Caught caught : reference.caught) {
      compensated.removeAll(names(caught.from(), caught.failed() + 1)); // they need not
    }
    for (String handler : compensated) {
      if (reference.entry(handler).filter(HandlerEntry::isRequired).isPresent()) {
        throw new Broken(4, name + " completed, and " + handler + " was compensated: " + facts);
      }
    }
  }

  private void checkNoneLeft(int s, Stage stage, Fault fault) {
    timeline.attempts().stream()
        .filter(a -> a.stage() == s && stage.names().contains(a.handler()))
        .filter(a -> !verbRules.isDropped(a))
        .filter(a -> a.result().equals("performed") || a.result().equals("superseded"))
        .findFirst()
        .ifPresent(
            a -> {
              throw new Broken(32, name + " failed by " + fault + " beside " + a);
            });
  }

  /**
   * Rule 33: a message goes on after a failure when what its sequence did is compensated, in
   * reverse order.
   */
  private void checkCaught(Reference.Caught caught) {
    Set<String> inSequence = names(caught.from(), caught.failed() + 1);
    Set<String> after = names(caught.failed() + 1, reference.stages.size());
    after.removeAll(inSequence);
    long goneOn =
        facts.stream()
            .filter(f -> after.contains(f.handler()) && !f.deed().heard() && isOfThisWay(f))
            .mapToLong(Fact::at)
            .min()
            .orElse(Long.MAX_VALUE);
    Set<String> standing = new HashSet<>();
    for (Fact fact : facts) {
      String handler = fact.handler().replace('U', 'H');
      boolean counts = fact.at() < goneOn && inSequence.contains(handler);
      if (counts && fact.deed() == Deed.UNDID) {
        standing.remove(handler);
      } else if (counts
          && fact.deed().performed()
          && reference.entry(handler).orElseThrow().failures().compensator().isPresent()) {
        standing.add(handler);
      }
    }
    if (goneOn < Long.MAX_VALUE && !standing.isEmpty()) {
      throw new Broken(33, name + " went on, and of its sequence still stand " + standing);
    }
    checkReverse(33, a -> inSequence.contains(a.handler()), goneOn);
  }

  /** Whether no earlier life of the manager can have sent it, that went another way. */
  private boolean isOfThisWay(Fact fact) {
    return since == Long.MIN_VALUE
        || (fact.at() >= since
            && reference.entry(fact.handler()).orElseThrow().failures().atomicity().stateful());
  }

  private Set<String> names(int from, int to) {
    Set<String> names = new HashSet<>();
    reference.stages.subList(from, to).forEach(s -> s.handlers().forEach(h -> names.add(h.name())));
    return names;
  }

  /** Attempts that performed where another handler was first: nothing of them counts. */
  Set<Timeline.Attempt> overtaken() {
    return reference.overtaken;
  }

  /** Attempts that a replay has left behind: they were compensated, or done once more. */
  Set<Timeline.Attempt> replayed() {
    Set<Timeline.Attempt> replayed = new HashSet<>(outcome.timeline().attempts());
    replayed.removeAll(timeline.attempts());
    return replayed;
  }

  /** Rule 6. */
  private void checkCompensation() {
    checkCompensatedOnce(new HashMap<>());
    if (completed || outcome instanceof Outcome.Responded) {
      checkKept();
      return;
    }
    checkCompensated();
    checkReverse(6, a -> true, Long.MAX_VALUE);
    checkReverseOfSeen();
  }

  /**
   * Rule 6, whatever is known of the replies: of two handlers of which one has seen what the other
   * did the later is compensated first, in each life of their manager and across them.
   */
  private void checkReverseOfSeen() {
    Map<String, Fact> performed = new HashMap<>();
    Map<String, Long> compensatedAt = new HashMap<>();
    for (Fact fact : facts) {
      if (fact.deed() == Deed.UNDID && !replays.isAfter(fact.at())) {
        compensatedAt.put("H" + fact.handler().substring(1), fact.at());
      } else if (fact.deed().performed()) {
        compensatedAt.remove(fact.handler());
        performed.put(fact.handler(), fact);
      }
    }
    for (Fact later : performed.values()) {
      Long second = compensatedAt.get(later.handler());
      for (String earlier : later.saw()) {
        Long first = compensatedAt.get(earlier);
        if (first != null
            && second != null
            && first > later.at() // otherwise it was gone back before that
            && first < second
            && !wasLeft(later.handler())) {
          throw new Broken(6, name + ": " + earlier + " was compensated before " + later.handler());
        }
      }
    }
  }

  private void checkCompensatedOnce(Map<Integer, String> done) {
    for (Fact fact : facts) {
      if (fact.deed() == Deed.UNDID
          && !replays.isAfter(fact.at()) // that was another end, and another step of this index
          && done.put(fact.index(), fact.handler()) != null) {
        throw new Broken(6, name + ": " + fact.handler() + " ran twice for one attempt");
      }
    }
  }

  private void checkCompensated() {
    List<String> notCompensated = new ArrayList<>();
    for (Fact fact : standing()) {
      HandlerEntry entry = reference.planned(fact.handler()).orElseThrow();
      if (entry.failures().compensator().isPresent() && !listed.contains(entry.name())) {
        notCompensated.add(entry.name());
      }
    }
    if (!notCompensated.isEmpty()) {
      throw new Broken(
          6,
          name
              + " failed, and still stand "
              + notCompensated
              + ", listed "
              + listed
              + ": "
              + facts);
    }
  }

  /** The effects that no compensator has compensated. */
  private List<Fact> standing() {
    Map<String, Fact> standing = new HashMap<>();
    for (Fact fact : facts) {
      if (fact.deed() == Deed.UNDID) {
        standing.remove("H" + fact.handler().substring(1));
      } else if (reference.planned(fact.handler()).filter(e -> hasEffect(fact, e)).isPresent()) {
        standing.put(fact.handler(), fact);
      }
    }
    return new ArrayList<>(standing.values());
  }

  /** Whether it may have changed something: one that may do a part also if it throws. */
  private static boolean hasEffect(Fact fact, HandlerEntry entry) {
    return fact.deed().performed()
        || (fact.deed() == Deed.THREW
            && !entry.oneway()
            && entry.failures().atomicity() == Atomicity.QUASI_ATOMIC);
  }

  /**
   * Of those that performed and stayed so until the compensation: the last is compensated first.
   */
  private void checkReverse(int rule, Predicate<Timeline.Attempt> which, long until) {
    List<Timeline.Attempt> performed =
        timeline.attempts().stream()
            .filter(a -> a.result().equals("performed") && a.handler().startsWith("H"))
            .filter(a -> which.test(a) && !verbRules.isDropped(a))
            .toList(); // as they were heard; when is told without what the manager was busy with
    Map<String, Long> compensatedAt = new HashMap<>();
    Map<String, Long> performedAt = new HashMap<>();
    for (Fact fact : facts) {
      boolean isOfAnotherEnd = replays.isAfter(fact.at());
      if (fact.deed() == Deed.UNDID && !isOfAnotherEnd && fact.at() < until) {
        compensatedAt.put("H" + fact.handler().substring(1), fact.at());
      } else if (fact.deed().performed() && fact.at() < until) {
        compensatedAt.remove(
            fact.handler()); // what was compensated before was for a failed attempt
        performedAt.put(fact.handler(), fact.at());
      }
    }
    for (int i = 0; i < performed.size(); i++) {
      for (int j = i + 1; j < performed.size(); j++) {
        Timeline.Attempt earlier = performed.get(i);
        Timeline.Attempt later = performed.get(j);
        Long first = compensatedAt.get(earlier.handler());
        Long second = compensatedAt.get(later.handler());
        if (first != null
            && second != null
            && !wasLeft(later.handler())
            && !(outlivedManager && earlier.stage() == later.stage())
            && first < second
            && first
                > performedAt.getOrDefault(
                    later.handler(), first)) { // else it was gone back before that
          throw new Broken(
              rule, name + ": " + earlier.handler() + " was compensated before " + later.handler());
        }
      }
    }
  }

  /** Whether its turn to be compensated passed in vain: the others are not kept waiting for it. */
  private boolean wasLeft(String handler) {
    return Stream.concat(timeline.notes().stream(), notesSince.stream())
        .anyMatch(note -> note.contains("'" + handler + "' was not compensated"));
  }

  /**
   * Who asked hears of the end once at most, in reverse order, and hears the right one. A node that
   * was lost is not waited for, so one that was only cut off may hear of it late.
   */
  private void checkEndReceived() {
    for (Fact fact : facts) {
      // of a completion an earlier life of its manager may have told it, which did not keep that
      boolean heard = fact.deed() == Deed.NOTIFIED_FAILED && replays.isAfter(fact.at());
      if (heard && !(outcome instanceof Outcome.Failed) && !isDoneAfter(fact)) {
        throw new Broken(1, name + ": what " + fact + " had done counts");
      }
    }
    List<Fact> heard =
        facts.stream()
            .filter(f -> f.deed().heard())
            .filter(f -> f.at() >= since) // in each life of the manager that it ends in
            .filter(
                f ->
                    told.getOrDefault(Telling.of(f), Long.MAX_VALUE)
                        <= f.at()) // else an earlier life's word
            .toList();
    boolean ordered = heard.stream().noneMatch(f -> lostNodes.contains(incarnation(f.node())));
    Set<String> who = new HashSet<>();
    Map<String, Integer> heardOf = new HashMap<>();
    List<Timeline.Attempt> attempts = timeline.attempts();
    for (int i = 0; i < attempts.size(); i++) {
      if (attempts.get(i).result().equals("performed") && !verbRules.isDropped(attempts.get(i))) {
        heardOf.put(attempts.get(i).handler(), i);
      }
    }
    int last = Integer.MAX_VALUE;
    for (Fact fact : heard) {
      if (fact.deed() != hearing()) {
        throw new Broken(1, name + ": " + fact.handler() + " heard of the wrong end");
      }
      if (!who.add(fact.handler())) {
        throw new Broken(1, name + ": " + fact.handler() + " heard of the end twice");
      }
      int at = heardOf.getOrDefault(fact.handler(), last);
      if (at > last && ordered) {
        throw new Broken(1, name + ": the end was not told in reverse order: " + heard);
      }
      last = at;
    }
  }

  private boolean isDoneAfter(Fact heard) {
    return facts.stream()
        .anyMatch(
            f ->
                f.deed().performed()
                    && f.handler().equals(heard.handler())
                    && f.at() >= heard.at());
  }

  private Deed hearing() {
    return completed
        ? Deed.NOTIFIED_COMPLETED
        : outcome instanceof Outcome.Responded ? Deed.NOTIFIED_ANSWERED : Deed.NOTIFIED_FAILED;
  }

  /** Rules 2 and 8. */
  private void checkOutput(Outcome.Completed done) {
    List<String> marks = Marks.all(done.envelope());
    if (!Arrays.equals(reference.envelope, done.envelope())) {
      throw new Broken(
          marks.size() > Marks.all(reference.envelope).size() ? 2 : 8,
          name + " has the marks " + marks + ", one by one " + Marks.all(reference.envelope));
    }
    checkProperties(done.properties(), reference.properties.asMap());
  }

  private void checkProperties(MessageProperties are, Map<String, Object> expected) {
    Map<String, Object> properties =
        are.asMap().entrySet().stream()
            .filter(e -> e.getKey().contains("mark.") || e.getKey().equals(CallDepth.PROPERTY))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    if (!properties.equals(expected)) {
      throw new Broken(8, name + ": properties " + properties + ", one by one " + expected);
    }
  }
}
