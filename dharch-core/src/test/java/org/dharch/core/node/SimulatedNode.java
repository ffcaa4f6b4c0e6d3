package org.dharch.core.node;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.Emitter;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.node.journal.ExecutionJournal;
import org.dharch.core.node.journal.JournalProbe;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * The production logic of a node on virtual time: its workers are entries in a schedule, so that it
 * can crash, hang and come back wherever a random schedule says.
 */
public final class SimulatedNode {

  /** Where things that happen later are put. */
  public interface Schedule {
    void after(long nanos, Runnable what);
  }

  /** What the handlers of a node do, decided when they begin. */
  public interface Behaviour {
    /**
     * The task begins: what it does to the world it does now; what it answers is given.
     *
     * @param prefetched whether its node was given it before its stage began
     */
    Deed begin(Task task, HandlerMessage message, boolean prefetched);
  }

  /** What a handler hears of what it emitted. */
  public interface Hearing {
    void heard(String handler, MessageId emission, Emitted outcome);
  }

  /** What a handler answers in the end, or throws. */
  public interface Deed {
    Changes finish();
  }

  private static final int WORKERS = 2;

  private final Ticker ticker;
  private final Schedule schedule;
  private final ToLongFunction<Task> runTime;
  private final Behaviour behaviour;
  private final Map<TaskRun, Long> began = new HashMap<>();

  /**
   * When the handler was called that is called now: what it does takes its time before, since no
   * time passes while it is called here. Until it is called, that is the node's time.
   */
  private OptionalLong calledAt = OptionalLong.empty();

  private final Map<TaskRun, Deed> deeds = new HashMap<>();
  private Deed finishing;
  private final Set<TaskRun> running = new HashSet<>();
  private final HandlerNode node;
  private final Map<String, Emitter> emitters = new HashMap<>();
  private final Hearing hearing;
  private boolean leaving;
  private boolean crashed;
  private boolean hung;

  /** A memory of so many attempts; if it has an id, it outlives the node's lives. */
  public static ExecutionJournal journal(Ticker ticker, Optional<String> id, int bound) {
    return JournalProbe.journal(bound, () -> ticker.nanos() / 1_000_000, id);
  }

  /** The id of a memory that outlives the node's lives. */
  public static Optional<String> idOf(ExecutionJournal journal) {
    return journal.id();
  }

  /**
   * Starts a node with two workers; {@code runTime} says how long each task runs, in nanoseconds.
   *
   * @param recent of how many attempts it knows the end, beside what is in its memory
   * @param speculative whether it continues with what it is given ahead
   * @param forwards whether it takes what others pass on, and passes on
   * @param largest the largest message that it takes
   * @param deep whether handlers wait for what comes, so that it may go on beside the workers
   */
  public SimulatedNode(
      NodeId id,
      Set<String> handlers,
      NodeChannel channel,
      Ticker ticker,
      Schedule schedule,
      ExecutionJournal journal,
      Behaviour behaviour,
      Hearing hearing,
      ToLongFunction<Task> runTime,
      int recent,
      boolean speculative,
      boolean forwards,
      long largest,
      boolean deep) {
    this.hearing = hearing;
    this.ticker = ticker;
    this.schedule = schedule;
    this.runTime = runTime;
    this.behaviour = behaviour;
    HandlerNode.Builder builder =
        HandlerNode.builder(id.name())
            .incarnation(id.began())
            .workers(WORKERS)
            .inboxTasks(20)
            .heartbeat(Duration.ofMillis(100))
            .journal(journal)
            .speculative(speculative)
            .forwards(forwards)
            .largest(largest)
            .ticker(() -> calledAt.orElseGet(ticker::nanos));
    handlers.forEach(
        name -> {
          emitters.put(name, builder.context(name).emitter());
          builder.handler(name, deep ? WORKERS + CallDepth.MOST : WORKERS, new Handler(name));
        });
    NodeProbe.recent(builder, recent, 16 << 20);
    this.node = NodeProbe.stepped(builder, channel, SimulatedWorkers::new);
  }

  public HandlerNode node() {
    return node;
  }

