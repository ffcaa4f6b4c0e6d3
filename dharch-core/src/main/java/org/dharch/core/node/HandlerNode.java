package org.dharch.core.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.dharch.api.DHHandler;
import org.dharch.api.Limits;
import org.dharch.api.NodeContext;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.DHArchException;
import org.dharch.core.node.emission.NodeEmissions;
import org.dharch.core.node.failure.ErrorText;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler node, the same on every transport (seed 000, section 3.1.3): accepts task batches, runs
 * their handlers in parallel on a bounded number of threads, replies, and announces itself. Safe
 * for any thread.
 *
 * <p>Its threads are daemons named {@code dharch-<node>-...} ({@link NodeThreads}). A handler whose
 * latest calls all took less than about 20 microseconds may also run on the thread of the transport
 * that delivered its task batch. Any handler may run on the thread of its message's request, if
 * that thread is lent ({@link BorrowedThread}).
 */
public final class HandlerNode implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HandlerNode.class);
  private static final Duration HAND_BACK = Duration.ofSeconds(2);

  private final NodeConfig config;
  private final NodeChannel channel;
  final NodeEngine engine;
  private final Workers workers;
  private final NodeSurroundings surroundings;
  private final Runnable stopThreads;
  private final Object closing = new Object();
  private boolean closed; // guarded by closing

  private HandlerNode(
      NodeConfig config,
      NodeChannel channel,
      NodeEngine engine,
      Workers workers,
      NodeSurroundings surroundings,
      Runnable stopThreads) {
    this.surroundings = surroundings;
    this.config = config;
    this.channel = channel;
    this.engine = engine;
    this.workers = workers;
    this.stopThreads = stopThreads;
  }

  /**
   * Creates a builder for a node.
   *
   * @param name letters, digits and {@code _ . -}, at most 100
   */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** The node's id in this incarnation. */
  public NodeId id() {
    return config.id();
  }

  /** The node's status now. */
  public NodeStatus status() {
    return engine.status();
  }

  /**
   * The reason why managers send it no work, such as another node with its name or another key: the
   * cause, a colon, and details. One line of text.
   */
  public Optional<String> rejection() {
    return engine.rejection();
  }

  /**
   * Returns a stage that completes when the node has been ready for the first time: managers can
   * reach it, each manager that has called it has registered it, and there is no {@link
   * #rejection}. A manager that reports neither within four heartbeats, three seconds at least,
   * counts as if it had registered the node. Without any call within a second, the node assumes
   * that there is no manager.
   */
  public CompletionStage<Void> ready() {
    return engine.ready();
  }

  /** Starts to refuse new work and announces it; returns false if the node already did. */
  boolean beginDrain() {
    if (!engine.drain()) {
      return false;
    }
    engine.announce();
    channel.drain();
    return true;
  }

  /**
   * Stops cleanly: refuses new work, finishes accepted work for at most {@code limit}, announces
   * its end, and closes its handlers and its channel. Tasks that arrive meanwhile are refused at
   * once. At the end, tasks that have not started are refused, and running tasks are interrupted
   * and reported as timed out.
   *
   * @throws DHArchException if a handler or the channel threw when it was closed; all were closed
   */
  public void drain(Duration limit) {
    synchronized (closing) {
      if (closed) {
        return;
      }
      closed = true;
      beginDrain();
      try {
        if (!engine.awaitQuiet(limit)) {
          log.warn("Drain not finished; returning tasks node={} limit={}", id(), limit);
        }
        channel.awaitDry(HAND_BACK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // stops waiting, but still closes cleanly
      }
      end();
    }
  }

  private void end() {
    engine.stop();
    surroundings.end();
    stopThreads.run();
    workers.close();
    engine.announce();
    Problems problems = new Problems();
    config.instances().values().forEach(handler -> problems.run(handler::close));
    problems.run(channel::close);
    problems.run(config.results().journal()::close);
    problems.throwAny("node " + id() + " did not close cleanly");
  }

  /** Drains for at most ten seconds, then ends everything. Idempotent. */
  @Override
  public void close() {
    drain(Duration.ofSeconds(10));
  }

  /** Runs each step and collects its exceptions. */
  private static final class Problems {
    private RuntimeException first;

    void run(Runnable step) {
      try {
        step.run();
      } catch (RuntimeException | LinkageError e) {
        RuntimeException problem = e instanceof RuntimeException r ? r : new DHArchException("", e);
        if (first == null) {
          first = problem;
        } else {
          first.addSuppressed(problem);
        }
      }
    }

    void throwAny(String message) {
      if (first != null) {
        throw new DHArchException(message + ": " + ErrorText.of(first), first);
      }
    }
  }

  /** Collects the settings of a node, each with its bounds and its default. */
  public static final class Builder {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.\\-]{0,99}");
    private static final Pattern INCARNATION = Pattern.compile("[A-Za-z0-9]{1,64}");
    private static final int MAX_WORKERS = 1024;
    private static final int HEAP_FOR_ONE = 8;
    private static final int MAX_VERSIONS = 1000;

    private final String name;
    private final Map<String, HostedHandler> handlers = new LinkedHashMap<>();
    private final List<HandlerVersion> versions = new ArrayList<>();
    private String incarnation = NodeId.incarnationNow();
    private int workers = 2 * Runtime.getRuntime().availableProcessors();
    private int inboxTasks = 1000;
    private Duration heartbeat = Duration.ofMillis(250);
    int recentCount = 4096;
    long recentBytes = 16L << 20;
    private ExecutionJournal journal = ExecutionJournal.volatileJournal();
    private boolean standby;
    private boolean speculative = true;
    private boolean forwards = true;
    private long largest = Runtime.getRuntime().maxMemory() / HEAP_FOR_ONE;
    private Limits limits = Limits.DEFAULT;
    private Ticker ticker = Ticker.SYSTEM;

    private final String host = ProcessOrigin.hostName();

    private final NodeSurroundings surroundings;

    private Builder(String name) {
      this.name = matching("name", name, NAME);
      this.surroundings =
          new NodeSurroundings(
              this::id, () -> ticker, NodeThreads.factory(name + "-handler-timer"));
    }

    /**
     * Returns the handler's view of the node, for {@link DHHandler#init(Map, NodeContext)}, which
     * the creator of the handler calls. Set the node's execution journal, incarnation and clock
     * before.
     */
    public NodeContext context(String handlerName) {
      return surroundings.of(matching("handler name", handlerName, NAME));
    }

    /** Abandons the node before its start and stops the timers of its handlers. */
    public void abandon() {
      surroundings.end();
    }

    /**
     * Hosts {@code handler}, which has been initialized, under {@code handlerName}, on at most
     * {@code concurrency} messages at once, 1 to 1024. The node closes it.
     */
    public Builder handler(String handlerName, int concurrency, DHHandler handler) {
      matching("handler name", handlerName, NAME);
      int most = MAX_WORKERS + CallDepth.MOST;
      within("concurrency of '" + handlerName + "'", concurrency, 1, most);
      Objects.requireNonNull(handler, "handler");
      if (handlers.put(handlerName, new HostedHandler(handlerName, concurrency, handler)) != null) {
        throw new IllegalArgumentException("handler '" + handlerName + "' must be unique");
      }
      return this;
    }

    /** Sets the number of handlers that run in parallel, 1 to 1024; default: twice the cores. */
    public Builder workers(int value) {
      within("workers", value, 1, MAX_WORKERS);
      workers = value;
      return this;
    }

    /** Sets the heartbeat interval, 10 ms to a minute; default: 250 ms. */
    public Builder heartbeat(Duration value) {
      within("heartbeat", value.toMillis(), 10, 60_000);
      heartbeat = value;
      return this;
    }

    /** Sets the bound on queued tasks, 1 to 1,000,000; default: 1000. */
    public Builder inboxTasks(int value) {
      within("inboxTasks", value, 1, 1_000_000);
      inboxTasks = value;
      return this;
    }

    /**
     * Sets the incarnation: at most 64 letters and digits, unique among all incarnations of the
     * node; random by default.
     */
    public Builder incarnation(String value) {
      incarnation = matching("incarnation", value, INCARNATION);
      return this;
    }

    /** Sets the bounds on task batches and replies. */
    public Builder limits(Limits value) {
      limits = Objects.requireNonNull(value, "limits");
      return this;
    }

    /** Sets the clock. */
    public Builder ticker(Ticker value) {
      ticker = Objects.requireNonNull(value, "ticker");
      return this;
    }

    /** Sets the execution journal for stateful handlers; it is closed with the node. */
    public Builder journal(ExecutionJournal value) {
      journal = Objects.requireNonNull(value, "journal");
      return this;
    }

    /** Sets whether the node receives only work for handlers that no other node hosts. */
    public Builder standby(boolean value) {
      standby = value;
      return this;
    }

    /**
     * Sets the bound on the envelope of a task batch in bytes, 1 or more; an eighth of the heap by
     * default, because a message is in memory several times: as received, as bytes, as a tree, and
     * as results.
     */
    public Builder largest(long value) {
      if (value < 1) {
        throw new IllegalArgumentException("largest must be at least 1 (got " + value + ")");
      }
      largest = value;
      return this;
    }

    /** Adds a version to the node's status, at most a thousand. */
    public Builder version(HandlerVersion value) {
      within("versions", versions.size() + 1L, 1, MAX_VERSIONS);
      versions.add(value);
      return this;
    }

    /** Sets whether it runs speculative stages; true by default. */
    public Builder speculative(boolean value) {
      speculative = value;
      return this;
    }

    /**
     * Sets whether it accepts messages that other nodes forward, and forwards messages to them, if
     * its channel can; true by default. Requires speculative stages.
     */
    public Builder forwards(boolean value) {
      forwards = value;
      return this;
    }

    /** Starts the node on {@code channel}, which is closed with it. */
    public HandlerNode start(NodeChannel channel) {
      NodeThreads threads = new NodeThreads(name);
      HandlerNode node =
          start(
              channel,
              threads.replies,
              threads.notifications,
              engine -> threads.workers(workers, engine),
              threads::stop);
      threads.startTimer(node.engine);
      return node;
    }

    /**
     * Starts the node on these threads.
     *
     * @param stop ends the threads
     */
    HandlerNode start(
        NodeChannel channel,
        Executor replies,
        Executor notifications,
        Function<NodeEngine, Workers> workersOf,
        Runnable stop) {
      NodeConfig config = config(channel);
      NodeEmissions emissions =
          new NodeEmissions(
              config.id(),
              config.instances(),
              config.limits(),
              config.ticker(),
              channel,
              notifications);
      NodeEngine engine = new NodeEngine(config, channel, replies, emissions);
      Workers workers = workersOf.apply(engine);
      engine.workers(workers);
      HandlerNode node = new HandlerNode(config, channel, engine, workers, surroundings, stop);
      try {
        channel.start(config.id(), engine);
      } catch (RuntimeException e) {
        try {
          node.end();
        } catch (RuntimeException suppressed) {
          e.addSuppressed(suppressed);
        }
        throw e;
      }
      surroundings.started(emissions);
      engine.announce();
      return node;
    }

    private NodeConfig config(NodeChannel channel) {
      if (handlers.isEmpty()) {
        throw new IllegalArgumentException("a node must have at least one handler");
      }
      Map<String, HostedHandler> fresh = new LinkedHashMap<>();
      handlers.forEach(
          (key, h) -> fresh.put(key, new HostedHandler(h.name, h.concurrency, h.handler)));
      return new NodeConfig(
          id(),
          fresh,
          new NodeConfig.CapacityLimits(
              workers, inboxTasks, Runtime.getRuntime().maxMemory() / 4, largest),
          heartbeat,
          new NodeConfig.ResultMemory(recentCount, recentBytes, journal),
          traits(channel),
          List.copyOf(versions),
          () -> ProcessOrigin.here(host),
          limits,
          ticker);
    }

    private Set<NodeStatus.Trait> traits(NodeChannel channel) {
      Set<NodeStatus.Trait> traits = EnumSet.of(NodeStatus.Trait.WELCOME);
      if (standby) {
        traits.add(NodeStatus.Trait.STANDBY);
      }
      if (speculative) {
        traits.add(NodeStatus.Trait.SPECULATIVE);
      }
      if (speculative && forwards && channel.forwards()) {
        traits.add(NodeStatus.Trait.FORWARDS);
      }
      return traits;
    }

    private NodeId id() {
      NodeId began = new NodeId(name, incarnation);
      return journal.id().map(began::withJournal).orElse(began);
    }

    private static String matching(String field, String value, Pattern allowed) {
      if (!allowed.matcher(value).matches()) {
        throw new IllegalArgumentException(
            field + " must be " + allowed.pattern() + " (got '" + value + "')");
      }
      return value;
    }

    private static void within(String field, long value, long min, long max) {
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            field + " must be " + min + " to " + max + " (got " + value + ")");
      }
    }
  }
}
