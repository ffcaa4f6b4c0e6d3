package org.dharch.core.queue;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.dharch.api.MessageId;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.DHMContext.NestedCalls;
import org.dharch.core.flow.ConcurrencyLimit;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;

/**
 * The slots of MPQueue's window. A message holds one from its selection until it has left MPQueue
 * and, if the window is for whole requests, until its service has answered or that has been given
 * up. How long a message took until it ended, or until its service answered, is what the window and
 * the job sizes learn from. A call that a request's service makes, or one of its handlers, takes
 * none: {@link NestedCalls}. Used only by the thread that has the {@link Conductor}'s turn; only
 * {@link #size} and {@link #callsWithin} are for any thread.
 */
public final class Slots {
  private final FlowControl flow;
  private final ConcurrencyLimit concurrencyLimit;
  private final JobSizes sizes;
  private final Counters counters;

  /** Requests that are with their service, the longest there first. */
  private final Map<MessageId, AwaitedAnswer> answers = new LinkedHashMap<>();

  /** The calls within each of these. */
  private final Map<MessageId, NestedCalls> calls = new ConcurrentHashMap<>();

  private final Usage groups = new Usage();

  /** An answer that is awaited. */
  private static final class AwaitedAnswer {
    final DHMContext message;
    final long until;

    /** Whether the message has left MPQueue, and waits for the answer only. */
    boolean left;

    AwaitedAnswer(DHMContext message, long until) {
      this.message = message;
      this.until = until;
    }
  }

  public Slots(FlowControl flow, JobSizes sizes, Counters counters) {
    this.flow = flow;
    this.concurrencyLimit = new ConcurrencyLimit(flow.concurrencyLimit());
    this.sizes = sizes;
    this.counters = counters;
  }

  /** How many there are now. */
  public int size() {
    return concurrencyLimit.size();
  }

  public int inUse() {
    return groups.held();
  }

  /** How they are shared out. */
  public Usage usage() {
    return groups;
  }

  public boolean hasCapacity() {
    return inUse() < concurrencyLimit.size();
  }

  /** A message is selected. */
  void take(DHMContext message, long now) {
    if (!hasCapacity()) {
      throw new IllegalStateException(
          "slots in use must be less than concurrencyLimit="
              + concurrencyLimit.size()
              + " (got "
              + inUse()
              + ")");
    }
    message.holdsSlot = true;
    groups.taken(message.group(), now);
  }

  /** A message is in execution, and its handlers may call services. */
  void begun(DHMContext message) {
    message.calls =
        message
            .nested
            .map(NestedCalls.Call::family)
            .or(() -> message.submission().within().map(answers::get).map(a -> a.message.calls))
            .orElseGet(NestedCalls::new);
    calls.putIfAbsent(message.id(), message.calls);
  }

  /** Whether {@code message} needs no slot: its request's is held for it, or it is a call. */
  public boolean isHeldFor(DHMContext message) {
    return message.nested.isPresent()
        || message.submission().within().filter(answers::containsKey).isPresent();
  }

  /** The calls within {@code request}, if that is here; for any thread. */
  public Optional<NestedCalls> callsWithin(MessageId request) {
    return Optional.ofNullable(calls.get(request));
  }

  /** A message has ended and goes to its service or back to its client. */
  public void ended(DHMContext message, Outcome outcome, long now) {
    if (!message.holdsSlot && message.nested.isEmpty()) {
      return;
    }
    if (outcome instanceof Outcome.Failed failed) {
      switch (failed.fault().code()) {
        case DEADLINE, HANDLER_TIMED_OUT -> learn(message, true, now);
        default -> {} // says nothing of how much can be carried
      }
    } else if (awaitsAnswer(message) && goesOn(outcome)) {
      answers.put(message.id(), new AwaitedAnswer(message, now + flow.timeToAnswer().toNanos()));
      if (flow.scope() == ConcurrencyLimitScope.HANDLERS) {
        learn(message, false, now);
      }
    } else {
      learn(message, false, now);
    }
  }

  /**
   * Whether it is held until its service has answered: a call always is, so that its answer needs
   * no slot either, which those may hold that wait for it.
   */
  private boolean awaitsAnswer(DHMContext message) {
    return message.isRequest()
        && (flow.scope() == ConcurrencyLimitScope.REQUEST || message.nested.isPresent());
  }

  /** Whether its service, or the handlers of its response, come next. */
  private static boolean goesOn(Outcome outcome) {
    return !(outcome instanceof Outcome.Responded answered) || answered.envelope().isPresent();
  }

  /** A message has left MPQueue. */
  void left(DHMContext message, long now) {
    AwaitedAnswer answer = answers.get(message.id());
    if (answer != null && answer.message == message) { // not one that compensates what it did
      answer.left = true;
    } else {
      free(message, now);
    }
  }

