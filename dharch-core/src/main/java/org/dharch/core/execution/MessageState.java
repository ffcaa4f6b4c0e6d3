package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.wire.Task;

/**
 * The message of one execution, as its handlers have changed it, and its timeline. It is the part
 * of {@link org.dharch.core.context.DHMContext} that an {@link Execution} changes. Not safe for
 * several threads.
 */
public final class MessageState {
  private static final int MAX_NOTES = 100;
  private static final int MAX_TRACES = 8;
  private static final int MAX_DEFERRED_LISTED = 100;

  private final MessageId id;
  private final Orchestration orchestration;
  private String followed;
  private final Policy policy;
  private final long admittedAt;
  private final long deadlineAt;
  private final boolean isRequest;
  private final boolean isDurableOneWay;

  private MessageVersion version;
  private Task.Purpose ending = Task.Purpose.NOTIFY_COMPLETED;
  private boolean ended;

  /** The response of a handler; empty if none responded. */
  private Optional<Verdict> answer = Optional.empty();

  private long selectedAt;

  /** The time since admission, and until selection, in earlier incarnations. */
  private long nanosBefore;

  private long selectedBefore = -1;
  private long mergeNanos;
  private List<Timeline.Attempt> attempts = List.of();
  private List<String> notes = List.of();
  private int deferred;
  private int traces;
  private String lastTrace = "";

  /**
   * A newly admitted message.
   *
   * @param policy the policy that changes of the orchestration must follow
   * @param admittedAt the time of admission, on the manager's clock
   * @param deadlineAt the deadline, on the same clock
   */
  public MessageState(
      MessageId id,
      Submission submission,
      Orchestration orchestration,
      Policy policy,
      long admittedAt,
      long deadlineAt) {
    this.id = id;
    this.orchestration = orchestration;
    this.followed = orchestration.name();
    this.policy = policy;
    this.admittedAt = admittedAt;
    this.deadlineAt = deadlineAt;
    this.selectedAt = admittedAt;
    this.isRequest = submission.flow() == Direction.IN;
    this.isDurableOneWay = submission.oneWay() && orchestration.durable();
    this.version = new MessageVersion(submission.content(), false, false);
  }

  public MessageId id() {
    return id;
  }

  /** The name of the orchestration of the message, also if it began in an earlier incarnation. */
  public String orchestrationName() {
    return followed;
  }

  public Orchestration orchestration() {
    return orchestration;
  }

  Policy policy() {
    return policy;
  }

  public long admittedAt() {
    return admittedAt;
  }

  public long deadlineAt() {
    return deadlineAt;
  }

  /** The time of selection, on the manager's clock; the time of admission before that. */
  public long selectedAt() {
    return selectedAt;
  }

  public byte[] envelope() {
    return version.envelope();
  }

  public MessageProperties properties() {
    return version.properties();
  }

  public Set<HeaderRef> processed() {
    return version.processed();
  }

  /** The bytes that a node is charged with for a handler with this entry. */
  long burden(HandlerEntry entry) {
    return entry.parts().includeBody() ? envelope().length : 0;
  }

  /** The fingerprint of the message as it is now. */
  long fingerprint() {
    return Fingerprint.of(version.content());
  }

  /** Whether a handler may respond to it in place of its service. */
  boolean isRequest() {
    return isRequest;
  }

  /** Whether its sender got the acknowledgement that it is stored, and waits for nothing more. */
  boolean isDurableOneWay() {
    return isDurableOneWay;
  }

  /** The response of a handler in place of its service; empty if there is none. */
  Optional<Verdict> answer() {
    return answer;
  }

  /** Restores the progress of an earlier incarnation of the manager. */
  void restore(Progress was) {
    followed = was.timeline().orchestration();
    version = was.message();
    answer = was.history().answer();
    nanosBefore = was.timeline().endedNanos();
    selectedBefore = was.timeline().selectedNanos();
    mergeNanos = was.timeline().mergeNanos();
    attempts = new ArrayList<>(was.timeline().attempts());
    notes = new ArrayList<>(was.timeline().notes());
  }

  /** Nanoseconds since admission. */
  public long since(long now) {
    return nanosBefore + now - admittedAt;
  }

