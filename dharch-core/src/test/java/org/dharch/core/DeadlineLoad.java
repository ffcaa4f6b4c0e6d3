package org.dharch.core;

import java.time.Duration;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.node.CallingNode;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Gateway;

/**
 * Messages with a deadline that come at random times, for a handler on one node: the production
 * manager and the production node, on a virtual clock. Run times vary by half of their mean.
 */
final class DeadlineLoad {
  static final int WORKERS = 16;
  private static final long MS = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(3);
  private final PriorityQueue<ScheduledEvent> schedule = new PriorityQueue<>();
  private final ScheduledLink link = new ScheduledLink(this::schedule);
  private final DHManager manager;
  private final CallingNode node;
  private final long service;
  private final long deadline;
  private long now = 1_000 * MS;
  private long order;
  private int offered;
  private int good;
  private long latest = Long.MIN_VALUE;

  DeadlineLoad(Duration service, Duration deadline) {
    this.service = service.toNanos();
    this.deadline = deadline.toNanos();
    this.manager =
        ManagerProbe.create(
            DHManagerConfig.DEFAULT.deadline(deadline).ticker(() -> now),
            Orchestrations.of(
                List.of(Orchestration.of("o", Stage.of("A"))),
                List.of(Rule.all(Direction.IN, "o"))),
            link.manager(),
            random.split());
    link.connect(ManagerProbe.of(manager).receiver());
    this.node = new CallingNode("A", WORKERS, link.node(), () -> now, this::handle);
    tick();
  }

  private void tick() {
    node.tick();
    schedule(10 * MS, this::tick);
  }

  /** Offers this many times of what the workers can do. */
  DeadlineLoad offer(double capacities) {
    double perSecond = capacities * WORKERS * 1e9 / service;
    double gap = -Math.log(1 - random.nextDouble()) / perSecond * 1e9;
    schedule(
        (long) gap,
        () -> {
          offer(capacities);
          offered++;
          Admission unused =
              manager.admit(gateway, now, Submission.of(Direction.IN, "S", Bench.ENVELOPE));
        });
    return this;
  }

  private void handle(MessageId message, String within, Runnable done) {
    schedule((long) (service * (0.5 + random.nextDouble())), done);
  }

  private final Gateway<Long> gateway =
      new Gateway<>() {
        @Override
        public void completed(Long began, Outcome.Completed outcome) {
          ended(began);
          good += now - began <= deadline ? 1 : 0;
        }

        @Override
        public void failed(Long began, Outcome.Failed outcome) {
          ended(began);
        }

        @Override
        public void responded(Long began, Outcome.Responded outcome) {
          throw new AssertionError("no handler answers");
        }
      };

  private void ended(long began) {
    latest = Math.max(latest, now - began - deadline);
  }

  DeadlineLoad run(Duration load) {
    long end = now + load.toNanos();
    while (now < end) {
      long next = schedule.peek().at();
      long wake = Math.max(now, ManagerProbe.of(manager).nextWake());
      now = Math.min(Math.min(next, wake), end);
      if (now == next) {
        schedule.poll().what().run();
      } else {
        ManagerProbe.of(manager).step();
      }
    }
    return this;
  }

  DeadlineLoad measure() {
    offered = 0;
    good = 0;
    return this;
  }

  private void schedule(long after, Runnable what) {
    schedule.add(new ScheduledEvent(now + after, order++, what));
  }

  int offered() {
    return offered;
  }

  /** The messages that completed before their deadline. */
  int good() {
    return good;
  }

  /** How long after its deadline the latest message ended. */
  Duration latest() {
    return Duration.ofNanos(Math.max(0, latest));
  }

  double attemptsPerMessage() {
    return (double) count(Counter.TASK_BATCHES_SENT) / count(Counter.ADMITTED);
  }

  long count(Counter counter) {
    return manager.status().counters().get(counter);
  }
}
