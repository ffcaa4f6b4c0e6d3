package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.execution.Step.State;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * One message's way through its stages, as a state machine: takes {@link Event}s and answers with
 * {@link Effect}s. Pure: no thread, clock, queue or socket inside; what it needs of its
 * surroundings it asks of {@link Environment}. So the same code runs in production and in a
 * simulation.
 *
 * <p>How it works. {@link MessageTable} says what follows an event, {@link StepTable} what that is
 * for each step; the actions are here, in {@link Termination} and in {@link Attempts}. {@link
 * StageCursor} knows which stage comes next. Every handler of a stage becomes a {@link Step};
 * {@link Attempts} places it on a node, and the steps of one node leave as one task batch. A step
 * is settled when it has performed, when its failure is skipped, or at once if it is oneway. When
 * every step of the stage is settled, what they changed is merged and the next stage begins, which
 * its node may have been given ahead ({@link SpeculativeStages}); after the last one the message is
 * completed. If one of them answered the message, no further stage begins.
 *
 * <p>A message whose handler failed that must perform, whose deadline passed, or that was withdrawn
 * has to be halted; {@link Termination} is what happens then, and after the last stage. If a
 * sequence catches that failure, the message goes back to where that began ({@link
 * ScopeCompensation}) and on from there. Not safe for several threads.
 *
 * <p>A long file, because every action of the message's table is here, in the table's order.
 */
public final class Execution {
  /** How often one step may be moved to another node for no fault of its handler. */
  public static final int MAX_REROUTES = 16;

  /**
   * How many nodes may be lost with an attempt of one step: it may be the attempt that ends them,
   * and would end one after another.
   */
  public static final int MAX_LOSSES = 3;

  /** How often a node is asked again for one attempt that it does not answer. */
  public static final int MAX_ASKS = 3;

  private final MessageState state;
  private final Timeouts timeouts;
  private final Limits limits;
  private final Steps steps = new Steps();
  private final Attempts attempts;
  private final SpeculativeStages prefetched;

  /** How far an earlier life of the manager got with it. */
  private final Optional<Progress> earlier;

  /** That of the latest progress that was told. */
  private long revision;

  private Phase phase = Phase.WAITING;

  /** The phase in which the manager closed: it is over for this life alone. */
  private Optional<Phase> suspendedIn = Optional.empty();

  /** Null until the message is selected. */
  private StageCursor cursor;

  /** The number of the stage in hand, from 0, and the first of its steps. */
  private int stage = -1;

  private int stageFrom;

  /** Whether the first of its handlers that performs is enough. */
  private boolean oneIsEnough;

  /** The number of the latest computation, and it, if the event in hand wants it done. */
  private int computations;

  private Optional<Effect.Compute> computing = Optional.empty();

  /**
   * The message before each sequence in hand that catches faults, by its {@link StageCursor#in}.
   */
  private Map<Integer, MessageVersion> versions = Map.of();

  /** The branches of the stage in hand; null if it has none. */
  private Branching branching;

  /** Null unless such a sequence is compensated. */
  private ScopeCompensation scopeCompensation;

  /** Null until no further stage will begin: there are many messages that have none. */
  private Termination termination;

  /** The execution of a message that has not been selected yet. */
  public Execution(MessageState state, Timeouts timeouts, Limits limits) {
    this(state, timeouts, limits, Optional.empty());
  }

  /**
   * The execution of a message that has not been selected yet in this life of its manager.
   *
   * @param earlier how far it was in the life before, if there was one
   */
  public Execution(
      MessageState state, Timeouts timeouts, Limits limits, Optional<Progress> earlier) {
    this.state = state;
    this.earlier = earlier;
    earlier.ifPresent(state::restore);
    this.revision = earlier.map(Progress::revision).orElse(0L);
    this.timeouts = timeouts;
    this.limits = limits;
    this.attempts = new Attempts(state, timeouts, limits, steps, revision);
    this.prefetched = new SpeculativeStages(state, steps, attempts);
  }

  // ---- what is asked of it

  /** Whether nothing more will happen. */
  public boolean isOver() {
    return phase == Phase.OVER;
  }

  /** Where it stands. */
  public ExecutionView view() {
    return new ExecutionView(phase.name(), stage + 1, steps.views(), steps.toCompensate());
  }