  /** Whether none of its handlers runs. */
  public boolean isIdle() {
    return running.isEmpty();
  }

  /** The node's id in this life. */
  public NodeId id() {
    return node.id();
  }

  /** Whether this handler can emit something here now. */
  public boolean mayEmit(String handler) {
    return answers() && !leaving && emitters.containsKey(handler);
  }

  /** This handler emits something of its own accord; false if it cannot. */
  public boolean emit(String handler, Emission emission) {
    return emitters.get(handler).emit(emission);
  }

  public boolean alive() {
    return !crashed;
  }

  public boolean answers() {
    return !crashed && !hung;
  }

  public void tick() {
    if (answers()) {
      node.engine.tick();
    }
  }

  /** Nothing is ever heard of it again. */
  public void crash() {
    crashed = true;
  }

  /**
   * Takes nothing new, ends what it has begun, and is gone when {@code dry} says that nothing is on
   * its way to it any more, after two seconds at the latest.
   */
  public void leave(BooleanSupplier dry, Runnable whenGone) {
    leaving = true;
    node.beginDrain();
    leaving(ticker.nanos() + 2_000_000_000L, dry, whenGone);
  }

  private void leaving(long latest, BooleanSupplier dry, Runnable whenGone) {
    schedule.after(
        10_000_000,
        () -> {
          boolean done = dry.getAsBoolean() && NodeProbe.isQuiet(node);
          if (crashed) {
            return;
          } else if (hung || (!done && ticker.nanos() < latest)) {
            leaving(latest, dry, whenGone);
            return;
          }
          node.drain(Duration.ZERO);
          crashed = true;
          whenGone.run();
        });
  }

  /** As a stopped process: nothing happens in it until it goes on. */
  public void hang(long nanos) {
    hung = true;
    schedule.after(nanos, () -> hung = false);
  }

  /** Ends as was decided when it began. */
  private final class Handler implements DHHandler {
    private final String name;

    Handler(String name) {
      this.name = name;
    }

    @Override
    public void emitted(MessageId id, Emitted outcome) {
      hearing.heard(name, id, outcome);
    }

    @Override
    public Changes handle(HandlerMessage message) {
      calledAt = OptionalLong.empty();
      return finishing.finish();
    }

    @Override
    public void ended(HandlerMessage message, Ending ending) {
      calledAt = OptionalLong.empty();
      finishing.finish();
    }
  }

  private final class SimulatedWorkers implements Workers {
    private final NodeEngine engine;

    SimulatedWorkers(NodeEngine engine) {
      this.engine = engine;
    }

    @Override
    public void begin(TaskRun task) {
      running.add(task);
      checkPlaces(task.inExtraSlot ? task.depth : 0);
      began.put(task, ticker.nanos());
      boolean prefetched = task.run.stages > 0 || task.run.on != Fingerprint.NONE;
      deeds.put(task, behaviour.begin(task.task, task.message(ticker), prefetched));
      schedule.after(runTime.applyAsLong(task.task), () -> complete(task));
    }

    /** Rule 47: on workers, or in the places beside them of each depth. */
    private void checkPlaces(int depth) {
      long here =
          running.stream().filter(t -> !t.hung && (t.inExtraSlot ? t.depth : 0) == depth).count();
      if (here > (depth == 0 ? WORKERS : 1)) {
        throw new IllegalStateException("rule 47: " + here + " tasks at once, depth " + depth);
      }
    }

    private void complete(TaskRun task) {
      if (crashed || !running.contains(task)) {
        return;
      }
      if (hung) {
        schedule.after(10_000_000, () -> complete(task));
        return;
      }
      running.remove(task);
      finishing = deeds.remove(task);
      calledAt = OptionalLong.of(began.remove(task));
      TaskRun next = engine.perform(task);
      calledAt = OptionalLong.empty();
      if (next != null) {
        begin(next);
      }
    }

    @Override
    public void interrupt(TaskRun task) {
      if (task.key.attempt() % 2 == 0) { // every other handler heeds its interrupt
        schedule.after(1_000_000, () -> complete(task));
      }
    }

    @Override
    public void replace(TaskRun task) {}

    @Override
    public void close() {}
  }
}
