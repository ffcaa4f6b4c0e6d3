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
 * The slots of the concurrency limit. A message holds a slot from its selection until it leaves
 * MPQueue. If the limit covers whole requests, it holds the slot until its service responds or the
 * response is overdue. The concurrency limit and the job sizes are adjusted from the time that each
 * message took. Nested calls of a request take no slots: {@link NestedCalls}. Used only on the
 * event loop ({@link Conductor}). {@link #size} and {@link #callsWithin} are thread-safe.
 */
public final class Slots {
  private final FlowControl flow;
  private final ConcurrencyLimit concurrencyLimit;
  private final JobSizes sizes;
  private final Counters counters;

  /** Requests that their service processes, the oldest first. */
  private final Map<MessageId, AwaitedAnswer> answers = new LinkedHashMap<>();

  /** The nested calls of each request. */
  private final Map<MessageId, NestedCalls> calls = new ConcurrentHashMap<>();

  private final Usage groups = new Usage();

  private static final class AwaitedAnswer {
    final DHMContext message;
    final long until;

    /** Whether the message has left MPQueue and only the response is pending. */
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

  /** Returns the current number of slots. */
  public int size() {
    return concurrencyLimit.size();
  }

  public int inUse() {
    return groups.held();
  }

  /** Returns the slots that each group holds. */
  public Usage usage() {
    return groups;
  }

  public boolean hasCapacity() {
    return inUse() < concurrencyLimit.size();
  }

  /** Takes a slot for a selected message. */
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

  /** Links the message to the nested calls of its request. */
  void begun(DHMContext message) {
    message.calls =
        message
            .nested
            .map(NestedCalls.Call::family)
            .or(() -> message.submission().within().map(answers::get).map(a -> a.message.calls))
            .orElseGet(NestedCalls::new);
    calls.putIfAbsent(message.id(), message.calls);
  }

  /**
   * Returns whether {@code message} needs no slot, because its request holds one or because it is a
   * nested call.
   */
  public boolean isHeldFor(DHMContext message) {
    return message.nested.isPresent()
        || message.submission().within().filter(answers::containsKey).isPresent();
  }

  /** Returns the nested calls of {@code request}, if it is in execution. Thread-safe. */
  public Optional<NestedCalls> callsWithin(MessageId request) {
    return Optional.ofNullable(calls.get(request));
  }

  /** Records the outcome of a message, before it goes to its service or back to its client. */
  public void ended(DHMContext message, Outcome outcome, long now) {
    if (!message.holdsSlot && message.nested.isEmpty()) {
      return;
    }
    if (outcome instanceof Outcome.Failed failed) {
      switch (failed.fault().code()) {
        case DEADLINE, HANDLER_TIMED_OUT -> learn(message, true, now);
        default -> {} // other failures are no sign of overload
      }
    } else if (awaitsAnswer(message) && continues(outcome)) {
      answers.put(message.id(), new AwaitedAnswer(message, now + flow.timeToAnswer().toNanos()));
      if (flow.scope() == ConcurrencyLimitScope.HANDLERS) {
        learn(message, false, now);
      }
    } else {
      learn(message, false, now);
    }
  }

  /**
   * Whether the slot is held until the service responds. Nested calls always wait for that, so that
   * the response needs no slot either. The requests that wait for the response may hold all slots.
   */
  private boolean awaitsAnswer(DHMContext message) {
    return message.isRequest()
        && (flow.scope() == ConcurrencyLimitScope.REQUEST || message.nested.isPresent());
  }

  /** Whether the service, or the handlers of the response, run next. */
  private static boolean continues(Outcome outcome) {
    return !(outcome instanceof Outcome.Responded answered) || answered.envelope().isPresent();
  }

  /** Frees the message's slot when it leaves MPQueue, unless a response is pending. */
  void left(DHMContext message, long now) {
    AwaitedAnswer answer = answers.get(message.id());
    if (answer != null && answer.message == message) { // false for a compensation under the same id
      answer.left = true;
    } else {
      free(message, now);
    }
  }

  /**
   * Frees the slot of {@code request} after its service has responded; ignored if no response is
   * pending.
   */
  public void answered(MessageId request, long now) {
    AwaitedAnswer answer = answers.remove(request);
    if (answer != null) {
      over(answer, false, now);
    }
  }

  /** Stops waiting for overdue responses and returns their number. */
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

  /** Returns the time at which the first response is overdue. */
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
   * missed its part. A part may be a fraction: with 0.6 of a slot a group holds one slot for 0.6 of
   * the time. Time above the part is a debt, paid off by time below it. A group below its part
   * saves up to {@link #MOST_SAVED_NANOS}, so that a rare client may send twice in a row. Not
   * thread-safe.
   */
  public static final class Usage {
    private static final int MOST_GROUPS = 10_000;
    private static final double MOST_SAVED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final class Use {
      int held;

      /**
       * The average number of slots that the group may hold, as of its latest request for a slot.
       */
      double part = Double.MAX_VALUE;

      /** In nanoseconds of the group's part; a negative value is saved time. */
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

    /** By group name, in order of access; the least recently used group is first. */
    private final Map<String, Use> uses = new LinkedHashMap<>(16, 0.75f, true);

    private int held;

    /**
     * Returns the time at which {@code group} may take one more slot. If no group holds a slot,
     * debt is ignored, because an idle slot helps no other group.
     *
     * @param part the average number of slots that the group may hold
     * @return {@code now} if the group may take a slot immediately; {@link Long#MAX_VALUE} if it
     *     must free one first
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

    /** Returns the number of slots that all groups hold. */
    int held() {
      return held;
    }

    /** Returns the number of recorded groups. */
    int known() {
      return uses.size();
    }

    /** Records that {@code group} has taken a slot. */
    void taken(String group, long now) {
      use(group, now).held++;
      held++;
      forget(now);
    }

    /** Records that {@code group} has freed a slot. */
    void freed(String group, long now) {
      use(group, now).held--;
      held--;
    }

    private Use use(String group, long now) {
      Use use = uses.computeIfAbsent(group, name -> new Use(now));
      use.passed(now);
      return use;
    }

    /**
     * Removes idle groups that equal new ones, and the least recently used idle groups above the
     * maximum.
     */
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