  /** Whether a step that is not settled is on a node of this name. */
  public boolean isOn(String node) {
    return steps.stream().anyMatch(step -> !step.settled() && step.isOnOneNamed(node));
  }

  /** Until when the task batches that it sends are of use. */
  public long until() {
    return termination == null ? state.deadlineAt() : termination.until();
  }

  /**
   * Whether {@code task} is still the attempt in flight, so that sending it there makes sense. For
   * a oneway handler it does when the message is over, too: it may be what came last.
   */
  public boolean isCurrent(NodeId node, Task task) {
    Step step = steps.get(task.index());
    return step.attempt() == task.attempt()
        && step.isOn(node)
        && (step.is(State.FIRED) || (step.is(State.SENT) && !isOver()));
  }

  /** Whether the step of this index has begun here; another may have been given to a node ahead. */
  public boolean hasBegun(int index) {
    return index < steps.count() && !steps.get(index).is(State.NEW);
  }

  /** Whether this message waits for a node of this name to come back. */
  public boolean awaits(String node) {
    return steps.stream().anyMatch(s -> s.is(State.AWAITING) && s.isOnOneNamed(node));
  }

  /** What waits for room although there is some; for whoever checks that nothing does. */
  public List<String> blockedDespiteCapacity(Environment environment) {
    attempts.in(environment);
    if (isOver()) {
      return List.of(); // it waits for the disk, to leave
    }
    return steps.stream().filter(attempts::isBlockedDespiteCapacity).map(Step::toString).toList();
  }

  /** When it wants a {@link Event.Tick} next. */
  public long nextWake() {
    return Math.min(until(), steps.nextWake());
  }

  /** How far it is now, for another life of the manager to go on with. */
  public Progress progress(long now) {
    return progress(
        switch (suspendedIn.orElse(phase)) {
          case WAITING, RUNNING, MERGING, CHOOSING, COMPENSATING_SCOPE -> Progress.Course.RUNNING;
          case COMPENSATING ->
              termination.isAgain()
                  ? Progress.Course.FAILED_COMPENSATING
                  : Progress.Course.COMPENSATING;
          case NOTIFYING, OVER ->
              switch (state.ending()) {
                case NOTIFY_COMPLETED -> Progress.Course.COMPLETED;
                case NOTIFY_ANSWERED -> Progress.Course.RESPONDED;
                case PERFORM, COMPENSATE, NOTIFY_FAILED -> Progress.Course.FAILED;
              };
        },
        now);
  }

  private Progress progress(Progress.Course at, long now) {
    if (cursor == null) { // not selected, so nothing has happened since
      return earlier.orElseThrow();
    }
    return new Progress(
        state.id(),
        ++revision,
        at,
        stage,
        stageFrom,
        cursor.begun(),
        cursor.rest(),
        cursor.in(),
        versions,
        branching == null ? List.of() : branching.progress(),
        steps.progress(),
        termination == null ? Optional.empty() : termination.fault(),
        state.envelope(),
        state.properties(),
        state.processed(),
        state.headersChanged(),
        state.bodyChanged(),
        state.timeline(now),
        state.answer());
  }

  // ---- what happens to it

  /** Takes {@code event}; what is to be done about it is added to {@code effects}. */
  public void on(Event event, Environment environment, List<Effect> effects) {
    Phase before = phase;
    attempts.in(environment);
    take(trigger(event), event);
    while (moves(event)) {} // until it has to wait for an event
    attempts.flush(effects);
    if (computing.isPresent()) {
      effects.add(computing.get());
      computing = Optional.empty();
    }
    if (termination != null) {
      termination.takeEnd().ifPresent(effects::add);
    }
    if (phase == Phase.OVER && before != Phase.OVER) {
      effects.add(new Effect.Leave());
    }
  }

  /** The one place in which a message goes from one phase to another: as its table says. */
  private void take(MessageTrigger on, Event event) {
    TransitionTable.Row<Phase, MessageTrigger, MessageTable.Action> row =
        MessageTable.TABLE.row(phase, on);
    if (row.isTaken()) {
      row.action().take(this, event);
      row.check(phase);
    }
  }

