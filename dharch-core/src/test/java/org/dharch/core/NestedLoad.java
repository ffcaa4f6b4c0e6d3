package org.dharch.core;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.message.Admission;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.node.CallingNode;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Gateway;

/**
 * Requests whose handlers and services call services behind the same manager, and hold a worker, or
 * a slot, until these have answered: the production manager and the production node, on a virtual
 * clock, as {@link LoadSimulation}. Both ways of a message have the node's handler, and each may
 * call.
 */
final class NestedLoad {
  private static final long MS = 1_000_000;

  /** How long a handler and a service work at most, beside what they wait for. */
  private static final long LONGEST_WORK = 5 * MS;

  /** A call, or what a client asks for. */
  private static final class Asked {
    /** How many calls are to be nested in it yet. */
    final int depth;

    final Runnable then;
    boolean isAnswer;
    MessageId id;
    Submission message;

    Asked(int depth, Runnable then) {
      this.depth = depth;
      this.then = then;
    }
  }

  private final SplittableRandom random;
  private final PriorityQueue<ScheduledEvent> schedule = new PriorityQueue<>();
  private final Map<MessageId, Asked> inHand = new HashMap<>();
  private final ScheduledLink link = new ScheduledLink(this::schedule);
  private final int depth;
  private final boolean servicesCall;
  private final DHManager manager;
  private final CallingNode node;
  private long now = 1_000 * MS;
  private long order;
  private int answered;
  private int failed;
  private long lastAnswer = now;
  private long longest;

  /**
   * @param depth how many calls are nested at most in what a client asks for
   * @param servicesCall whether services call, as handlers do
   */
  NestedLoad(long seed, FlowControl flow, int workers, int depth, boolean servicesCall) {
    this.random = new SplittableRandom(seed);
    this.depth = depth;
    this.servicesCall = servicesCall;
    this.manager =
        ManagerProbe.create(
            DHManagerConfig.DEFAULT.flow(flow).ticker(() -> now),
            Orchestrations.of(
                List.of(Orchestration.of("both", Stage.of("A"))),
                List.of(Rule.all(Direction.IN, "both"), Rule.all(Direction.OUT, "both"))),
            link.manager(),
            random.split());
    link.connect(ManagerProbe.of(manager).receiver());
    this.node = new CallingNode("A", workers, link.node(), () -> now, this::handle);
    tick();
  }

  private void tick() {
    node.tick();
    schedule(10 * MS, this::tick);
  }

  /** Each of so many clients asks again as soon as it was answered. */
  NestedLoad clients(int clients) {
    for (int i = 0; i < clients; i++) {
      schedule(random.nextLong(10 * MS), this::askForEver);
    }
    return this;
  }

  private void askForEver() {
    ask(Optional.empty(), new Asked(random.nextInt(depth + 1), this::askForEver));
  }

  private void ask(Optional<String> within, Asked asked) {
    Submission bare = Submission.of(Direction.IN, "S", Bench.ENVELOPE);
    admit(asked, bare.withinHeader(within.orElse(null)));
  }

  private void admit(Asked asked, Submission message) {
    asked.message = message;
    if (manager.admit(gateway, asked, message) instanceof Admission.Accepted accepted) {
      inHand.put(accepted.id(), asked);
    } else {
      countFailure(asked);
    }
  }

  private void countFailure(Asked asked) {
    failed++;
    schedule(MS, asked.then);
  }

  /** A handler has begun; the next call is in the request, or in its answer. */
  private void handle(MessageId message, String within, Runnable done) {
    Asked on = inHand.get(message);
    boolean calls = on.depth > 0 && random.nextBoolean();
    work(calls ? on.depth : 0, within, done);
  }

  /** Works for a time, and makes a call and waits for its answer if some are to be nested yet. */
  private void work(int depth, String within, Runnable done) {
    schedule(
        1 + random.nextLong(LONGEST_WORK),
        () -> {
          if (depth > 0) {
            ask(Optional.of(within), new Asked(depth - 1, done));
          } else {
            done.run();
          }
        });
  }

  private final Gateway<Asked> gateway =
      new Gateway<>() {
        @Override
        public void completed(Asked asked, Outcome.Completed outcome) {
          inHand.remove(outcome.id());
          if (asked.isAnswer) {
            over(asked);
            return;
          }
          asked.id = outcome.id();
          String within = CallDepth.ofServicesCall(asked.id, asked.message.properties());
          boolean calls = servicesCall && asked.depth > 0 && random.nextBoolean();
          work(calls ? asked.depth : 0, within, () -> answer(asked));
        }

        @Override
        public void failed(Asked asked, Outcome.Failed outcome) {
          inHand.remove(outcome.id());
          if (asked.id != null) {
            manager.answered(asked.id);
          }
          countFailure(asked);
        }

        @Override
        public void responded(Asked asked, Outcome.Responded outcome) {
          throw new AssertionError("no handler answers");
        }
      };

  /** As gateways do it, with the properties of the exchange. */
  private void answer(Asked asked) {
    asked.isAnswer = true;
    Submission answer =
        Submission.of(Direction.OUT, "S", Bench.ENVELOPE)
            .with(asked.message.properties())
            .within(asked.id);
    admit(asked, answer);
  }

  private void over(Asked asked) {
    manager.answered(asked.id);
    answered++;
    longest = Math.max(longest, now - lastAnswer);
    lastAnswer = now;
    asked.then.run();
  }

  NestedLoad run(Duration load) {
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

  private void schedule(long after, Runnable what) {
    schedule.add(new ScheduledEvent(now + after, order++, what));
  }

  int answered() {
    return answered;
  }

  /** Those that halted, for want of time or otherwise, and those that were refused. */
  int failed() {
    return failed;
  }

  /** The longest time until now in which nothing was answered. */
  Duration longestSilence() {
    return Duration.ofNanos(Math.max(longest, now - lastAnswer));
  }

  int mostOnNode() {
    return node.most();
  }
}
