package org.dharch.core.context;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.config.OnRestart;
import org.dharch.core.execution.Execution;
import org.dharch.core.execution.MessageState;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.spi.Waiting;

/**
 * Distributed Handler Message Context (seed 000, section 3.1.1): DHArch's own data of one message:
 * its submission, its {@link MessageState}, its {@link Execution}, and its places in the queues.
 * The container's own context is separate, in {@link CMCQueue}. Written by one thread at a time:
 * first the admitting thread, then the event loop ({@link Conductor}).
 */
public final class DHMContext implements Waiting {
  private final Submission submission;
  private final String jobClass;
  private final String group;
  private final float sizeNanos;

  /** Whether the run times of its job class can predict a missed deadline. */
  private final boolean isJudged;

  private final MessageState state;
  private final Execution execution;

  private int priority;
  private long mayWaitUntil;
  private boolean early;

  /** Its position in IMQueue, by time and by arrival. Written under IMQueue's lock. */
  public long position;

  public long number;

  /** Its index among the deadlines of {@code MPQueue}; -1 without a deadline. */
  public int deadlineSlot = -1;

  /** Whether it holds a slot of the concurrency limit. */
  public boolean holdsSlot;

  /**
   * Set for a call from the service of another request at this manager. Such a call needs no slot.
   */
  public Optional<NestedCalls.Call> nested = Optional.empty();

  /** Whether it is such a call, or the response to one. */
  public boolean isCall;

  /** Whether a handler waits for it. That handler may occupy capacity that this message needs. */
  public boolean isNestedCall;

  /**
   * The nested calls of the request that this message belongs to. Set when the execution starts.
   */
  public NestedCalls calls;

  /** The replacement that the application set for the orchestration while the message waited. */
  public Optional<Sequence> revision = Optional.empty();

  /** Whether MPQueue has scheduled it for MessageProcessor. */
  public boolean ready;

  private List<Effect> effects = List.of();

  private final OnRestart onRestart;
  private final Optional<Progress> earlier;
  private final Optional<CheckpointBarrier> held;

  /**
   * The class of a message for the selection.
   *
   * @param jobClass the class of messages with similar run times
   * @param group the group for fair queueing
   * @param sizeNanos the usual run time of its job class
   */
  public record Classification(String jobClass, String group, long sizeNanos) {
    public static final Classification NONE = new Classification("", "", 0);
  }

  /**
   * The part of a message that survives a restart of the manager.
   *
   * @param onRestart what a restarted manager does with the message
   * @param handsOver whether its gateway confirms the delivery
   * @param earlier its progress in an earlier incarnation of the manager, or when it failed
   */
  public record Durability(OnRestart onRestart, boolean handsOver, Optional<Progress> earlier) {
    public static final Durability NONE =
        new Durability(OnRestart.DISCARD, false, Optional.empty());
  }

  public DHMContext(
      MessageId id,
      Submission submission,
      Assignment assignment,
      DHManagerConfig config,
      Classification classification,
      Durability durability,
      long now) {
    this.onRestart = durability.onRestart();
    this.earlier = durability.earlier();
    this.held =
        onRestart == OnRestart.DISCARD
            ? Optional.empty()
            : Optional.of(
                new CheckpointBarrier(onRestart, earlier.isPresent(), durability.handsOver()));
    Orchestration orchestration = assignment.orchestration();
    long deadlineAt = now + deadline(submission, orchestration, config, earlier).toNanos();
    this.submission = submission;
    this.jobClass = classification.jobClass();
    this.group = classification.group();
    this.sizeNanos = classification.sizeNanos();
    boolean withService = config.flow().scope() == ConcurrencyLimitScope.REQUEST && isRequest();
    this.isJudged = !withService && !hasEnded(earlier);
    this.state =
        new MessageState(id, submission, orchestration, assignment.policy(), now, deadlineAt);
    this.execution =
        earlier
            .map(it -> Execution.resumed(state, config.timeouts(), config.limits(), it))
            .orElseGet(() -> Execution.of(state, config.timeouts(), config.limits()));
  }

  /** Compensation after a message's end uses the default deadline, not the message's own. */
  private static Duration deadline(
      Submission submission,
      Orchestration orchestration,
      DHManagerConfig config,
      Optional<Progress> earlier) {
    Optional<Duration> own = submission.deadline().or(orchestration::deadline);
    return hasEnded(earlier)
        ? config.timeouts().deadline()
        : own.orElse(config.timeouts().deadline());
  }

  private static boolean hasEnded(Optional<Progress> earlier) {
    return earlier.filter(p -> p.course() != Progress.Course.RUNNING).isPresent();
  }

  /**
   * Returns whether it completed all its stages, or was answered, in an earlier incarnation of the
   * manager. Only the delivery to its service, or the end, is repeated. Deadlines and withdrawals
   * do not prevent that.
   */
  public boolean hasCompleted() {
    return earlier.filter(Progress::endedWell).isPresent();
  }