  private MessageTrigger trigger(Event event) {
    if (event instanceof Event.Result) {
      return MessageTrigger.STEPS; // the most frequent
    } else if (event instanceof Event.Selected) {
      return MessageTrigger.SELECTED;
    } else if (event instanceof Event.Withdrawn) {
      return MessageTrigger.WITHDRAWN;
    } else if (event instanceof Event.Revised) {
      return MessageTrigger.REVISED;
    } else if (event instanceof Event.Computed) {
      return MessageTrigger.COMPUTED;
    } else if (event instanceof Event.Broken) {
      return MessageTrigger.BROKEN;
    } else if (event instanceof Event.Abandoned) {
      return MessageTrigger.ABANDONED;
    } else if (event instanceof Event.Suspended) {
      return MessageTrigger.SUSPENDED;
    }
    boolean timeUp = event instanceof Event.Tick && environment().now() >= until();
    return timeUp ? MessageTrigger.TIME_UP : MessageTrigger.STEPS;
  }

  /** One move that the message makes by itself; false if there is none. */
  private boolean moves(Event event) {
    MessageTrigger move =
        switch (phase) {
          case WAITING, MERGING, CHOOSING, OVER -> null;
          case RUNNING -> stageMoves();
          case COMPENSATING_SCOPE -> steps.settled() ? MessageTrigger.SETTLED : null;
          case COMPENSATING -> termination.mayCompensateNext() ? MessageTrigger.SETTLED : null;
          case NOTIFYING -> steps.settled() ? MessageTrigger.SETTLED : null;
        };
    if (move != null) {
      take(move, event);
    }
    return move != null;
  }

  private MessageTrigger stageMoves() {
    Steps.Standing standing =
        branching == null ? steps.standing(stageFrom, oneIsEnough) : branching.standing(steps);
    return switch (standing) {
      case FAILED -> MessageTrigger.STEP_FAILED;
      case SETTLED -> MessageTrigger.SETTLED;
      case OPEN ->
          branching != null && branching.settled(steps).isPresent()
              ? MessageTrigger.BRANCH_SETTLED
              : null;
    };
  }

  private Environment environment() {
    return attempts.environment();
  }

  // ---- the actions of the table: under way

  void selected(Event.Selected event) {
    if (earlier.isPresent()) {
      resume(earlier.get());
    } else {
      state.selected(environment().now());
      cursor = new StageCursor(state.orchestration().body());
      phase = Phase.RUNNING;
    }
    event.rest().ifPresent(this::revise);
  }

  private void resume(Progress was) {
    state.note(
        was.failed()
            .map(why -> "replayed from stage " + (was.stage() + 1) + "; it had failed: " + why)
            .orElse("gone on with in another life of its manager"));
    stage = was.stage();
    stageFrom = was.stageFrom();
    steps.restore(was.steps());
    cursor = new StageCursor(was.rest(), was.begun(), was.in());
    versions = was.versions();
    if (!was.branches().isEmpty()) {
      branch(was.begun().get(was.begun().size() - 1));
      branching.restore(was.branches());
    }
    oneIsEnough = was.isFirstEnough();
    if (was.course() == Progress.Course.RUNNING) {
      phase = Phase.RUNNING;
    } else {
      termination = newTermination();
      phase = was.endedWell() ? Phase.NOTIFYING : Phase.COMPENSATING;
    }
    attempts.resume(branching);
    if (termination != null) {
      termination.resume(was);
    }
  }

  private Termination newTermination() {
    prefetched.drop();
    return new Termination(
        state,
        timeouts,
        steps,
        attempts,
        () -> progress(Progress.Course.FAILED, environment().now()));
  }

  /** Gives the event to the steps that it concerns; the table of steps says by their state. */
  void steps(Event event) {
    prefetched.dropAfter(event);
    if (event instanceof Event.Result e) {
      prefetched.replied(e);
    } else if (event instanceof Event.Tick) {
      long now = environment().now();
      each(s -> s.wakeAt() <= now, StepTrigger.TIME);
    } else if (event instanceof Event.CapacityFreed e) {
      each(s -> s.handler().equals(e.handler()), StepTrigger.CAPACITY_FREED);
    } else if (event instanceof Event.Unsent e) {
      e.tasks().forEach(attempts::unsent);
    } else if (event instanceof Event.NodeLost e) {
      each(s -> s.isOn(e.node()), StepTrigger.NODE_LOST);
    } else if (event instanceof Event.NodeJoined e) {
      each(s -> s.isOnOneNamed(e.node().name()), new StepEvent.NodeBack(e.node()));
    } else {
      each(s -> true, StepTrigger.RECONNECTED);
    }
  }