  // ---- changes

  public void selected(long now) {
    selectedAt = now;
  }

  /** A handler responds: the message does not reach its service. */
  void responded(String handler, Verdict what) {
    answer = Optional.of(what);
    note(
        "handler '"
            + handler
            + (what instanceof Verdict.Respond ? "' answered it" : "' accepted it"));
  }

  void addMergeNanos(long nanos) {
    mergeNanos += nanos;
  }

  void dropProperty(String name) {
    version = version.without(name);
  }

  /** The current version, to be restored later. */
  MessageVersion version() {
    return version;
  }

  /** Restores a version; the timeline stays. */
  void restore(MessageVersion was) {
    version = was;
  }

  /** Sets the properties by which handlers can read the caught fault. */
  void setCaughtFault(Fault fault) {
    set(
        Map.of(
            MessageProperties.FAULT, fault.toString(),
            MessageProperties.FAULT_CODE, fault.code().name(),
            MessageProperties.FAULT_HANDLER, fault.handler(),
            MessageProperties.FAULT_REASON, fault.reason()));
  }

  /** Sets the property by which compensators and completion callbacks can read the fault. */
  void setFault(Fault fault) {
    set(Map.of(MessageProperties.FAULT, fault.toString()));
  }

  private void set(Map<String, Object> changed) {
    version = version.with(properties().merge(changed, Set.of()));
  }

  /** How the message ended, for completion callbacks. */
  Task.Purpose ending() {
    return ending;
  }

  void ending(Task.Purpose value) {
    ending = value;
    ended = true;
  }

  /** Whether the outcome is decided. */
  boolean isEnded() {
    return ended;
  }

  // ---- timeline

  void attempt(Timeline.Attempt attempt) {
    if (attempts.isEmpty()) {
      attempts = new ArrayList<>(4);
    }
    attempts.add(attempt);
  }

  /** The result of the step's latest attempt, which has performed, is malformed. */
  void attemptFailed(Step step) {
    attempts = new ArrayList<>(attempts);
    attempts.replaceAll(
        one ->
            one.step() == step.index() && one.number() == step.attempt()
                ? one.result("failed")
                : one);
  }

  /** Adds a line to the timeline; at most {@value #MAX_NOTES} lines are kept. */
  public void note(String line) {
    if (notes.isEmpty()) {
      notes = new ArrayList<>(1);
    }
    if (notes.size() < MAX_NOTES) {
      notes.add(line);
    }
  }

  /** Notes the stack trace of a failed or hanging handler; only the first few are kept. */
  void trace(Step step, String trace) {
    if (!trace.isEmpty() && traces < MAX_TRACES && !trace.equals(lastTrace)) {
      traces++;
      lastTrace = trace;
      note("handler " + step + ", attempt " + step.attempt() + ": " + trace.stripTrailing());
    }
  }

  /** Whether one more deferred attempt is listed; there may be very many. */
  boolean listsDeferred() {
    deferred++;
    if (deferred == MAX_DEFERRED_LISTED + 1) {
      note("further deferred attempts are not listed");
    }
    return deferred <= MAX_DEFERRED_LISTED;
  }

  public Timeline timeline(long now) {
    return new Timeline(
        id,
        followed,
        selectedBefore < 0 ? since(selectedAt) : selectedBefore,
        since(now),
        attempts,
        mergeNanos,
        notes);
  }

  Outcome.Completed completed(long now) {
    return new Outcome.Completed(
        id,
        envelope(),
        version.headersChanged(),
        version.bodyChanged(),
        properties(),
        processed(),
        timeline(now));
  }

  Outcome.Responded responded(long now) {
    Optional<byte[]> response =
        answer.filter(Verdict.Respond.class::isInstance).map(a -> ((Verdict.Respond) a).envelope());
    return new Outcome.Responded(id, response, properties(), timeline(now));
  }

  public Outcome.Failed failed(Fault fault, long now) {
    MessageProperties left =
        fault
            .thrown()
            .map(thrown -> properties().merge(thrown.properties().asMap(), Set.of()))
            .orElse(properties());
    return new Outcome.Failed(id, fault, timeline(now), left, false);
  }
}
