package org.dharch.core.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Limits;
import org.dharch.api.NodeContext;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.Ticker;
import org.dharch.core.text.LoggedError;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logic of a handler node, the same on every transport (seed 000, section 3.1.3): takes task
 * batches, runs their handlers side by side on a bounded number of threads, answers, and announces
 * itself. Safe for any thread.
 *
 * <p>Its threads are daemons named {@code dharch-<node>-...}: the workers, one that sends the
 * replies which no worker sends, and a {@link NodeTimer} that steps it. A handler whose late calls
 * all took less than some 20 microseconds may also run on the thread of the transport that brought
 * its task batch, and any on that of its message's request, where it is lent ({@link
 * BorrowedThread}).
 *
 * <p>A long file for its builder, in which each setting has its bounds.
 */
public final class HandlerNode implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HandlerNode.class);
  private static final LoggedError SURVIVED = new LoggedError(log, "the node's timer");
  private static final Duration LAST_REPLIES = Duration.ofSeconds(2);
  private static final Duration HAND_BACK = Duration.ofSeconds(2);

  private final NodeConfig config;
  private final NodeChannel channel;
  private final NodeEngine engine;
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
   * Collects a node's parts.
   *
   * @param name letters, digits and {@code _ . -}, at most 100
   */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** The node's id in this life. */
  public NodeId id() {
    return config.id();
  }

  /** The node's status now. */
  public NodeStatus status() {
    return engine.status();
  }

  /**
   * Why managers give it no work though it takes some, if they say so now: another node has its
   * name. For a person to read, one line.
   */
  public Optional<String> rejection() {
    return engine.rejection();
  }

  /**
   * Complete once the node has been ready for the first time: managers can reach it, each that has
   * called it has taken it in, and none says that another node has its name. A manager of before
   * says nothing if it takes a node in, so that after four heartbeats, three seconds at least,
   * silence counts as that; and after a second without any call there is no manager.
   */
  public CompletionStage<Void> ready() {
    return engine.ready();
  }

  /** One step of the timer; called by hand where no thread does. */
  void tick() {
    engine.tick();
  }

  NodeEngine engine() {
    return engine;
  }

  /** Announces that the node takes nothing new, and does so; false if that was so already. */
  boolean beginDrain() {
    if (!engine.drain()) {
      return false;
    }
    engine.announce();
    channel.drain();
    return true;
  }

  /**
   * Stops cleanly: takes nothing new, finishes what it has taken, at most for {@code limit}, then
   * announces its end and closes its handlers and its channel. What is sent to it meanwhile, or was
   * on its way, goes back as refused at once, and so does in the end what has not begun by then;
   * what still runs is interrupted and answered as timed out.
   *
   * @throws DHArchException if a handler or the channel threw when it was closed; all were
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
          log.warn("node {}: not finished within {}, the rest is given back", id(), limit);
        }
        channel.awaitDry(HAND_BACK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // no more waiting, but a clean end
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
    config.instances().forEach(handler -> problems.run(handler::close));
    problems.run(channel::close);
    problems.run(config.journal()::close);
    problems.throwAny("node " + id() + " did not close cleanly");
  }

  /** Drains for at most ten seconds, then ends everything. Idempotent. */
  @Override
  public void close() {
    drain(Duration.ofSeconds(10));
  }

  static HandlerResult failed(HandlerResult r, String reason) {
    return new HandlerResult(
            r.index(),
            r.attempt(),
            HandlerResult.Status.FAILED,
            reason,
            r.queueNanos(),
            r.runNanos(),
            Changes.NONE)
        .on(r.on());
  }

  /** Runs everything and keeps what went wrong. */
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

  /** Collects a node's parts; what is not said has its default. */
  public static final class Builder {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.\\-]{0,99}");
    private static final Pattern INCARNATION = Pattern.compile("[A-Za-z0-9]{1,64}");
    private static final int MAX_WORKERS = 1024;
    private static final int HEAP_FOR_ONE = 8;

    /** So many calls of {@link DHHandler#emitted} may wait. */
    private static final int MOST_UNTOLD = 10_000;

    private static final int MAX_VERSIONS = 1000;

    private final String name;
    private final Map<String, HostedHandler> handlers = new LinkedHashMap<>();
    private final List<HandlerVersion> versions = new ArrayList<>();
    private String incarnation = NodeId.incarnationNow();
    private int workers = 2 * Runtime.getRuntime().availableProcessors();
    private int inboxTasks = 1000;
    private Duration heartbeat = Duration.ofMillis(250);
    private Duration hungAfter = Duration.ofMillis(500);
    private int recentCount = 4096;
    private long recentBytes = 16L << 20;
    private ExecutionJournal journal = ExecutionJournal.volatileJournal();
    private boolean standby;
    private boolean speculative = true;
    private boolean forwards = true;
    private long largest = Runtime.getRuntime().maxMemory() / HEAP_FOR_ONE;
    private Limits limits = Limits.DEFAULT;
    private Ticker ticker = Ticker.SYSTEM;

    /** Nothing of a node that is stepped: it is no process of its own. */
    private final String host = ProcessOrigin.hostName();

    private final NodeSurroundings surroundings;

    private Builder(String name) {
      this.name = matching("name", name, NAME);
      this.surroundings =
          new NodeSurroundings(this::id, () -> ticker, threads(name + "-handler-timer"));
    }

    /**
     * The handler's view of the node, for {@link DHHandler#init(Map, NodeContext)}, which the
     * creator of the handler calls. Set the node's execution journal, incarnation and clock before.
     */
    public NodeContext context(String handlerName) {
      return surroundings.of(matching("handler name", handlerName, NAME));
    }

    /** The node does not start: no timer of its handlers runs any more. */
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
        throw new IllegalArgumentException(
            "handler '" + handlerName + "' must be unique (found twice)");
      }
      return this;
    }

    /** How many handlers run at once in all, 1 to 1024; twice the cores if not said. */
    public Builder workers(int value) {
      within("workers", value, 1, MAX_WORKERS);
      workers = value;
      return this;
    }

    /** How often the node announces itself, 10 ms to a minute; 250 ms if not said. */
    public Builder heartbeat(Duration value) {
      within("heartbeat", value.toMillis(), 10, 60_000);
      heartbeat = value;
      return this;
    }

    /** How many tasks may wait for their turn, 1 to 1,000,000; 1000 if not said. */
    public Builder inboxTasks(int value) {
      within("inboxTasks", value, 1, 1_000_000);
      inboxTasks = value;
      return this;
    }

    /** Letters and digits, at most 64, that no earlier life of the node had; random if not said. */
    public Builder incarnation(String value) {
      incarnation = matching("incarnation", value, INCARNATION);
      return this;
    }

    /** The bounds on task batches and replies. */
    public Builder limits(Limits value) {
      limits = Objects.requireNonNull(value, "limits");
      return this;
    }

    /** The clock. */
    public Builder ticker(Ticker value) {
      ticker = Objects.requireNonNull(value, "ticker");
      return this;
    }

    /** Sets the execution journal for stateful handlers; it is closed with the node. */
    public Builder journal(ExecutionJournal value) {
      journal = Objects.requireNonNull(value, "journal");
      return this;
    }

    /** Whether the node is to be given work only for handlers that no other node serves. */
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
        throw new IllegalArgumentException("largest=" + value + "; 1 or more is allowed");
      }
      largest = value;
      return this;
    }

    /** Says in the node's status that it has this version; a thousand may be said. */
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

    /** Sets how many results of attempts are remembered. */
    Builder recent(int count, long bytes) {
      recentCount = count;
      recentBytes = bytes;
      return this;
    }

    /** Starts the node on {@code channel}, which is closed with it. */
    public HandlerNode start(NodeChannel channel) {
      NodeConfig config = config(channel);
      ThreadFactory threads = threads(config.id().name() + "-worker");
      ExecutorService replies = Executors.newSingleThreadExecutor(threads(name + "-reply"));
      ThreadPoolExecutor telling = telling(name);
      AtomicReference<NodeTimer> timer = new AtomicReference<>();
      Runnable stop =
          () -> {
            Optional.ofNullable(timer.get()).ifPresent(NodeTimer::end);
            telling.shutdown();
            replies.shutdown();
            await(replies);
            await(telling);
          };
      HandlerNode node =
          start(
              config,
              channel,
              replies,
              telling,
              engine -> new ThreadWorkers(config.workers(), threads, engine::perform),
              stop);
      timer.set(new NodeTimer(node.engine, Builder::survive, threads(name + "-timer")));
      timer.get().begin();
      return node;
    }

    /** Starts the node without any thread: the caller steps it. */
    HandlerNode stepped(NodeChannel channel, Function<NodeEngine, Workers> workersOf) {
      return start(config(channel), channel, Runnable::run, Runnable::run, workersOf, () -> {});
    }

    private HandlerNode start(
        NodeConfig config,
        NodeChannel channel,
        Executor replies,
        Executor telling,
        Function<NodeEngine, Workers> workersOf,
        Runnable stop) {
      NodeEmissions emissions = new NodeEmissions(config, channel, telling);
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
        throw new IllegalArgumentException("handlers=[]; at least one is needed");
      }
      Map<String, HostedHandler> fresh = new LinkedHashMap<>();
      handlers.forEach(
          (key, h) -> fresh.put(key, new HostedHandler(h.name, h.concurrency, h.handler)));
      return new NodeConfig(
          id(),
          fresh,
          workers,
          inboxTasks,
          Runtime.getRuntime().maxMemory() / 4,
          heartbeat,
          hungAfter,
          recentCount,
          recentBytes,
          journal,
          standby,
          speculative,
          speculative && forwards && channel.forwards(),
          largest,
          List.copyOf(versions),
          () -> ProcessOrigin.here(host),
          limits,
          ticker);
    }

    private NodeId id() {
      NodeId began = new NodeId(name, incarnation);
      return journal.id().map(began::withJournal).orElse(began);
    }

    /** A single thread that exists only while handlers are being notified. */
    private static ThreadPoolExecutor telling(String name) {
      ThreadPoolExecutor telling =
          new ThreadPoolExecutor(
              1,
              1,
              10,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(MOST_UNTOLD),
              threads(name + "-emitted"));
      telling.allowCoreThreadTimeOut(true);
      return telling;
    }

    private static void survive(Runnable step) {
      try {
        step.run();
      } catch (RuntimeException | Error e) {
        SURVIVED.say(e);
      }
    }

    private static void await(ExecutorService replies) {
      try {
        if (!replies.awaitTermination(LAST_REPLIES.toMillis(), TimeUnit.MILLISECONDS)) {
          replies.shutdownNow();
        }
      } catch (InterruptedException e) {
        replies.shutdownNow();
        Thread.currentThread().interrupt();
      }
    }

    private static ThreadFactory threads(String role) {
      AtomicInteger number = new AtomicInteger();
      return task -> {
        Thread thread = new Thread(task, "dharch-" + role + "-" + number.incrementAndGet());
        thread.setDaemon(true);
        return thread;
      };
    }

    private static String matching(String field, String value, Pattern allowed) {
      if (!allowed.matcher(value).matches()) {
        throw new IllegalArgumentException(
            field + "='" + value + "'; " + allowed.pattern() + " is allowed");
      }
      return value;
    }

    private static void within(String field, long value, long min, long max) {
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            field + "=" + value + "; " + min + " to " + max + " is allowed");
      }
    }
  }
}