  private void each(Predicate<Step> which, StepEvent event) {
    steps.each(which, step -> attempts.take(step, event));
  }

  // ---- from one stage to the next

  void stageSettled() {
    if (branching != null) {
      compute(
          new BranchJoin(state.version(), branchEnds(), limits, environment()::precise),
          Phase.MERGING);
      return;
    }
    List<StageMerge.Contribution> contributions = contributions(steps.from(stageFrom), oneIsEnough);
    if (contributions.isEmpty() && state.properties().get(MessageProperties.REST).isEmpty()) {
      overtake(steps.from(stageFrom), oneIsEnough);
      choose();
    } else {
      compute(
          new StageMerging(
              state.envelope(),
              state.properties(),
              state.processed(),
              contributions,
              limits,
              environment()::precise),
          Phase.MERGING);
    }
  }

  /** Has something done at once, if it is little; else elsewhere, and the message waits for it. */
  private void compute(Computation what, Phase meanwhile) {
    computations++;
    boolean large = environment().computesElsewhere(what.load());
    Optional<ComputationResult> result = large ? Optional.empty() : what.computeAtOnce();
    if (result.isPresent()) {
      takeUp(result.get());
    } else {
      phase = meanwhile;
      computing = Optional.of(new Effect.Compute(computations, what));
    }
  }

  void computed(Event.Computed event) {
    if (event.number() == computations) { // else it was wanted before something else came
      takeUp(event.result());
    }
  }

  private void takeUp(ComputationResult result) {
    if (result instanceof StageMerging.Result merged) {
      Branching.Branch branch = branching == null ? null : branching.takeMerging();
      if (branch == null) {
        merged(merged);
      } else {
        branchMerged(branch, merged);
      }
    } else if (result instanceof StageChoice.Result choice) {
      chosen(choice);
    } else {
      compensateAll(((ComputationResult.Broke) result).fault());
    }
  }

  /** The stage's changes are one message, or one of its handlers' could not be taken. */
  private void merged(StageMerging.Result result) {
    state.mergeTook(result.nanos());
    phase = Phase.RUNNING;
    if (result.merge() instanceof StageMerge.Merged merged) {
      overtake(steps.from(stageFrom), oneIsEnough);
      joined();
      Optional<String> undeclared = Revision.undeclared(steps.from(stageFrom));
      state.merged(merged);
      steps.each(s -> s.index() >= stageFrom && s.is(State.PERFORMED), attempts::emit);
      steps.each(s -> s.index() >= stageFrom, s -> s.changed(Changes.NONE));
      if (merged.answer().isPresent()) {
        answered(merged.answer().get());
      } else if (result.rest().isEmpty() || takeRest(undeclared, result.rest().get())) {
        choose();
      }
    } else {
      unmerged(result.merge());
    }
  }

  private void unmerged(StageMerge.MergeResult result) {
    if (result instanceof StageMerge.Conflict conflict) {
      unmerged(StepTrigger.CONFLICT, conflict.culprit(), conflict.reason());
    } else {
      StageMerge.MalformedChanges malformed = (StageMerge.MalformedChanges) result;
      unmerged(StepTrigger.UNFIT, malformed.culprit(), malformed.reason());
    }
  }

  /**
   * It goes on with what the first of these made, if that is enough; the others are left behind.
   */
  private void overtake(List<Step> those, boolean isFirstEnough) {
    Optional<Step> first = isFirstEnough ? Steps.firstPerformed(those) : Optional.empty();
    if (first.isPresent()) {
      state.note("stage " + (stage + 1) + " goes on with handler " + first.get() + ", the first");
      List.copyOf(those).stream()
          .filter(s -> s != first.get())
          .forEach(s -> attempts.take(s, StepTrigger.LEFT_BEHIND));
    }
  }

  // ---- branches

  private void branch(Stage next) {
    branching = next.isBranched() ? new Branching(next, stageFrom, state.version()) : null;
    attempts.branching(branching);
  }

  /** What its branches made is in the message, or taken back. */
  private void joined() {
    branching = null;
    attempts.branching(null);
  }

