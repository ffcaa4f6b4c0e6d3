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
import org.dharch.core.message.Direction;
import org.dharch.core.message.ExchangeProperties;
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
 * What the execution of one message works on: the message as its handlers have left it so far, and
 * what is to be told of it. The part of {@link org.dharch.core.context.DHMContext} that an {@link
 * Execution} changes; it holds nothing of the manager in which it happens to be. Not safe for
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

  private byte[] envelope;
  private MessageProperties properties;
  private Set<HeaderRef> processed;
  private boolean headersChanged;
  private boolean bodyChanged;
  private Task.Purpose ending = Task.Purpose.NOTIFY_COMPLETED;
  private boolean ended;

  /** What a handler answered; empty if none did. */
  private Optional<Verdict> answer = Optional.empty();

  private long selectedAt;

  /** How long it had been under way, and had waited to be selected, in earlier lives. */
  private long nanosBefore;

  private long selectedBefore = -1;
  private long mergeNanos;
  private List<Timeline.Attempt> attempts = List.of();
  private List<String> notes = List.of();
  private int deferred;
  private int traces;
  private String lastTrace = "";

  /**
   * A message to which nothing has happened.
   *
   * @param policy what no change of the orchestration may contradict
   * @param admittedAt when it was admitted, on the manager's clock
   * @param deadlineAt when it must have ended, on the same clock
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
    this.envelope = submission.envelope();
    this.properties = submission.properties();
    this.processed = submission.processed();
  }

  public MessageId id() {
    return id;
  }

  /** The name of the orchestration that it follows. */
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

  /** When it came into execution, on the manager's clock; its admission before that. */
  public long selectedAt() {
    return selectedAt;
  }

  public byte[] envelope() {
    return envelope;
  }

  public MessageProperties properties() {
    return properties;
  }

  public Set<HeaderRef> processed() {
    return processed;
  }

  /** With how many bytes a node is burdened that has the message for a handler with this entry. */
  long burden(HandlerEntry entry) {
    return entry.seesBody() ? envelope.length : 0;
  }

  /** What tells the message, as it is now, from others. */
  long fingerprint() {
    return Fingerprint.of(envelope, properties, processed);
  }

  /** Whether it is on its way to a service, which a handler may spare it. */
  boolean isRequest() {
    return isRequest;
  }

  /** Whether its sender was told that it is stored, and waits for nothing more. */
  boolean isDurableOneWay() {
    return isDurableOneWay;
  }

  /** What a handler answered instead of its service; empty if none did. */
  Optional<Verdict> answer() {
    return answer;
  }

  boolean headersChanged() {
    return headersChanged;
  }

  boolean bodyChanged() {
    return bodyChanged;
  }

  /** Is what it was in an earlier life of the manager. */
  void restore(Progress was) {
    followed = was.timeline().orchestration();
    envelope = was.envelope();
    properties = was.properties();
    processed = was.processed();
    headersChanged = was.headersChanged();
    bodyChanged = was.bodyChanged();
    answer = was.answer();
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

  // ---- what happens to it

  public void selected(long now) {
    selectedAt = now;
  }

  /** Takes over the result of a stage's merge. */
  void merged(StageMerge.Merged merged) {
    envelope = merged.envelope();
    properties = merged.properties();
    processed = merged.processed();
    headersChanged |= merged.headersChanged();
    bodyChanged |= merged.bodyChanged();
  }

  /** A handler answers it: it does not go to its service. */
  void answered(String handler, Verdict what) {
    answer = Optional.of(what);
    note(
        "handler '"
            + handler
            + (what instanceof Verdict.Respond ? "' answered it" : "' accepted it"));
  }

  void mergeTook(long nanos) {
    mergeNanos += nanos;
  }

  void dropProperty(String name) {
    properties = properties.merge(Map.of(), Set.of(name));
  }

  /** The message as it is, to be gone back to. */
  MessageVersion version() {
    return new MessageVersion(envelope, properties, processed, headersChanged, bodyChanged);
  }

  /** Is as it was; what has been told of it stays. */
  void restore(MessageVersion was) {
    envelope = was.envelope();
    properties = was.properties();
    processed = was.processed();
    headersChanged = was.headersChanged();
    bodyChanged = was.bodyChanged();
  }

  /** It goes on although a handler failed; its handlers can ask why. */
  void caught(Fault fault) {
    properties =
        properties.merge(
            Map.of(
                MessageProperties.FAULT, fault.toString(),
                MessageProperties.FAULT_CODE, fault.code().name(),
                MessageProperties.FAULT_HANDLER, fault.handler(),
                MessageProperties.FAULT_REASON, fault.reason()),
            Set.of());
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
    ended = true;
  }

  /** Whether its gateway has been told, or is about to be. */
  boolean isEnded() {
    return ended;
  }

  // ---- what is told of it

  void attempt(Timeline.Attempt attempt) {
    if (attempts.isEmpty()) {
      attempts = new ArrayList<>(4);
    }
    attempts.add(attempt);
  }

  /** One line for the timeline; of more than {@value #MAX_NOTES} the later ones are dropped. */
  public void note(String line) {
    if (notes.isEmpty()) {
      notes = new ArrayList<>(1);
    }
    if (notes.size() < MAX_NOTES) {
      notes.add(line);
    }
  }

  /** Where an attempt's handler failed, or stood, for the timeline; of more only the first ones. */
  void trace(Step step, String trace) {
    if (!trace.isEmpty() && traces < MAX_TRACES && !trace.equals(lastTrace)) {
      traces++;
      lastTrace = trace;
      note(
          "handler "
              + step
              + ", attempt "
              + step.attempt()
              + ", ended at\n"
              + trace.stripTrailing());
    }
  }

  /** Whether one more attempt that came to nothing but a delay is listed; they may be very many. */
  boolean listsDeferred() {
    deferred++;
    if (deferred == MAX_DEFERRED_LISTED + 1) {
      note("further attempts that were put off are not listed");
    }
    return deferred <= MAX_DEFERRED_LISTED;
  }

  /** What has happened to it until {@code now}. */
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
        id, envelope, headersChanged, bodyChanged, properties, processed, timeline(now));
  }

  Outcome.Responded answered(long now) {
    Optional<byte[]> envelope =
        answer.filter(Verdict.Respond.class::isInstance).map(a -> ((Verdict.Respond) a).envelope());
    return new Outcome.Responded(id, envelope, properties, timeline(now));
  }

  public Outcome.Failed failed(Fault fault, long now) {
    return new Outcome.Failed(id, fault, timeline(now), ExchangeProperties.of(properties));
  }
}
