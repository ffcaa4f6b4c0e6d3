package org.dharch.test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.dharch.api.Part;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.schema.node.NodeHandlerType;

/**
 * Runs one handler on messages as a node does: the node's host finds its class and kind, validates
 * and initializes it; each message goes through a manager whose orchestration has this handler
 * alone, with its declarations, timeouts and retries.
 *
 * <pre>{@code
 * try (HandlerTester tester = HandlerTester.of(SizeLog.class).parameter("limit", "100").start()) {
 *   HandlerRun run = tester.handle(TestMessage.soap11("<order/>"));
 *   assertEquals(Optional.of(...), run.properties().get("envelope.size"));
 * }
 * }</pre>
 *
 * <p>Safe for any thread. Has a manager, a node and their threads until it is closed.
 */
public final class HandlerTester implements AutoCloseable {
  private static final int MOST_THREADS = 256;
  private static final int MOST_RUNS = 100_000;

  private final Site site;

  private HandlerTester(Site site) {
    this.site = site;
  }

  /**
   * For a native, Axis2, JAX-WS or Axis 1 handler of the test's class path.
   *
   * @param type as in a node document: public, with a public constructor without parameters
   */
  public static Builder of(Class<?> type) {
    return new Builder(type);
  }

  /**
   * Sends it a message, and returns after the last retry.
   *
   * @throws IllegalStateException if that exceeds the message's deadline and 10 s
   */
  public HandlerRun handle(TestMessage message) {
    return new HandlerRun(site.send(message));
  }

  /**
   * Runs it on messages in sequence.
   *
   * @param times how many, 1 to 100,000
   * @param message returns the message of each number, from 0
   * @return its run on each, in that order
   */
  public List<HandlerRun> repeat(int times, IntFunction<TestMessage> message) {
    within("times", times, MOST_RUNS);
    List<HandlerRun> runs = new ArrayList<>(times);
    for (int i = 0; i < times; i++) {
      runs.add(handle(message.apply(i)));
    }
    return runs;
  }

  /**
   * Runs it on messages in parallel, up to {@link Builder#concurrency} at once.
   *
   * @param threads how many messages are in progress at once, 1 to 256
   * @param times how many in all, 1 to 100,000
   * @param message returns the message of each number, from 0; called by these threads
   * @return its run on each, in that order
   */
  public List<HandlerRun> concurrently(int threads, int times, IntFunction<TestMessage> message) {
    within("threads", threads, MOST_THREADS);
    within("times", times, MOST_RUNS);
    ExecutorService senders = Executors.newFixedThreadPool(threads);
    try {
      List<Future<HandlerRun>> runs = new ArrayList<>(times);
      for (int i = 0; i < times; i++) {
        int number = i;
        runs.add(senders.submit(() -> handle(message.apply(number))));
      }
      List<HandlerRun> done = new ArrayList<>(times);
      for (Future<HandlerRun> run : runs) {
        done.add(run.get());
      }
      return done;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before all messages ended", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "failed to send a message: " + e.getCause().getMessage(), e.getCause());
    } finally {
      senders.shutdownNow();
    }
  }