  /** The service has responded to {@code request}; ignored if its slot does not depend on that. */
  public void answered(MessageId request, long now) {
    AwaitedAnswer answer = answers.remove(request);
    if (answer != null) {
      over(answer, false, now);
    }
  }

  /** Gives up the answers that are overdue; how many. */
  public int giveUp(long now) {
    int overdue = 0;
    while (nextWake() <= now) {
      AwaitedAnswer answer = answers.remove(answers.keySet().iterator().next());
      counters.count(Counter.ANSWERS_OVERDUE);
      over(answer, true, now);
      overdue++;
    }
    return overdue;
  }

  /** When the first answer is overdue. */
  public long nextWake() {
    return answers.isEmpty() ? Long.MAX_VALUE : answers.values().iterator().next().until;
  }

  private void over(AwaitedAnswer answer, boolean dropped, long now) {
    calls.remove(answer.message.id(), answer.message.calls);
    if (flow.scope() == ConcurrencyLimitScope.REQUEST) {
      learn(answer.message, dropped, now);
    }
    if (answer.left) {
      free(answer.message, now);
    }
  }

  private void free(DHMContext message, long now) {
    calls.remove(message.id(), message.calls);
    message.nested.ifPresent(NestedCalls.Call::over);
    if (message.holdsSlot) {
      message.holdsSlot = false;
      groups.freed(message.group(), now);
    }
  }

  private void learn(DHMContext message, boolean dropped, long now) {
    long took = now - message.state().selectedAt();
    if (message.holdsSlot) {
      concurrencyLimit.sample(message.state().selectedAt(), took, inUse(), dropped);
    }
    if (dropped) {
      sizes.missed(message.jobClass());
    } else {
      sizes.observed(message.jobClass(), message.sizeNanos(), took);
    }
  }

  /**
   * The slots that each group of clients holds, and the slot time by which it has exceeded or
   * missed its part. A part may be a fraction: with 0.6 of a slot a group holds one for 0.6 of the
   * time. Time above the part is a debt, paid off by time below it. A group below its part saves up
   * to {@link #MOST_SAVED_NANOS}, so that a rare client may send twice in a row. Not safe for
   * several threads.
   */
  public static final class Usage {
    private static final int MOST_GROUPS = 10_000;
    private static final double MOST_SAVED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final class Use {
      int held;

      /** How many slots it may hold on average; as it was when it last wanted one. */
      double part = Double.MAX_VALUE;

      /** In nanoseconds of its own part; below zero what it has saved. */
      double debt = -MOST_SAVED_NANOS;

      long at;

      Use(long now) {
        this.at = now;
      }

      void passed(long now) {
        debt = Math.max(-MOST_SAVED_NANOS, debt + (now - at) * (held / part - 1));
        at = now;
      }

      boolean isAsNew() {
        return held == 0 && debt <= -MOST_SAVED_NANOS;
      }
    }

    /** By name, the one whose slots were taken, freed or wanted longest ago first. */
    private final Map<String, Use> uses = new LinkedHashMap<>(16, 0.75f, true);

    private int held;

    /**
     * When {@code group} may take one more slot. While none is held, its debt does not matter: a
     * slot that no other wants is of no use unused.
     *
     * @param part how many it may hold, on average
     * @return now or before if it may; {@link Long#MAX_VALUE} if one of its own must be freed first
     */
    long mayTakeAt(String group, double part, long now) {
      Use use = use(group, now);
      use.part = part;
      if (held == 0) {
        return now;
      }
      if (use.held >= part) {
        return Long.MAX_VALUE;
      }
      return use.debt <= 0 ? now : now + (long) Math.ceil(use.debt / (1 - use.held / part));
    }

    /** How many slots all of them hold. */
    int held() {
      return held;
    }

    /** How many shares it keeps in mind. */
    int known() {
      return uses.size();
    }

    /** {@code group} has taken a slot. */
    void taken(String group, long now) {
      use(group, now).held++;
      held++;
      forget(now);
    }

    /** {@code group} has freed a slot. */
    void freed(String group, long now) {
      use(group, now).held--;
      held--;
    }

    private Use use(String group, long now) {
      Use use = uses.computeIfAbsent(group, name -> new Use(now));
      use.passed(now);
      return use;
    }

    /** Forgets those that are like new ones, and those that are too many. */
    private void forget(long now) {
      Iterator<Use> eldest = uses.values().iterator();
      while (eldest.hasNext()) {
        Use use = eldest.next();
        use.passed(now);
        if (uses.size() <= MOST_GROUPS && !use.isAsNew()) {
          return;
        }
        if (use.held == 0) {
          eldest.remove();
        }
      }
    }
  }
}
