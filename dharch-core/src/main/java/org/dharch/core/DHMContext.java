package org.dharch.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.message.HeaderRef;
import org.dharch.core.message.MessageId;
import org.dharch.core.message.MessageProperties;
import org.dharch.core.node.Task;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Policy;
import org.dharch.core.orchestration.Sequence;

/**
 * Distributed Handler Message Context (seed 000, section 3.1.1): what DHArch itself knows of one
 * message. The container's own context stays apart, in {@link CMCQueue}. Written to by one thread
 * at a time: the admitting thread first, then whoever has the {@link Conductor}'s turn.
 */
final class DHMContext {
  private final MessageId id;
  private final Submission submission;
  private final Orchestration orchestration;
  private final Policy policy;
  private final long admittedAt;
  private final long deadlineAt;
  private final String jobClass;
  private final String share;
  private final float sizeNanos;
  private final Execution execution;

  private byte[] envelope;
  private MessageProperties properties;
  private Set<HeaderRef> processed;
  private boolean headersChanged;
  private boolean bodyChanged;
  private Task.Purpose ending = Task.Purpose.TELL_COMPLETED;

  private long selectedAt;
  private long mergeNanos;
  private List<Timeline.Attempt> attempts = List.of();
  private List<String> notes = List.of();

  /** Where {@link Deadlines} keeps it; -1 if nowhere. */
  int deadlineSlot = -1;

  /** Whether it holds a slot of the window. */
  boolean holdsSlot;

  /** What the application put in the place of its orchestration while it waited. */
  Optional<Sequence> revision = Optional.empty();

  /** Whether MPQueue holds it for MessageProcessor. */
  boolean ready;

  private List<Effect> effects = List.of();

  DHMContext(
      MessageId id,
      Submission submission,
      HandlerOrchestrationManager.Plan plan,
      DHManagerConfig config,
      String jobClass,
      String share,
      long sizeNanos,
      long now) {
    this.id = id;
    this.submission = submission;
    this.orchestration = plan.orchestration();
    this.policy = plan.policy();
    this.admittedAt = now;
    this.selectedAt = now;
    this.deadlineAt =
        now + submission.deadline().or(orchestration::deadline).orElse(config.deadline()).toNanos();
    this.jobClass = jobClass;
    this.share = share;
    this.sizeNanos = sizeNanos;
    this.envelope = submission.envelope();
    this.properties = submission.properties();
    this.processed = submission.processed();
    this.execution = new Execution(this, config);
  }

  MessageId id() {
    return id;
  }

  Submission submission() {
    return submission;
  }

  Orchestration orchestration() {
    return orchestration;
  }

  /** What no change of the orchestration may contradict. */
  Policy policy() {
    return policy;
  }

  Execution execution() {
    return execution;
  }

  long deadlineAt() {
    return deadlineAt;
  }

  /** When it was admitted, on the manager's clock. */
  long admittedAt() {
    return admittedAt;
  }

  /** How long it was estimated to be in execution; what a float can tell of it. */
  long sizeNanos() {
    return (long) sizeNanos;
  }

  /** Whose it is, where capacity is shared out. */
  String share() {
    return share;
  }

  /** The class by which that was estimated. */
  String jobClass() {
    return jobClass;
  }

  /** Whether it goes on to a service. */
  boolean isRequest() {
    return submission.flow() == Flow.IN;
  }

  /** When it came into execution, on the manager's clock. */
  long selectedAt() {
    return selectedAt;
  }

  byte[] envelope() {
    return envelope;
  }

  MessageProperties properties() {
    return properties;
  }

  Set<HeaderRef> processed() {
    return processed;
  }

  void selected(long now) {
    selectedAt = now;
  }

  /** Its execution wants this done. */
  void want(List<Effect> more) {
    if (effects.isEmpty()) {
      effects = List.copyOf(more);
    } else if (!more.isEmpty()) {
      effects = new ArrayList<>(effects);
      effects.addAll(more);
    }
  }

  /** Whether its execution wants something done that MessageProcessor has not done yet. */
  boolean wants() {
    return !effects.isEmpty();
  }

  /** What its execution wants done; whoever takes it does it. */
  List<Effect> takeEffects() {
    List<Effect> taken = effects;
    effects = List.of();
    return taken;
  }

  /** Takes over the result of a stage's merge. */
  void merged(StageMerge.Merged merged) {
    envelope = merged.envelope();
    properties = merged.properties();
    processed = merged.processed();
    headersChanged |= merged.headersChanged();
    bodyChanged |= merged.bodyChanged();
  }

  void dropProperty(String name) {
    properties = properties.merge(Map.of(), Set.of(name));
  }

  /** Compensators, and handlers that hear of the end, are to know why. */
  void faulted(Fault fault) {
    properties = properties.merge(Map.of(MessageProperties.FAULT, fault.toString()), Set.of());
  }

  /** How the message ended, for handlers that are told. */
  Task.Purpose ending() {
    return ending;
  }

  void ending(Task.Purpose value) {
    ending = value;
  }

  void mergeTook(long nanos) {
    mergeNanos += nanos;
  }

  void attempt(Timeline.Attempt attempt) {
    if (attempts.isEmpty()) {
      attempts = new ArrayList<>(4);
    }
    attempts.add(attempt);
  }

  void note(String line) {
    if (notes.isEmpty()) {
      notes = new ArrayList<>(1);
    }
    if (notes.size() < 100) {
      notes.add(line);
    }
  }

  /** Nanoseconds since admission. */
  long since(long now) {
    return now - admittedAt;
  }

  Timeline timeline(long now) {
    return new Timeline(
        id, orchestration.name(), since(selectedAt), since(now), attempts, mergeNanos, notes);
  }

  Outcome.Completed completed(long now) {
    return new Outcome.Completed(
        id, envelope, headersChanged, bodyChanged, properties, processed, timeline(now));
  }

  Outcome.Halted halted(Fault fault, long now) {
    return new Outcome.Halted(id, fault, timeline(now));
  }
}