  private static void within(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + " must be 1 to " + most + " (got " + value + ")");
    }
  }

  /** Closes the node, which closes the handler. */
  @Override
  public void close() {
    site.close();
  }

  /** Sets the handler's entries of a node document and an orchestration. For one thread. */
  public static final class Builder {
    private final Class<?> type;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final Set<DeclaredPart> reads = new HashSet<>();
    private final Set<DeclaredPart> writes = new HashSet<>();
    private String name;
    private UnaryOperator<HandlerEntry> settings = UnaryOperator.identity();
    private DHManagerConfig config = DHManagerConfig.DEFAULT;
    private int concurrency = 16;
    private boolean lenient;
    private boolean declares;
    private Optional<Path> document = Optional.empty();

    private Builder(Class<?> type) {
      this.type = type;
      name = type.getSimpleName().replaceAll("[^A-Za-z0-9_]", "_");
    }

    /** Sets the name; by default the simple name of the class. */
    public Builder name(String value) {
      name = value;
      return this;
    }

    /** Sets a parameter of the node document. */
    public Builder parameter(String name, String value) {
      parameters.put(name, value);
      return this;
    }

    /** Sets the maximum number of messages at once, 1 to 1024; 16 by default. */
    public Builder concurrency(int value) {
      concurrency = value;
      return this;
    }

    /** Gives the handler null for facilities that a node does not have: {@code lenient="true"}. */
    public Builder lenient() {
      lenient = true;
      return this;
    }

    /**
     * Uses the entry of its {@linkplain #name name} in this orchestration document: reads, writes,
     * partial, mayRespond, completionCallback, time-outs and retries. Explicit settings of this
     * builder override it.
     */
    public Builder declaredIn(Path orchestrations) {
      document = Optional.of(orchestrations);
      return this;
    }

    /**
     * Declares that it reads these parts; the occurrence of a name is ignored. With neither this
     * nor {@link #writes} nothing is declared, and it may change every part.
     */
    public Builder reads(Part... parts) {
      declares = true;
      Arrays.stream(parts).map(DeclaredPart::of).forEach(reads::add);
      return this;
    }

    /** Declares that it reads these properties. */
    public Builder readsProperties(String... names) {
      declares = true;
      Arrays.stream(names).map(DeclaredPart.Property::new).forEach(reads::add);
      return this;
    }

    /** Declares that it writes only these parts; a change of another is a conflict. */
    public Builder writes(Part... parts) {
      declares = true;
      Arrays.stream(parts).map(DeclaredPart::of).forEach(writes::add);
      return this;
    }

    /** Declares that it writes only these properties. */
    public Builder writesProperties(String... names) {
      declares = true;
      Arrays.stream(names).map(DeclaredPart.Property::new).forEach(writes::add);
      return this;
    }

    /** Gives it only the declared parts: {@code partial="true"}. */
    public Builder partial() {
      return change(entry -> entry.partial(true));
    }

    /** Allows it to respond to its message, or accept it: {@code mayRespond="true"}. */
    public Builder mayRespond() {
      return change(entry -> entry.mayRespond(true));
    }

    /** Notifies it of the message's end: {@code completionCallback="true"}. */
    public Builder completionCallback() {
      return change(entry -> entry.completionCallback(true));
    }

    /** Sets the time limit of an attempt; 10 s by default. */
    public Builder timeToFinish(Duration value) {
      return change(entry -> entry.timeToFinish(value));
    }

    /** Sets the number of retries, 0 to 100, after a pause of a millisecond each. */
    public Builder retries(int value) {
      return change(
          entry -> entry.retry(new RetryPolicy(value, Duration.ofMillis(1), Duration.ofMillis(1))));
    }

    private Builder change(UnaryOperator<HandlerEntry> more) {
      UnaryOperator<HandlerEntry> before = settings;
      settings = entry -> more.apply(before.apply(entry));
      return this;
    }

    /** Sets the limit on its result in bytes; 16 MiB by default. */
    public Builder maxPayloadBytes(int value) {
      config = config.limits(config.limits().maxPayloadBytes(value));
      return this;
    }

    /**
     * Starts the node and its manager.
     *
     * @throws org.dharch.core.message.DHArchException if the node rejects the handler, or its init
     *     throws
     * @throws IllegalArgumentException if the settings contradict each other, or the document of
     *     {@link #declaredIn} has no entry of it, or several
     */
    public HandlerTester start() {
      HandlerEntry base =
          document.map(file -> DeclaredEntry.find(file, name)).orElse(HandlerEntry.of(name));
      HandlerEntry entry = settings.apply(base);
      HandlerEntry whole = declares ? entry.access(Access.of(reads, writes)) : entry;
      NodeSource node = NodeSource.named("node").workers(concurrency);
      node.maxPayloadBytes(config.limits().maxPayloadBytes());
      NodeHandlerType handler = node.handler(whole.name(), type);
      handler.setLenient(lenient);
      handler.setConcurrency(concurrency);
      parameters.forEach((name, value) -> NodeSource.parameter(handler, name, value));
      Orchestration alone = Orchestration.of("alone", Stage.of(whole));
      List<Rule> rules = new ArrayList<>();
      for (Direction flow : Direction.values()) {
        rules.add(Rule.all(flow, "alone"));
      }
      return new HandlerTester(
          Site.start(
              config, Orchestrations.of(Collections.singletonList(alone), rules), List.of(node)));
    }
  }
}
