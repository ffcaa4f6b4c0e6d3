package org.dharch.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.Gateway;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;

/**
 * A service under load behind the production manager, on a virtual clock: minutes of load in
 * milliseconds, each run following from its seed. The service shares two processors among all that
 * it has in hand, and past sixteen at once loses a hundredth of its speed with each more (seed 003,
 * section 2: thrashing).
 */
final class LoadSimulation {
  private static final long MS = 1_000_000;
  private static final double PROCESSORS = 2;
  private static final int COMFORTABLE = 16;
  private static final double THRASHING = 0.01;

  /**
   * Who asks for what.
   *
   * @param operation what his requests are for
   * @param client his name
   * @param work how much processor time one takes, on average
   */
  record Kind(String operation, String client, Duration work) {}

  /** A request's time from when it was due to its answer; refused ones have none. */
  private record Sample(Kind kind, long nanos) {}

  private static final class Job {
    final Kind kind;
    final long dueAt;
    final Runnable then;
    MessageId id;
    double left;

    Job(Kind kind, long dueAt, double left, Runnable then) {
      this.kind = kind;
      this.dueAt = dueAt;
      this.left = left;
      this.then = then;
    }
  }

  private final SplittableRandom random = new SplittableRandom(5);
  private final PriorityQueue<ScheduledEvent> schedule = new PriorityQueue<>();
  private final List<Job> served = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private final Map<Kind, Integer> refused = new HashMap<>();
  private final DHManager manager;
  private long now = 1_000 * MS;
  private long order;

  LoadSimulation(FlowControl flow) {
    this.manager =
        ManagerProbe.create(
            DHManagerConfig.DEFAULT
                .flow(flow.scope(ConcurrencyLimitScope.REQUEST))
                .ticker(() -> now),
            Orchestrations.of(List.of(), List.of()),
            new NoNodes(),
            random.split());
  }

  /** Each client of {@code kinds} asks again as soon as it was answered, or after a refusal. */
  LoadSimulation closed(List<Kind> kinds, int clients) {
    for (int i = 0; i < clients; i++) {
      schedule(random.nextLong(50 * MS), () -> askForEver(kinds));
    }
    return this;
  }

  private void askForEver(List<Kind> kinds) {
    ask(kinds.get(random.nextInt(kinds.size())), Optional.empty(), () -> askForEver(kinds));
  }

  /** Requests come at random times, so many a second, whatever becomes of those before. */
  LoadSimulation open(Kind kind, double perSecond, Duration deadline) {
    double gap = -Math.log(1 - random.nextDouble()) / perSecond * 1e9;
    schedule(
        (long) gap,
        () -> {
          open(kind, perSecond, deadline);
          ask(kind, Optional.of(deadline), () -> {});
        });
    return this;
  }

  private void ask(Kind kind, Optional<Duration> deadline, Runnable then) {
    double work = kind.work().toNanos() * (0.5 + random.nextDouble());
    Job job = new Job(kind, now, work, then);
    Submission submission =
        new Submission(
                Direction.IN,
                "S",
                kind.operation(),
                "",
                MessageContent.of(new byte[0]),
                Optional.empty(),
                deadline,
                false,
                "",
                Optional.empty())
            .client(kind.client());
    if (manager.admit(gateway, job, submission) instanceof Admission.Busy) {
      refused(job);
    }
  }

  private void refused(Job job) {
    refused.merge(job.kind, 1, Integer::sum);
    schedule(100 * MS, job.then);
  }

  private final Gateway<Job> gateway =
      new Gateway<>() {
        @Override
        public void completed(Job job, Outcome.Completed outcome) {
          job.id = outcome.id();
          served.add(job);
        }

        @Override
        public void failed(Job job, Outcome.Failed outcome) {
          refused(job);
        }

        @Override
        public void responded(Job job, Outcome.Responded outcome) {
          refused(job);
        }
      };

  /** Lets {@code load} pass. */
  LoadSimulation run(Duration load) {
    long end = now + load.toNanos();
    while (now < end) {
      Job first = served.stream().min((a, b) -> Double.compare(a.left, b.left)).orElse(null);
      double speed = speed();
      long done = first == null ? Long.MAX_VALUE : now + (long) Math.ceil(first.left / speed);
      long next = schedule.isEmpty() ? Long.MAX_VALUE : schedule.peek().at();
      long wake = Math.max(now, ManagerProbe.of(manager).nextWake());
      long then = Math.min(Math.min(done, next), Math.min(wake, end));
      double worked = (then - now) * speed;
      served.forEach(job -> job.left -= worked);
      now = then;
      if (then == done) {
        served.remove(first);
        samples.add(new Sample(first.kind, now - first.dueAt));
        manager.answered(first.id);
        first.then.run();
      } else if (then == next) {
        schedule.poll().what().run();
      } else {
        ManagerProbe.of(manager).step();
      }
    }
    return this;
  }

  /** How fast each request that the service has in hand goes on. */
  private double speed() {
    int inHand = Math.max(1, served.size());
    double thrashing = 1 + THRASHING * Math.max(0, inHand - COMFORTABLE);
    return Math.min(1, PROCESSORS / inHand) / thrashing;
  }

  private void schedule(long after, Runnable what) {
    schedule.add(new ScheduledEvent(now + after, order++, what));
  }

  // ---- what came of it

  /** Forgets what was so far. */
  LoadSimulation measure() {
    samples.clear();
    refused.clear();
    return this;
  }

  int answered() {
    return samples.size();
  }

  int refused() {
    return refused.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How many of those were refused only after they had waited, since it began. */
  long refusedLate() {
    return manager.status().counters().get(Counter.WAITED_TOO_LONG);
  }

  int concurrencyLimit() {
    return manager.status().concurrencyLimit();
  }

  double meanMillis() {
    return times(samples).average().orElse(0) / MS;
  }

  double meanMillis(Kind kind) {
    return times(of(kind)).average().orElse(0) / MS;
  }

  /** The answer's time that all but so many of a hundred keep. */
  double percentileMillis(Kind kind, double percent) {
    long[] sorted = times(of(kind)).sorted().toArray();
    return (double) sorted[(int) Math.ceil(percent / 100 * sorted.length) - 1] / MS;
  }

  private List<Sample> of(Kind kind) {
    return samples.stream().filter(sample -> sample.kind().equals(kind)).toList();
  }

  private static LongStream times(List<Sample> of) {
    return of.stream().mapToLong(Sample::nanos);
  }

  private static final class NoNodes extends HandTransport {
    NoNodes() {
      super("load");
    }

    @Override
    public boolean send(NodeId to, DMFormat batch) {
      return false;
    }
  }
}