  /** What a stage of a branch changed becomes that branch's message. */
  void branchSettled() {
    Branching.Branch branch = branching.settled(steps).orElseThrow();
    List<Step> inHand = branch.inHand(steps);
    if (branch.isPlain()) { // it is merged where all of them are
      branch.goOn(branch.version());
      return;
    }
    List<StageMerge.Contribution> contributions = contributions(inHand, branch.stage().first());
    if (contributions.isEmpty()) {
      overtake(inHand, branch.stage().first());
      goOn(branch, branch.version());
      return;
    }
    branching.merges(branch);
    MessageVersion made = branch.version();
    compute(
        new StageMerging(
            made.envelope(),
            made.properties(),
            made.processed(),
            contributions,
            limits,
            environment()::precise),
        Phase.MERGING);
  }

  private void branchMerged(Branching.Branch branch, StageMerging.Result result) {
    state.mergeTook(result.nanos());
    phase = Phase.RUNNING;
    if (!(result.merge() instanceof StageMerge.Merged merged)) {
      unmerged(result.merge());
      return;
    }
    List<Step> inHand = branch.inHand(steps);
    overtake(inHand, branch.stage().first());
    MessageProperties properties = merged.properties();
    Optional<String> undeclared = Revision.undeclared(inHand);
    if (undeclared.isPresent()) {
      properties = properties.merge(Map.of(), Set.of(MessageProperties.REST));
      refuseRest(undeclared.get());
    }
    inHand.forEach(s -> s.changed(Branching.emitted(s.changes()))); // they go out at the join
    MessageVersion before = branch.version();
    goOn(
        branch,
        new MessageVersion(
            merged.envelope(),
            properties,
            merged.processed(),
            before.headersChanged() || merged.headersChanged(),
            before.bodyChanged() || merged.bodyChanged()));
  }

  private void goOn(Branching.Branch branch, MessageVersion with) {
    branch.goOn(with);
    if (!branch.isOver()) {
      branch.inHand(steps).forEach(s -> attempts.take(s, StepTrigger.BEGUN));
    }
  }

  private List<BranchJoin.End> branchEnds() {
    List<BranchJoin.End> ends = new ArrayList<>();
    for (Branching.Branch branch : branching.branches()) {
      if (branch.isPlain()) {
        ends.add(new BranchJoin.End(contributions(branch.all(steps), false), Optional.empty()));
      } else {
        branch
            .representative(steps)
            .map(step -> branch.contribution(step, steps))
            .ifPresent(
                whole ->
                    ends.add(new BranchJoin.End(List.of(whole), Optional.of(branch.version()))));
      }
    }
    return ends;
  }

  /** A handler of the stage has answered the message: no later stage begins. */
  private void answered(StageMerge.Contribution by) {
    state.dropProperty(MessageProperties.REST);
    state.answered(by.handler(), by.changes().verdict().orElseThrow());
    Termination end = newTermination();
    end.answer();
    termination = end;
    phase = Phase.NOTIFYING;
  }

  /** Finds out which stage comes next. */
  private void choose() {
    if (cursor.isChoice()) {
      compute(
          new StageChoice(cursor.copy(), state.envelope(), state.properties(), limits),
          Phase.CHOOSING);
    } else {
      begin(cursor.nextWithoutChoice());
    }
  }

  private void chosen(StageChoice.Result choice) {
    cursor = choice.route();
    if (choice.fault().isPresent()) {
      compensateAll(choice.fault().get());
    } else {
      begin(choice.next());
    }
  }

  private void begin(Optional<Stage> next) {
    if (next.isEmpty()) {
      Termination completion = newTermination();
      completion.complete();
      termination =
          completion; // not before: should that fail, the message can still be compensated
      phase = Phase.NOTIFYING;
      return;
    }
    phase = Phase.RUNNING;
    keepVersions();
    boolean goesOn = prefetched.isFor(next.get());
    stage++;
    stageFrom = steps.count();
    oneIsEnough = next.get().first();
    for (HandlerEntry entry : next.get().handlers()) {
      steps.add(stage, entry);
    }
    branch(next.get());
    if (goesOn) {
      prefetched.goOn(stage, List.copyOf(steps.from(stageFrom)));
      return;
    }
    prefetched.drop();
    if (branching != null) {
      branching.branches().stream()
          .flatMap(b -> b.inHand(steps).stream())
          .forEach(s -> attempts.take(s, StepTrigger.BEGUN));
      return;
    }
    for (Step step : steps.longestFirst(stageFrom, environment()::usualNanos)) {
      attempts.take(step, StepTrigger.BEGUN);
    }
    if (!oneIsEnough) {
      prefetched.give(next.get(), steps.from(stageFrom), cursor.copy());
    }
  }

