package org.dharch.benchmarks.pressure;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;

/** A manager, and messages for its services. Any number of threads; close it. */
final class LoadedManager implements AutoCloseable {
  private static final long HEARD_SECONDS = 30;

  private final DHManager manager;

  LoadedManager(DHManagerConfig config, Orchestrations orchestrations, CManager cmanager) {
    manager = DHManager.start(config, orchestrations, cmanager);
  }

  /** How often it has counted that. */
  long count(Counter counter) {
    return manager.counters().get(counter);
  }

  /** How many nodes it knows. */
  int nodes() {
    return manager.nodes().size();
  }

  /** Waits until it knows nodes with all these handlers, and so many nodes. */
  void awaitServed(int nodes, String... handlers) {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(HEARD_SECONDS);
    while (nodes() < nodes || !served().containsAll(Set.of(handlers))) {
      if (System.nanoTime() > giveUp) {
        throw new IllegalStateException(
            "within " + HEARD_SECONDS + " s only " + nodes() + " nodes, with " + served());
      }
      Thread.onSpinWait();
    }
  }

  private Set<String> served() {
    return manager.nodes().stream()
        .flatMap(node -> node.handlers().stream())
        .collect(Collectors.toSet());
  }

  /** Messages with this envelope for {@code service}; closing it closes nothing. */
  Subject messages(String service, byte[] envelope, Predicate<Outcome> right) {
    return new Messages(Submission.of(Direction.IN, service, envelope), right);
  }

  @Override
  public void close() {
    manager.close();
  }

  private final class Messages implements Subject, Gateway<Subject.Done> {
    private final Submission message;
    private final Predicate<Outcome> right;

    Messages(Submission message, Predicate<Outcome> right) {
      this.message = message;
      this.right = right;
    }

    @Override
    public void begin(Done done) {
      Admission admission = manager.admit(this, done, message);
      if (!(admission instanceof Admission.Accepted)) {
        throw new IllegalStateException("not accepted: " + admission);
      }
    }

    @Override
    public void completed(Done done, Outcome.Completed outcome) {
      done.done(right.test(outcome));
    }

    @Override
    public void failed(Done done, Outcome.Failed outcome) {
      System.err.println("halted: " + outcome.fault());
      done.done(right.test(outcome));
    }

    @Override
    public void answered(Done done, Outcome.Answered outcome) {
      done.done(right.test(outcome));
    }

    @Override
    public void close() {}
  }
}
