package org.dharch.test;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.MessageId;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.wire.NodeId;

/**
 * A manager and nodes in this JVM, connected by the transport in memory: {@code HEManager} hosts
 * the handlers as in production, {@link DHManager} runs the orchestrations, and a {@link Tap}
 * between them records the traffic. Thread-safe.
 */
final class Site implements AutoCloseable {
  private static final AtomicLong COUNT = new AtomicLong();

  private final Nodes nodes;
  private final LogCapture log;
  private final Tap tap;
  private final DHManager manager;
  private final Duration deadline;

  private Site(Nodes nodes, LogCapture log, Tap tap, DHManager manager) {
    this.nodes = nodes;
    this.log = log;
    this.tap = tap;
    this.manager = manager;
    this.deadline = manager.config().deadline();
  }

  /**
   * Starts the nodes first, so that the manager knows them, then the manager.
   *
   * @throws org.dharch.core.message.DHArchException with the errors of the nodes, their handlers or
   *     the orchestrations
   */
  static Site start(
      DHManagerConfig config, Orchestrations orchestrations, List<NodeSource> sources) {
    String broker = "memory:dharch-test-" + COUNT.incrementAndGet();
    Nodes nodes = new Nodes(broker, sources);
    LogCapture log = new LogCapture();
    try {
      nodes.start();
      CManager transport =
          new InMemoryProvider().manager(URI.create(broker), Map.of(), config.limits());
      Tap tap = new Tap(transport, config.limits());
      return new Site(nodes, log, tap, DHManager.start(config, orchestrations, tap));
    } catch (RuntimeException | Error e) {
      closeAfter(e, nodes);
      closeAfter(e, log);
      throw e;
    }
  }

  private static void closeAfter(Throwable failure, AutoCloseable thing) {
    try {
      thing.close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  DHManager manager() {
    return manager;
  }

  /** Starts this node again, and returns when the manager has seen it. */
  void startNode(String name) {
    NodeId id = nodes.start(name);
    Waits.until("node " + name + " is seen", () -> isSeen(id));
  }

  /** Stops this node as SIGTERM does, and returns when the manager has seen that. */
  void stopNode(String name) {
    NodeId id = nodes.stop(name);
    Waits.until("node " + name + " is gone", () -> !isSeen(id));
  }

  private boolean isSeen(NodeId id) {
    return manager.status().nodes().stream().anyMatch(status -> status.node().equals(id));
  }

  /**
   * Sends a message through its orchestration, and returns when all but oneway handlers have ended.
   *
   * @throws IllegalStateException if it does not end, or the thread is interrupted
   */
  MessageRun send(TestMessage message) {
    Submission submission = message.submission();
    CompletableFuture<Outcome> end = new CompletableFuture<>();
    Admission admission = manager.admit(new End(), end, submission);
    if (!(admission instanceof Admission.Accepted accepted)) {
      return run(notTaken(admission, submission));
    }
    Outcome outcome = get(end, submission.deadline().orElse(deadline));
    Waits.until("message " + accepted.id() + " is over", () -> isOver(accepted.id()));
    return run(outcome);
  }

  private MessageRun run(Outcome outcome) {
    return new MessageRun(outcome, tap.trail(outcome.id()), log);
  }

  private static Outcome notTaken(Admission admission, Submission submission) {
    MessageId id = MessageId.random(ThreadLocalRandom.current());
    Timeline nothing = Timeline.empty(id, submission.orchestration().orElse(""));
    if (admission instanceof Admission.PassThrough) {
      return new Outcome.Completed(
          id,
          submission.envelope(),
          false,
          false,
          submission.properties(),
          submission.processed(),
          nothing);
    }
    if (admission instanceof Admission.Refused refused) {
      return Outcome.Failed.of(id, refused.fault(), nothing);
    }
    String reason = admission instanceof Admission.Busy busy ? busy.reason() : admission.toString();
    return Outcome.Failed.of(id, new Fault(Fault.Code.BUSY, "", reason), nothing);
  }

  private static Outcome get(CompletableFuture<Outcome> end, Duration deadline) {
    Duration limit = deadline.plus(Waits.PATIENCE); // includes compensation
    try {
      return end.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before the message ended", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the message did not end within " + limit, e);
    }
  }

  /** Completion callbacks may still run after the gateway received the outcome. */
  private boolean isOver(MessageId id) {
    Optional<MessageProgress> progress = manager.status().progress(id);
    return progress.isEmpty() || !progress.get().state().isUnderWay();
  }

  /** Closes the manager, then the nodes and with them their handlers. */
  @Override
  public void close() {
    try (log;
        nodes) {
      manager.close();
    }
  }

  /** Completes the future of a message. */
  private static final class End implements Gateway<CompletableFuture<Outcome>> {
    @Override
    public void completed(CompletableFuture<Outcome> end, Outcome.Completed outcome) {
      end.complete(outcome);
    }

    @Override
    public void failed(CompletableFuture<Outcome> end, Outcome.Failed outcome) {
      end.complete(outcome);
    }

    @Override
    public void responded(CompletableFuture<Outcome> end, Outcome.Responded outcome) {
      end.complete(outcome);
    }
  }
}
