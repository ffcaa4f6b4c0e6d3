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
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;

/** A manager and messages for its services. Any number of threads; close it. */
final class LoadedManager implements AutoCloseable {
  private static final long CONNECT_SECONDS = 30;

  private final DHManager manager;

  LoadedManager(DHManagerConfig config, Orchestrations orchestrations, CManager cmanager) {
    manager = DHManager.start(config, orchestrations, cmanager);
  }

  /** Returns the value of a counter. */
  long count(Counter counter) {
    return manager.status().counters().get(counter);
  }

  /** Returns the number of connected nodes. */
  int nodes() {
    return manager.status().nodes().size();
  }

  /** Waits until nodes with all these handlers, and this many nodes, are connected. */
  void awaitServed(int nodes, String... handlers) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONNECT_SECONDS);
    while (nodes() < nodes || !served().containsAll(Set.of(handlers))) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "within " + CONNECT_SECONDS + " s only " + nodes() + " nodes, with " + served());
      }
      Thread.onSpinWait();
    }
  }

  private Set<String> served() {
    return manager.status().nodes().stream()
        .flatMap(node -> node.handlers().stream())
        .collect(Collectors.toSet());
  }

  /**
   * Returns a subject that sends messages with this envelope to {@code service}; closing it has no
   * effect.
   */
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
        throw new IllegalStateException("message must be accepted (got " + admission + ")");
      }
    }

    @Override
    public void completed(Done done, Outcome.Completed outcome) {
      done.done(right.test(outcome));
    }

    @Override
    public void failed(Done done, Outcome.Failed outcome) {
      System.err.println("failed: " + outcome.fault());
      done.done(right.test(outcome));
    }

    @Override
    public void responded(Done done, Outcome.Responded outcome) {
      done.done(right.test(outcome));
    }

    @Override
    public void close() {}
  }
}
