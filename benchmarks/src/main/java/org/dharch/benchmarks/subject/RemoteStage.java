package org.dharch.benchmarks.subject;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;

/**
 * One or more DHArch stages, from admission to the gateway's completed message; the handlers do
 * nothing.
 */
public final class RemoteStage implements Subject {
  private final DHManager manager;
  private final Submission message;
  private final String[] handlers;
  private final Optional<JmsCManager> links;

  private final Gateway<Done> gateway =
      new Gateway<>() {
        @Override
        public void completed(Done done, Outcome.Completed outcome) {
          done.done(Arrays.equals(outcome.envelope(), message.envelope()));
        }

        @Override
        public void failed(Done done, Outcome.Failed outcome) {
          System.err.println("failed: " + outcome.fault());
          done.done(false);
        }

        @Override
        public void responded(Done done, Outcome.Responded outcome) {
          System.err.println("answered: " + outcome.id());
          done.done(false);
        }
      };

  /** Starts a manager with one stage of {@code handlers}. */
  public RemoteStage(CManager cmanager, byte[] envelope, String... handlers) {
    this(cmanager, DHManagerConfig.DEFAULT, envelope, List.of(Stage.of(handlers)));
  }

  /** Starts a manager with one stage for each of {@code handlers}, in sequence. */
  public static RemoteStage sequence(
      CManager cmanager, boolean speculative, byte[] envelope, String... handlers) {
    return new RemoteStage(
        cmanager,
        DHManagerConfig.DEFAULT.speculative(speculative),
        envelope,
        Arrays.stream(handlers).map(Stage::of).toList());
  }

  private RemoteStage(
      CManager cmanager, DHManagerConfig config, byte[] envelope, List<Stage> stages) {
    this(
        cmanager,
        config,
        orchestrations(stages),
        envelope,
        stages.stream()
            .flatMap(stage -> stage.handlers().stream())
            .map(HandlerEntry::name)
            .toArray(String[]::new));
  }

  private static Orchestrations orchestrations(List<Stage> stages) {
    Orchestration one = Orchestration.of("overhead", stages.toArray(Construct[]::new));
    return Orchestrations.of(List.of(one), List.of(Rule.all(Direction.IN, one.name())));
  }

  /** Starts a manager whose messages follow {@code orchestrations}, with these handlers. */
  public RemoteStage(
      CManager cmanager, Orchestrations orchestrations, byte[] envelope, String... handlers) {
    this(cmanager, DHManagerConfig.DEFAULT, orchestrations, envelope, handlers);
  }

  private RemoteStage(
      CManager cmanager,
      DHManagerConfig config,
      Orchestrations orchestrations,
      byte[] envelope,
      String... handlers) {
    this.handlers = handlers;
    this.links = cmanager instanceof JmsCManager jms ? Optional.of(jms) : Optional.empty();
    this.manager = DHManager.start(config, orchestrations, cmanager);
    this.message = Submission.of(Direction.IN, "Overhead", envelope);
  }

  /** Waits until the handlers are hosted, and this many nodes have direct links. */
  public void awaitLinked(int nodes) {
    awaitServed();
    JmsCManager by = links.orElseThrow();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (by.linked().size() < nodes) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            by.linked().size() + " direct links within 20 s; " + nodes + " were awaited");
      }
      Thread.onSpinWait();
    }
  }

  /** Returns its manager, which is closed with it. */
  public DHManager manager() {
    return manager;
  }

  /** Returns the broker address for nodes, if the manager has an embedded broker. */
  public Optional<URI> broker() {
    return manager.status().nodeUri();
  }

  /** Returns whether nodes host all handlers. */
  public boolean served() {
    return manager.status().nodes().stream()
        .flatMap(node -> node.handlers().stream())
        .collect(Collectors.toSet())
        .containsAll(Arrays.asList(handlers));
  }

  /** Waits until nodes host all handlers. */
  public void awaitServed() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!served()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("nodes must connect within 20 s");
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void begin(Done done) {
    Admission admission = manager.admit(gateway, done, message);
    if (!(admission instanceof Admission.Accepted)) {
      throw new IllegalStateException("message was not accepted: " + admission);
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
