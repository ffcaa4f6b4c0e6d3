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
import org.dharch.core.queue.MPQueue;
import org.dharch.core.spi.Waiting;

/**
 * Distributed Handler Message Context (seed 000, section 3.1.1): what DHArch itself knows of one
 * message: what it was admitted as, its {@link MessageState}, the {@link Execution} that works on
 * that, and where the queues keep it. The container's own context stays apart, in {@link CMCQueue}.
 * Written to by one thread at a time: the admitting thread first, then the one that has the {@link
 * Conductor}'s turn.
 */
public final class DHMContext implements Waiting {
  private final Submission submission;
  private final String jobClass;
  private final String group;
  private final float sizeNanos;

  /** Whether the run times of its class predict that it can miss its deadline. */
  private final boolean isJudged;

  private final MessageState state;
  private final Execution execution;

  private int priority;
  private long mayWaitUntil;
  private boolean early;

  /** Its place in IMQueue, by time and by arrival; written under IMQueue's lock. */
  public long position;

  public long number;

  /** Its index among the deadlines of {@link MPQueue}; -1 if it has none. */
  public int deadlineSlot = -1;

  /** Whether it holds a slot of the window. */
  public boolean holdsSlot;

  /** Set if it is a call of the service of another request here: then it needs no slot. */
  public Optional<NestedCalls.Call> nested = Optional.empty();

  /** Whether it is such a call, or the answer of one. */
  public boolean isCall;

  /** Whether a handler waits for it, and perhaps holds room that it needs. */
  public boolean isNestedCall;

  /** The calls that count with those that its handlers and its service make, once it is begun. */
  public NestedCalls calls;

  /** The orchestration with which the application replaced its own while it waited. */
  public Optional<Sequence> revision = Optional.empty();

  /** Whether MPQueue holds it for MessageProcessor. */
  public boolean ready;

  private List<Effect> effects = List.of();

  private final OnRestart onRestart;
  private final Optional<Progress> earlier;
  private final Optional<CheckpointBarrier> held;

  public DHMContext(
      MessageId id,
      Submission submission,
      Assignment assignment,
      DHManagerConfig config,
      String jobClass,
      String group,
      long sizeNanos,
      long now,
      OnRestart onRestart,
      boolean handsOver,
      Optional<Progress> earlier) {
    this.onRestart = onRestart;
    this.earlier = earlier;
    this.held =
        onRestart == OnRestart.DISCARD
            ? Optional.empty()
            : Optional.of(new CheckpointBarrier(onRestart, earlier.isPresent(), handsOver));
    Orchestration orchestration = assignment.orchestration();
    long deadlineAt = now + deadline(submission, orchestration, config, earlier).toNanos();
    this.submission = submission;
    this.jobClass = jobClass;
    this.group = group;
    this.sizeNanos = sizeNanos;
    boolean withService = config.flow().scope() == ConcurrencyLimitScope.REQUEST && isRequest();
    this.isJudged = !withService && !hasEnded(earlier);
    this.state =
        new MessageState(id, submission, orchestration, assignment.policy(), now, deadlineAt);
    this.execution = new Execution(state, config.timeouts(), config.limits(), earlier);
  }

  /** Its own deadline does not bind what is compensated after its end. */
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
   * Whether it went through all its stages in an earlier life of the manager, or was answered: it
   * only waits to be brought to its service, or its end, once more, which no deadline and no
   * withdrawal keeps from it.
   */
  public boolean hasCompleted() {
    return earlier.filter(Progress::endedWell).isPresent();
  }

  /** Whether it has ended before, and only what is left of it is to be compensated. */
  public boolean isCompensationOnly() {
    return earlier.filter(Progress::isCompensationOnly).isPresent();
  }

  /** How many attempts its timeline has of before. */
  public int attemptsBefore() {
    return earlier.map(progress -> progress.timeline().attempts().size()).orElse(0);
  }

  /**
   * How long it will take at least, by what is known of its class. What is compensated after a
   * message's end is none of its class; and a request whose service is waited for took that time
   * too.
   */
  public long least(JobSizes.Estimate known) {
    return isJudged ? known.least() : 0;
  }

  public OnRestart onRestart() {
    return onRestart;
  }

  /**
   * The effects that wait for a record on disk; empty if a restarted manager does not need the
   * message.
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

  /** The state that its execution changes. */
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
   * @param limitNanos how long it may wait, if its sender can still be rejected
   * @param early whether no node hosts its handlers, at a manager that has just started
   */
  public void waits(int priority, long limitNanos, boolean early) {
    this.priority = priority;
    this.early = early;
    this.mayWaitUntil = // an accepted message is not rejected as busy any more
        submission.oneWay() ? deadlineAt() : Math.min(deadlineAt(), arrivedAt() + limitNanos);
  }

  /** Whether it waits for nodes first. */
  public boolean isEarly() {
    return early;
  }

  /** When it may wait no longer: its deadline or the limit on waiting. */
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

  /** The estimated time in execution, rounded to a float. */
  @Override
  public long sizeNanos() {
    return (long) sizeNanos;
  }

  @Override
  public String group() {
    return group;
  }

  /** The class by which that was estimated. */
  public String jobClass() {
    return jobClass;
  }

  /** Whether it goes to a service. */
  public boolean isRequest() {
    return submission.flow() == Direction.IN;
  }

  /**
   * Whether it continues started work: a response, or a nested call of a service that is processing
   * a request. It waits in front of all others, because they would be useless without it.
   */
  public boolean continues() {
    return nested.isPresent() || (!isRequest() && submission.within().isPresent());
  }

  /** Its execution wants this done. */
  public void want(List<Effect> more) {
    if (effects.isEmpty()) {
      effects = List.copyOf(more);
    } else if (!more.isEmpty()) {
      effects = new ArrayList<>(effects);
      effects.addAll(more);
    }
  }

  /** Whether its execution wants something done that MessageProcessor has not done yet. */
  public boolean hasWork() {
    return !effects.isEmpty();
  }

  /** Takes the effects of its execution; the caller carries them out. */
  public List<Effect> takeEffects() {
    List<Effect> taken = effects;
    effects = List.of();
    return taken;
  }

  /** Its pending compensations if it ends before it was selected, because of {@code fault}. */
  public Optional<Progress> leftUnselected(Fault fault) {
    return earlier.map(progress -> progress.compensating(fault)).filter(Progress::isUnresolved);
  }

  /** Ends it before it was selected: it has waited until now. */
  public Outcome.Failed failedUnselected(Fault fault, long now) {
    state.selected(now);
    return state.failed(fault, now);
  }

  /**
   * The nested calls of one request: requests that its service sends to services behind the same
   * manager, and their nested calls. They take no slots: the first request holds one and waits for
   * them. If they waited for slots that such requests hold, all would block each other. Instead at
   * most {@value #MOST} are admitted. Safe for any thread.
   */
  public static final class NestedCalls {
    public static final int MOST = 8;

    private final AtomicInteger calls = new AtomicInteger();

    /** A request that is one of these, until it is over. */
    public final class Call {
      private boolean over; // guarded by this

      /** The others and itself. */
      public NestedCalls family() {
        return NestedCalls.this;
      }

      /** Makes room for another. Idempotent. */
      public synchronized void over() {
        if (!over) {
          over = true;
          calls.decrementAndGet();
        }
      }
    }

    /** One more; empty if there are too many. */
    public Optional<Call> add() {
      if (calls.incrementAndGet() > MOST) {
        calls.decrementAndGet();
        return Optional.empty();
      }
      return Optional.of(new Call());
    }
  }
}