  /** The message is as it is before those sequences that begin with the stage that does. */
  private void keepVersions() {
    List<Integer> in = cursor.in();
    if (in.isEmpty() && versions.isEmpty()) {
      return;
    }
    Map<Integer, MessageVersion> kept = new TreeMap<>();
    for (Integer from : in) {
      kept.put(from, versions.containsKey(from) ? versions.get(from) : state.version());
    }
    versions = kept;
  }

  private void unmerged(StepTrigger how, StageMerge.Contribution culprit, String reason) {
    attempts.take(steps.get(culprit.index()), new StepEvent.Unmerged(how, reason));
  }

  /**
   * What the stage's handlers changed, and what others of them declared that performed too; empty
   * if none changed any. Where the first is enough, it alone.
   */
  private List<StageMerge.Contribution> contributions(List<Step> those, boolean isFirstEnough) {
    List<Step> counting = isFirstEnough ? Steps.firstPerformed(those).stream().toList() : those;
    boolean changed = false;
    for (int i = 0; i < counting.size() && !changed; i++) {
      changed = !counting.get(i).changes().isEmpty();
    }
    if (!changed) {
      return List.of();
    }
    List<StageMerge.Contribution> contributions = new ArrayList<>(4);
    for (Step step : counting) {
      if (step.role() == Role.PERFORM
          && step.is(State.PERFORMED)
          && (!step.changes().isEmpty() || step.entry().access().isPresent())) {
        contributions.add(
            new StageMerge.Contribution(
                step.index(),
                step.handler(),
                step.entry().mayHalt(),
                step.entry().access(),
                step.changes(),
                noAnswer(step),
                false));
      }
    }
    return contributions;
  }

  /** Why the handler of {@code step} may not answer the message; empty if it may. */
  private Optional<String> noAnswer(Step step) {
    if (!step.entry().mayRespond()) {
      return Optional.of("it answers it; with mayRespond='true' in its entry that is allowed");
    }
    return state.isRequest()
        ? Optional.empty()
        : Optional.of("it answers it, and it is no request");
  }

  // ---- change of what is left

  /**
   * Follows a handler's result that says what is left; false if it would never end.
   *
   * @param undeclared the handler that may not say so
   */
  private boolean takeRest(Optional<String> undeclared, Revision.Parsed parsed) {
    state.dropProperty(MessageProperties.REST);
    if (undeclared.isPresent()) {
      refuseRest(undeclared.get());
      return true;
    }
    if (parsed.rest().isEmpty()) {
      refused(parsed.problem());
      return true;
    }
    Sequence rest = parsed.rest().get();
    if (Revision.circles(cursor, rest)) {
      compensateAll(
          new Fault(
              Fault.Code.HANDLER_FAILED,
              "",
              "its handlers have it go on for ever: with "
                  + Revision.notation(rest)
                  + " it would meet more than "
                  + Orchestration.MAX_HANDLERS
                  + " handlers"));
      return false;
    }
    revise(rest);
    return true;
  }

  private void refuseRest(String undeclared) {
    refused(
        "handler '"
            + undeclared
            + "' declares what it writes, and property "
            + MessageProperties.REST
            + " is not among it");
  }

  void revised(Event.Revised event) {
    revise(event.rest());
  }

  /** What comes next may be something else now. */
  void revisedMeanwhile(Event.Revised event) {
    revise(event.rest());
    choose();
  }

  void refuseRevision(Event event) {
    refused(
        phase == Phase.COMPENSATING_SCOPE
            ? "a sequence of the message is compensated"
            : "the message has ended");
  }

  private void revise(Sequence rest) {
    Optional<String> objection =
        Revision.objection(state.policy(), state.orchestration().body(), cursor, rest);
    if (objection.isPresent()) {
      refused(objection.get());
    } else {
      state.note("after stage " + (stage + 1) + " it goes on with " + Revision.notation(rest));
      cursor.replace(rest);
    }
  }

  private void refused(String reason) {
    environment().count(Counter.CHANGES_REFUSED);
    state.note("change of the orchestration refused: " + reason);
  }

  // ---- the actions of the table: the end