  /** Returns whether the message ended earlier and only its pending compensations remain. */
  public boolean isCompensationOnly() {
    return earlier.filter(Progress::isCompensationOnly).isPresent();
  }

  /** Returns the number of attempts from earlier incarnations in its timeline. */
  public int attemptsBefore() {
    return earlier.map(progress -> progress.timeline().attempts().size()).orElse(0);
  }

  /**
   * Returns the minimum execution time, estimated from the message's job class; 0 if the class
   * cannot predict it. Compensation after a message's end does not belong to the class. Measured
   * times of requests that wait for a service include the service's time.
   */
  public long least(JobSizes.Estimate known) {
    return isJudged ? known.least() : 0;
  }

  public OnRestart onRestart() {
    return onRestart;
  }

  /**
   * Returns the barrier for effects that wait for a record on disk; empty if a restarted manager
   * does not need the message.
   */
  public Optional<CheckpointBarrier> held() {
    return held;
  }

  public MessageId id() {
    return state.id();
  }

  public Submission submission() {
    return submission;
  }

  /** Returns the state that its execution changes. */
  public MessageState state() {
    return state;
  }

  public Execution execution() {
    return execution;
  }

  @Override
  public long deadlineAt() {
    return state.deadlineAt();
  }

  /**
   * Sets how it waits in IMQueue.
   *
   * @param priority from 0 to 9
   * @param limitNanos the maximum waiting time, if its sender can still be rejected
   * @param early whether no node hosts its handlers yet, at a manager that has just started
   */
  public void waits(int priority, long limitNanos, boolean early) {
    this.priority = priority;
    this.early = early;
    this.mayWaitUntil = // an accepted message is no longer rejected as busy
        submission.oneWay() ? deadlineAt() : Math.min(deadlineAt(), arrivedAt() + limitNanos);
  }

  /** Returns whether it waits for its nodes before it is queued. */
  public boolean isEarly() {
    return early;
  }

  /** Returns the time at which its waiting ends: its deadline or the waiting limit. */
  public long mayWaitUntil() {
    return mayWaitUntil;
  }

  @Override
  public int priority() {
    return priority;
  }

  @Override
  public long arrivedAt() {
    return state.admittedAt();
  }

  /** Returns the estimated execution time, rounded to a float. */
  @Override
  public long sizeNanos() {
    return (long) sizeNanos;
  }

  @Override
  public String group() {
    return group;
  }

  /** Returns the job class of that estimate. */
  public String jobClass() {
    return jobClass;
  }

  /** Returns whether it is a request to a service. */
  public boolean isRequest() {
    return submission.flow() == Direction.IN;
  }

  /**
   * Returns whether it continues started work: a response, or a nested call of a service that is
   * processing a request. It waits before all others, because the started work would be useless
   * without it.
   */
  public boolean continues() {
    return nested.isPresent() || (!isRequest() && submission.within().isPresent());
  }

  /** Adds effects that its execution requires. */
  public void request(List<Effect> more) {
    if (effects.isEmpty()) {
      effects = List.copyOf(more);
    } else if (!more.isEmpty()) {
      effects = new ArrayList<>(effects);
      effects.addAll(more);
    }
  }

  /** Returns whether its execution requires effects that MessageProcessor has not taken yet. */
  public boolean hasWork() {
    return !effects.isEmpty();
  }

  /** Removes the effects of its execution; the caller carries them out. */
  public List<Effect> takeEffects() {
    List<Effect> taken = effects;
    effects = List.of();
    return taken;
  }

  /** Returns its pending compensations if it ends before its selection because of {@code fault}. */
  public Optional<Progress> leftUnselected(Fault fault) {
    return earlier.map(progress -> progress.compensating(fault)).filter(Progress::isUnresolved);
  }

  /** Ends it before its selection; its waiting time ends now. */
  public Outcome.Failed failedUnselected(Fault fault, long now) {
    state.selected(now);
    return state.failed(fault, now);
  }

  /**
   * The nested calls of one request: requests that its service sends to services behind the same
   * manager, and their nested calls. They take no slots, because the first request holds one and
   * waits for them. If nested calls waited for slots of such requests, the requests would deadlock.
   * Instead, at most {@value #MOST} nested calls are admitted. Thread-safe.
   */
  public static final class NestedCalls {
    public static final int MOST = 8;

    private final AtomicInteger calls = new AtomicInteger();

    /** A nested call, until it is over. */
    public final class Call {
      private boolean over; // guarded by this

      /** Returns all nested calls of the same request, including this one. */
      public NestedCalls family() {
        return NestedCalls.this;
      }

      /** Releases this call, so that another can be admitted. Idempotent. */
      public synchronized void over() {
        if (!over) {
          over = true;
          calls.decrementAndGet();
        }
      }
    }

    /** Adds a nested call; empty if there are too many. */
    public Optional<Call> add() {
      if (calls.incrementAndGet() > MOST) {
        calls.decrementAndGet();
        return Optional.empty();
      }
      return Optional.of(new Call());
    }
  }
}
