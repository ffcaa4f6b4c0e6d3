package org.dharch.core;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.dharch.api.MessageProperties;
import org.dharch.core.Rules.Broken;
import org.dharch.core.SimulationLedger.Deed;
import org.dharch.core.SimulationLedger.Fact;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Sequence;

/**
 * The part of {@link Rules} that is about handlers which answer their message, accept it or put it
 * off, for one that has ended.
 */
final class VerbRules {
  private final String name;
  private final Sequence body;
  private final Outcome outcome;
  private final List<Fact> facts;
  private final Reference reference;
  private final long since;
  private final SimulatedVerbs verbs;
  private final Timeline timeline;

  /** Those that answered the message, or accepted it, as far as its manager has heard. */
  private final List<Timeline.Attempt> all;

  /** Those of them that count where they may. */
  private final List<Timeline.Attempt> answers;

  VerbRules(
      String name,
      Sequence body,
      Outcome outcome,
      Timeline counting,
      List<Fact> facts,
      Reference reference,
      long since,
      SimulatedVerbs verbs) {
    this.name = name;
    this.body = body;
    this.outcome = outcome;
    this.facts = facts;
    this.reference = reference;
    this.since = since;
    this.verbs = verbs;
    this.timeline = counting;
    this.all =
        timeline.attempts().stream()
            .filter(a -> a.result().equals("performed") && answers(a))
            .toList();
    this.answers = all.stream().filter(a -> !reference.overtaken.contains(a)).toList();
  }

  /** Whether this attempt answered the message, if it performed. */
  boolean answers(Timeline.Attempt attempt) {
    return verbs.answers(outcome.id(), attempt.handler(), attempt.number());
  }

  /**
   * Whether its result may have been dropped when its stage was over, and been compensated at once.
   */
  boolean isDropped(Timeline.Attempt attempt) {
    return all.contains(attempt)
        && (!verbs.mayRespond(attempt.handler())
            || all.stream().filter(a -> a.stage() == attempt.stage()).count() > 1);
  }

  /** Whose answer a message ends with that was answered; empty if it was not. */
  Optional<Timeline.Attempt> winner() {
    if (!(outcome instanceof Outcome.Responded)) {
      return Optional.empty();
    }
    List<Timeline.Attempt> allowed =
        answers.stream().filter(a -> verbs.mayRespond(a.handler())).toList();
    if (allowed.isEmpty()) {
      throw new Broken(4, name + " was answered, and no handler that may has done so: " + answers);
    }
    List<Timeline.Attempt> deciding =
        allowed.stream()
            .filter(a -> reference.entry(a.handler()).orElseThrow().isRequired())
            .toList();
    long stages = allowed.stream().map(Timeline.Attempt::stage).distinct().count();
    if (deciding.size() > 1 || stages > 1) {
      throw new Broken(16, name + " was answered by several: " + allowed);
    }
    if (!deciding.isEmpty()) {
      return Optional.of(deciding.get(0));
    }
    List<String> order =
        reference.stages.get(allowed.get(0).stage()).handlers().stream()
            .map(HandlerEntry::name)
            .toList();
    return allowed.stream().min(Comparator.comparingInt(a -> order.indexOf(a.handler())));
  }

  /**
   * Rule 16: the answer is that of the handler; and rule 4: no later stage has begun.
   *
   * @return the properties that the message should have been left with
   */
  MessageProperties checkAnswer(Outcome.Responded answered) {
    Timeline.Attempt winner = winner().orElseThrow();
    Optional<byte[]> given = SimulatedVerbs.answer(winner.handler(), winner.number());
    if (!Arrays.equals(given.orElse(null), answered.envelope().orElse(null))) {
      throw new Broken(16, name + " was not answered as " + winner + " answered it");
    }
    Set<String> begun = new HashSet<>();
    reference
        .stages
        .subList(0, winner.stage() + 1)
        .forEach(stage -> stage.handlers().forEach(handler -> begun.add(handler.name())));
    for (Fact fact : facts) {
      boolean works = fact.handler().startsWith("H") && !fact.deed().heard();
      boolean begins = works && !begun.contains(fact.handler()) && isOfThisIncarnation(fact);
      if (begins && !followsAnother(fact, winner)) {
        throw new Broken(
            4, name + " was answered in stage " + winner.stage() + ", and later " + fact);
      }
    }
    return reference.properties.with(Marks.property(winner.handler()), winner.number());
  }

  /**
   * Whether it was done ahead and in vain: after an attempt of the handler that did not answer, or
   * of a stage that had failed by then.
   */
  private static boolean followsAnother(Fact fact, Timeline.Attempt winner) {
    String answering = winner.handler() + "#";
    return fact.prefetched().isPresent()
        && (fact.index() < winner.step()
            || fact.prefetched().get().stream()
                .anyMatch(m -> m.startsWith(answering) && !m.equals(answering + winner.number())));
  }

  /** Whether no earlier life of the manager can have sent what was done. */
  private boolean isOfThisIncarnation(Fact fact) {
    boolean stateful =
        Constructs.anyHandler(
            body,
            entry ->
                entry.name().equals(fact.handler()) && entry.failures().atomicity().stateful());
    return fact.at() >= since && (since == Long.MIN_VALUE || stateful);
  }

  /**
   * Rule 17: who wanted its message later has not performed, and no retry is spent by that.
   *
   * @param outlivedManager whether what was answered may not have been on disk
   */
  void checkDeferred(boolean outlivedManager) {
    Map<String, List<Timeline.Attempt>> byHandler =
        outcome.timeline().attempts().stream()
            .collect(Collectors.groupingBy(Timeline.Attempt::handler));
    if (since == Long.MIN_VALUE
        && !outlivedManager) { // else an attempt may be lost with its manager
      facts.forEach(fact -> checkPerformed(fact, byHandler));
    }
    if (outcome instanceof Outcome.Failed failed
        && failed.fault().code() == Fault.Code.HANDLER_FAILED
        && !failed.fault().reason().contains("; not tried again, because ")) {
      checkRetries(failed.fault().handler(), byHandler);
    }
  }

  private void checkPerformed(Fact fact, Map<String, List<Timeline.Attempt>> byHandler) {
    boolean undid = fact.deed() == Deed.UNDID;
    String handler = undid ? "H" + fact.handler().substring(1) : fact.handler();
    List<Timeline.Attempt> of = byHandler.getOrDefault(handler, List.of());
    boolean onlyDeferred =
        !of.isEmpty() && of.stream().allMatch(a -> a.result().equals("deferred"));
    if ((undid || fact.deed().heard()) && onlyDeferred) {
      throw new Broken(17, name + ": it put its message off and has never performed: " + fact);
    }
  }

  private void checkRetries(String culprit, Map<String, List<Timeline.Attempt>> byHandler) {
    HandlerEntry entry = reference.entry(culprit).orElse(null);
    if (entry == null || entry.failures().atomicity() != Atomicity.STATELESS) {
      return;
    }
    long tried =
        byHandler.getOrDefault(culprit, List.of()).stream()
            .filter(a -> !a.result().equals("deferred"))
            .count();
    if (tried <= entry.failures().retry().retries()) {
      throw new Broken(
          17, name + ": " + culprit + " has failed after " + tried + " attempts: " + timeline);
    }
  }
}