  void stepFailed() {
    Step failed = branching == null ? steps.firstFailed(stageFrom) : branching.firstFailed(steps);
    Fault why = failed.fault();
    Optional<StageCursor.Catch> caught = cursor.catching(why.code());
    if (caught.isEmpty()) {
      compensateResumably(why);
      return;
    }
    prefetched.drop();
    phase = Phase.COMPENSATING_SCOPE;
    state.faulted(why); // its compensators are to know
    scopeCompensation = new ScopeCompensation(why, caught.get(), steps, attempts);
  }

  /** Undoes the next of the sequence that failed, or goes on when all of it is compensated. */
  void compensateScopeNext() {
    if (scopeCompensation.compensateNext()) {
      return;
    }
    ScopeCompensation over = scopeCompensation;
    scopeCompensation = null;
    if (!over.isComplete()) {
      compensateAll(over.fault());
      return;
    }
    attempts.cancelHalt();
    steps.each(s -> s.index() >= stageFrom, s -> attempts.take(s, StepTrigger.LEFT_BEHIND));
    attempts.restore(versions.get(over.way().from()));
    environment().count(Counter.CAUGHT);
    state.caught(over.fault());
    state.note(
        "after stage "
            + (stage + 1)
            + " it goes on with "
            + Revision.notation(over.way().body())
            + " because of "
            + over.fault());
    oneIsEnough = false;
    joined();
    cursor.goOn(over.way());
    choose();
  }

  void withdraw(Event.Withdrawn event) {
    if (event.fault().code() == Fault.Code.CANCELLED && mustGoOn()) {
      state.note("the requester withdrew; a handler that must perform is left, so it goes on");
    } else {
      compensateResumably(event.fault());
    }
  }

  /** Whether anything is left that must perform. */
  private boolean mustGoOn() {
    return steps.stream().anyMatch(s -> !s.settled() && s.entry().mayHalt())
        || Constructs.anyHandler(cursor.rest(), HandlerEntry::mayHalt);
  }

  void deadlinePassed() {
    String waitingFor =
        switch (phase) {
          case MERGING -> "the merge of what its handlers changed";
          case CHOOSING -> "what comes next to be found out";
          default ->
              steps.stream()
                  .filter(s -> !s.settled())
                  .map(Step::toString)
                  .collect(Collectors.joining(", "));
        };
    compensateResumably(
        new Fault(
            Fault.Code.DEADLINE,
            "",
            "the message's deadline passed in stage "
                + (stage + 1)
                + ", waiting for "
                + waitingFor));
  }

  /**
   * A replay may go on with the stage in hand: the message is as it was when that began. Not if
   * what earlier ones did is being compensated.
   */
  private void compensateResumably(Fault why) {
    if (phase == Phase.COMPENSATING_SCOPE) {
      compensateAll(why);
      return;
    }
    List<Branching.Branch> branches = branching == null ? List.of() : branching.branches();
    ResumePoint point = new ResumePoint(steps, state.version(), branches, phase == Phase.CHOOSING);
    compensateAll(why);
    termination.resumableAt(point);
  }

  private void compensateAll(Fault why) {
    scopeCompensation = null;
    termination = newTermination();
    phase = Phase.COMPENSATING;
    termination.compensateAll(why);
  }

  void compensateNext() {
    if (!termination.compensateNext()) {
      termination.halt();
      phase = Phase.NOTIFYING;
    }
  }

  void compensationTimedOut() {
    termination.giveUpCompensation();
    phase = Phase.NOTIFYING;
  }

  void notifyNext() {
    if (!termination.notifyNext()) {
      phase = Phase.OVER;
    }
  }

  void tellingTooLong() {
    termination.giveUpNotifying();
  }

  /** It stays as it is: the record of how far it is remains. */
  void suspend(Event.Suspended event) {
    if (termination == null) {
      termination = newTermination();
    }
    termination.suspend(event.fault());
    suspendedIn = Optional.of(phase);
    phase = Phase.OVER;
  }

  void broken(Event.Broken event) {
    compensateAll(event.fault());
  }

  void abandonBroken(Event.Broken event) {
    abandon(event.fault());
  }

  void abandon(Event.Abandoned event) {
    abandon(event.fault());
  }

  private void abandon(Fault why) {
    if (termination == null) {
      compensateAll(why);
    }
    if (phase == Phase.COMPENSATING) {
      compensationTimedOut();
    }
    termination.giveUpNotifying();
    phase = Phase.OVER;
  }
}
