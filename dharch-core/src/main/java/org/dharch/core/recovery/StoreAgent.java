package org.dharch.core.recovery;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.dharch.api.MessageId;
import org.dharch.core.context.DHMContext;
import org.dharch.core.execution.Progress;
import org.dharch.core.execution.ProgressFormat;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Recovery;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.text.LoggedError;
import org.dharch.core.text.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the pipeline with the store, so that only the thread that hands in a durable message
 * waits for a disk. Failed messages are noted here, by reference, and written by the store's own
 * thread. Once a second the same thread looks for messages to admit again: accepted ones of an
 * earlier incarnation or without hosted handlers, and failed ones that are to be replayed, also on
 * request of another process.
 *
 * <p>A message has one record, in one state. While it executes or is being delivered, {@link
 * #underWay} has that state; {@link #taken} prevents a second admission. The record is deleted when
 * the gateway reports that the service was invoked, or when a handler responded and the end of the
 * message is on disk; otherwise it becomes the record of a failed message. After a kill in between,
 * the message is executed again: at least once.
 *
 * <p>The store also has the progress of messages whose stateful handlers have started ({@link
 * ProgressWriter}), so a message with a record continues after a restart of the manager. Without a
 * record, and if the orchestration requires it, its handlers are compensated by {@link
 * PendingCompensations}, as is everything that could not be compensated in the message's time.
 *
 * <p>A long file, because the states of one record, in memory and in the store, are only correct as
 * a whole.
 */
public final class StoreAgent implements ProgressWriter.Records, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreAgent.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "the store's thread");
  private static final Fault DIED =
      new Fault(Fault.Code.SHUT_DOWN, "", "the manager ended while the message was under way");
  private static final long LOOK_NANOS = 1_000_000_000L;

  /**
   * A record of a message that is executed or being delivered.
   *
   * @param state empty if there is none but of how far it is
   * @param progress how far it was when that was written last
   * @param onDisk whether that is so on disk, as far as one knows
   */
  private record Kept(
      StoreKey key,
      Optional<StoreState> state,
      StoredMessage message,
      Optional<Progress> progress,
      boolean onDisk) {
    Kept(StoreKey key, StoreState state, StoredMessage message) {
      this(key, Optional.of(state), message, Optional.empty(), true);
    }

    Kept so(Progress far) {
      return new Kept(key, state, message, Optional.of(far), false);
    }

    Kept isWritten(boolean value) {
      return new Kept(key, state, message, progress, value);
    }

    /** Whether it is executed, or delivered, once more if its manager dies. */
    boolean goesOn() {
      return state.isPresent() && !is(StoreState.UNRESOLVED);
    }

    boolean is(StoreState which) {
      return state.filter(which::equals).isPresent();
    }
  }

  private final MessageStore store;
  private final Counters counters;
  private final InstantSource clock;
  private final ProgressFormat format;
  private final Thread thread;
  private final Map<MessageId, Kept> underWay = new ConcurrentHashMap<>();
  private final Set<StoreKey> taken = ConcurrentHashMap.newKeySet();

  /** Those that a handler answered and whose records have yet to go. */
  private final Queue<MessageId> answered = new ConcurrentLinkedQueue<>();

  /** Those that have ended, which is not on disk yet: until then their records stay. */
  private final Queue<Kept> unended = new ConcurrentLinkedQueue<>();

  private final RepeatedLog notKept = new RepeatedLog(System::nanoTime, LOG::error);
  private final WriteBehindBuffer unwritten;
  private final ProgressRecords progressRecords;
  private final PendingCompensations pendingCompensations;
  private volatile Runnable eachLook = () -> {};
  private final StoredMessageReplayer replayer;

  private volatile boolean closed;

  public StoreAgent(
      String name,
      MessageStore store,
      StoreLimits limits,
      ProgressFormat format,
      Counters counters,
      InstantSource clock) {
    this.store = store;
    this.format = format;
    this.unwritten = new WriteBehindBuffer(limits);
    this.progressRecords = new ProgressRecords(store, counters);
    this.pendingCompensations =
        new PendingCompensations(store, format, this::compensationsWritten, counters);
    this.replayer = new StoredMessageReplayer(store, this::never, counters);
    this.counters = counters;
    this.clock = clock;
    this.thread = new Thread(this::run, "dharch-store-" + name);
    thread.setDaemon(true);
  }

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      try {
        step();
      } catch (Error e) {
        counters.count(Counter.ERRORS);
        SURVIVED.say(e);
      }
      if (store.durable() || hasUnresolved() || !store.keys(StoreState.REPLAY).isEmpty()) {
        LockSupport.parkNanos(this, LOOK_NANOS);
      } else {
        LockSupport.park(this);
      }
    }
  }

  /**
   * Looks whether what must be durable would be.
   *
   * @throws DHArchException if an orchestration is durable and the store is not
   */
  public void check(Orchestrations orchestrations) {
    for (Orchestration orchestration : orchestrations.byName().values()) {
      boolean recovers = orchestration.recovery() == Recovery.COMPENSATE;
      if ((orchestration.durable() || recovers) && !store.durable()) {
        throw new DHArchException(
            "orchestration '"
                + orchestration.name()
                + (recovers ? "' says recover=\"compensate\"" : "' says durable")
                + ", but messages are kept in memory only; a store in a folder is needed");
      }
    }
  }

  /** Whether stored messages can come in again at all. */
  public boolean canReplay() {
    return replayer.isPossible();
  }

  /**
   * Processes the messages of the manager's earlier incarnation: each continues, is compensated, or
   * has ended.
   */
  public void recover(PendingCompensations.Reentry reentry) {
    pendingCompensations.through(reentry);
    Set<StoreKey> resumable = new HashSet<>(store.keys(StoreState.ACCEPTED));
    resumable.addAll(store.keys(StoreState.REPLAY));
    Set<StoreKey> known = Set.copyOf(store.keys(StoreState.UNRESOLVED)); // halted before, too
    for (StoredMessage message : store.recorded()) {
      try {
        recover(message, format.decode(message.progress().orElseThrow()), resumable, known);
      } catch (MalformedMessageException e) {
        doubtful(message, e.getMessage());
      }
    }
    flush();
  }

  private void recover(
      StoredMessage message, Progress progress, Set<StoreKey> resumable, Set<StoreKey> known) {
    StoreKey key = message.key();
    if (resumable.contains(key)) {
      replayer.goesOn(message);
    } else if (pendingCompensations.hasLater(key, progress)) {
      progressRecords.forget(key);
    } else if (pendingCompensations.isEnded(progress)) {
      store.remove(StoreState.UNRESOLVED, key); // it may say less than this
      progressRecords.forget(key);
    } else {
      pendingCompensations.add(message, DIED);
      if (!known.contains(key)) {
        Fault fault = progress.compensating(DIED).fault().orElse(DIED);
        deferWrite(message.failed(new FailureRecord(now(), fault, progress.timeline())));
      }
    }
  }

  /**
   * The pending compensations of a message are on disk, so its progress record is no longer needed.
   * Except when it also has an accepted record and its service is not known to have been invoked:
   * without the progress it would start again.
   */
  private void compensationsWritten(StoreKey key) {
    boolean goesOn =
        replayer.isToGoOn(key)
            || underWay.values().stream().anyMatch(kept -> kept.key().equals(key) && kept.goesOn());
    if (!goesOn) {
      progressRecords.forget(key);
    }
  }

  /** Its progress cannot be read, so it neither continues nor starts again. */
  private void doubtful(StoredMessage message, String why) {
    counters.count(Counter.ERRORS);
    LOG.error("how far message {} was cannot be read: {}", message.key().id(), why);
    taken.add(message.key());
    pendingCompensations.add(message, DIED); // for a person to look at
    Timeline empty = Timeline.empty(message.key().id(), message.orchestration());
    deferWrite(message.failed(new FailureRecord(now(), DIED, empty)));
  }

  /** From now on messages come in again, those left of an earlier life first. */
  public void replayThrough(Readmission value) {
    replayer.through(value, taken);
    LockSupport.unpark(thread);
  }

  /**
   * Stores a message before it is acknowledged.
   *
   * @return false if there is no room
   * @throws StoreException if it cannot be written
   */
  public boolean accept(MessageId id, Orchestration orchestration, Submission submission) {
    StoreKey key = newKey(id);
    StoredMessage message =
        new StoredMessage(
            key, orchestration.name(), orchestration.notation(), submission, Optional.empty());
    taken.add(key);
    underWay.put(id, new Kept(key, StoreState.ACCEPTED, message));
    boolean capacity = false;
    try {
      capacity = store.accept(message);
    } finally {
      if (!capacity) {
        underWay.remove(id);
        taken.remove(key);
      }
    }
    if (capacity) {
      counters.count(Counter.STORED);
    }
    return capacity;
  }

  /** A stored message waits for its handlers. */
  public void park(MessageId id, String reason) {
    Optional.ofNullable(underWay.remove(id)).ifPresent(kept -> park(kept, reason));
  }

  private void park(Kept kept, String reason) {
    if (kept.goesOn() && kept.message().progress().isPresent()) {
      replayer.goesOn(kept.message());
    }
    if (kept.is(StoreState.ACCEPTED)) {
      replayer.await(kept.key(), reason);
    }
    taken.remove(kept.key());
  }

  /** A stored message is executed, under this id. */
  public void executes(MessageId id, StoredMessage message, StoreState state) {
    taken.add(message.key());
    underWay.put(id, new Kept(message.key(), state, message));
  }

  /** It could not be taken in after all; its record stays as it is. */
  public void executesNot(MessageId id) {
    Optional.ofNullable(underWay.remove(id))
        .ifPresent(kept -> park(kept, StoredMessageReplayer.BUSY));
  }

  /** Whether this message has a record, and what becomes of it matters there. */
  public boolean knows(MessageId id) {
    return underWay.containsKey(id);
  }

  /** Whether a restarted manager continues this message. */
  public boolean isKept(MessageId id) {
    return store.durable() && knows(id);
  }

  /** The record of a message that is executed, and is so far. */
  @Override
  public StoredMessage record(DHMContext message, Progress progress) {
    Kept kept =
        underWay.compute(
            message.id(), (id, before) -> (before == null ? bare(message) : before).so(progress));
    progressRecords.writes(kept.key());
    return kept.message().so(format.encode(progress));
  }

  @Override
  public void write(List<StoredMessage> group, List<StoreKey> over) {
    progressRecords.write(group, over, message -> isTried(message.key().id()));
  }

  /** Whether what {@link #record} made of this message last is on disk. */
  public void recorded(MessageId id, boolean written) {
    underWay.computeIfPresent(id, (same, kept) -> kept.isWritten(written));
  }

  private StoreKey newKey(MessageId id) {
    return new StoreKey(id, clock.millis());
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }

  /** The record of a message that has had none. */
  private StoredMessage newRecord(MessageId id, String orchestration, Submission submission) {
    return new StoredMessage(newKey(id), orchestration, "", submission, Optional.empty());
  }

  private Kept bare(DHMContext message) {
    StoredMessage bare =
        newRecord(message.id(), message.state().orchestrationName(), message.submission());
    return new Kept(bare.key(), Optional.empty(), bare, Optional.empty(), true);
  }

  /** A message has completed; nothing of one that is no longer to be compensated need be known. */
  public void completed(MessageId id) {
    Kept kept = underWay.get(id);
    if (kept != null && kept.state().isEmpty()) {
      underWay.remove(id);
      progressRecords.forget(kept.key());
    }
  }

  /** A handler has answered the message: its record, if it has one, goes. Does not wait. */
  public void answered(MessageId id) {
    completed(id);
    if (knows(id)) {
      answered.add(id);
      LockSupport.unpark(thread);
    }
  }

  /** The record of a message that has none but of how far it is. */
  Optional<StoredMessage> recordOfProgress(MessageId id) {
    return Optional.ofNullable(underWay.get(id))
        .filter(kept -> kept.state().isEmpty())
        .map(Kept::message);
  }

  /**
   * A completed message was handed to its service, which is on disk; this is left to be
   * compensated.
   */
  void handedOver(MessageId id, Optional<StoredMessage> left) {
    underWay.remove(id);
    left.ifPresent(
        l -> {
          pendingCompensations.left(l);
          LockSupport.unpark(thread);
        });
  }

  /** The message's service was invoked: its record, if it has one, goes. */
  public void delivered(MessageId id) {
    Kept kept = underWay.remove(id);
    if (kept != null) {
      kept.state().ifPresent(state -> forget(state, kept));
      if (replayer.isWaiting()) {
        LockSupport.unpark(thread); // there may be a place now
      }
    }
  }

  private void forget(StoreState state, Kept kept) {
    if (kept.progress().isPresent() && !kept.onDisk()) {
      unended.add(kept); // without its record what it did would be compensated by the next life
      return;
    }
    try {
      store.remove(state, kept.key());
      progressRecords.forget(kept.key()); // only then: who finds the one must find the other
      taken.remove(kept.key());
    } catch (StoreException e) {
      counters.count(Counter.PROGRESS_NOT_WRITTEN);
      LOG.error("a message that has ended will be delivered again: {}", e.getMessage());
    }
  }

  /** Writes that messages have ended, as far as the disk takes it; only then their records go. */
  private void end() {
    for (Kept kept = unended.peek(); kept != null; kept = unended.peek()) {
      byte[] far = format.encode(kept.progress().orElseThrow());
      try {
        store.record(List.of(kept.message().so(far)), List.of());
      } catch (StoreException e) {
        counters.count(Counter.PROGRESS_NOT_WRITTEN);
        return; // the next time
      }
      forget(kept.state().orElseThrow(), kept.isWritten(true));
      unended.remove();
    }
  }

  /** A completed message left something to be compensated. */
  public void leftBy(Submission submission, Outcome outcome, Progress left) {
    Kept kept = underWay.get(outcome.id());
    StoredMessage message =
        kept == null
            ? newRecord(outcome.id(), outcome.timeline().orchestration(), submission)
            : kept.message();
    pendingCompensations.left(message.so(format.encode(left)));
    LockSupport.unpark(thread);
  }

  /**
   * Keeps a message that failed or could not be delivered. Does not wait for a disk.
   *
   * @param left its pending compensations
   * @param again the point at which a replay continues; empty for the beginning
   * @return whether it stays as it is, to be executed later
   */
  public boolean failed(
      Submission submission,
      Outcome.Failed outcome,
      Optional<Progress> left,
      Optional<Resumable> again) {
    Kept kept = underWay.remove(outcome.id());
    if (kept != null && kept.is(StoreState.UNRESOLVED)) {
      if (!outcome.stays()) {
        pendingCompensations.ended(kept.message(), left.map(format::encode));
      }
      taken.remove(kept.key());
      LockSupport.unpark(thread);
      return outcome.stays();
    }
    if (kept != null && passes(outcome, kept)) {
      park(kept, "");
      return true;
    }
    FailureRecord failure = new FailureRecord(now(), outcome.fault(), outcome.timeline());
    StoredMessage message =
        (kept == null
                ? newRecord(outcome.id(), outcome.timeline().orchestration(), submission)
                : kept.message())
            .failed(failure);
    left.ifPresent(l -> pendingCompensations.left(message.so(format.encode(l))));
    StoredMessage failed = resumable(message, kept, again);
    if (store.durable()) {
      deferWrite(failed);
    } else {
      boolean unused = write(failed); // there is no disk that could be full
    }
    if (left.isPresent()) {
      LockSupport.unpark(thread);
    }
    return false;
  }

  /**
   * Adds what a replay needs to continue the message, if that is possible, also if it never
   * started.
   */
  private StoredMessage resumable(StoredMessage message, Kept kept, Optional<Resumable> again) {
    if (again.isPresent()) {
      try {
        return message.so(again.get().encode(format));
      } catch (MalformedMessageException | IllegalArgumentException e) {
        LOG.info("a replay of message {} begins at the beginning: {}", message.key().id(), e);
        return message;
      }
    }
    boolean isAsItWas = kept != null && kept.is(StoreState.REPLAY) && kept.progress().isEmpty();
    return isAsItWas ? kept.message().progress().map(message::so).orElse(message) : message;
  }

  /** Whether it was halted by something that passes, and its record may stay as it is. */
  private static boolean passes(Outcome.Failed outcome, Kept kept) {
    boolean untouched =
        outcome.timeline().attempts().isEmpty()
            && kept.progress().isEmpty()
            && kept.message().progress().isEmpty();
    return switch (outcome.fault().code()) {
      case BUSY, SHUT_DOWN -> kept.state().isPresent();
      case NOT_SERVED -> untouched;
      default -> false;
    };
  }

  /** A completed message did not reach its service: if it has a record, it is a failed one now. */
  public void undelivered(Outcome.Completed outcome, String reason) {
    Optional.ofNullable(underWay.get(outcome.id()))
        .ifPresent(
            kept ->
                undelivered(
                    outcome,
                    new Fault(Fault.Code.NOT_DELIVERED, "", reason),
                    kept.message().submission(),
                    kept.progress()));
  }

  /** A completed message did not reach its service: what its handlers did is to be compensated. */
  public void undelivered(
      Outcome.Completed outcome, Fault fault, Submission submission, Optional<Progress> far) {
    boolean unused =
        failed(
            submission,
            new Outcome.Failed(outcome.id(), fault, outcome.timeline()),
            far.map(p -> p.undelivered(fault)).filter(Progress::isUnresolved),
            Optional.empty());
  }

  private void deferWrite(StoredMessage message) {
    countDropped(unwritten.add(message));
    LockSupport.unpark(thread);
  }

  private void countDropped(int dropped) {
    for (int left = dropped; left > 0; left--) {
      counters.count(Counter.FAILED_DROPPED);
    }
  }

  /**
   * Writes the outcome of a message. Its progress is deleted only afterwards, and after its pending
   * compensations are written: without them it would start again.
   *
   * @return false if the write is to be retried
   */
  private boolean write(StoredMessage message) {
    try {
      countDropped(store.keepFailed(message));
    } catch (StoreException e) {
      counters.count(Counter.PROGRESS_NOT_WRITTEN);
      notKept.say("what became of messages is not kept yet: " + e.getMessage());
      return false;
    } catch (MalformedMessageException e) {
      counters.count(Counter.ERRORS);
      LOG.error("what became of message {} is not kept: {}", message.key().id(), e.getMessage());
      return true;
    }
    if (!pendingCompensations.isNoted(message.key())) {
      progressRecords.forget(message.key());
    }
    if (underWay.values().stream().noneMatch(kept -> kept.key().equals(message.key()))) {
      taken.remove(message.key()); // else it is being compensated by now
    }
    return true;
  }

  /** Writes what is noted, as far as the disk takes it; the rest the next time. */
  synchronized void flush() {
    pendingCompensations.flush();
    for (MessageId id = answered.poll(); id != null; id = answered.poll()) {
      delivered(id);
    }
    end();
    Optional<StoredMessage> next = unwritten.take();
    while (next.isPresent() && write(next.get())) {
      next = unwritten.take();
    }
    next.ifPresent(message -> countDropped(unwritten.putBack(message)));
    progressRecords.flush();
  }

  /** Sets additional work for each check of the store, once a second. Called once. */
  public void eachLook(Runnable value) {
    eachLook = value;
  }

  /** Writes what is noted and takes in what can be. */
  public synchronized void step() {
    try {
      eachLook.run();
      flush();
      if (!closed) {
        pendingCompensations.step(taken, replayer::isToGoOn);
        replayer.step(taken);
      }
    } catch (StoreException e) {
      counters.count(Counter.PROGRESS_NOT_WRITTEN);
      LOG.error("the store failed; it is tried again: {}", e.getMessage());
    } catch (RuntimeException e) {
      counters.count(Counter.ERRORS);
      LOG.error("the store failed; it is tried again", e);
    }
  }

  /** A message that can never come in again lies with the failed ones, with the reason. */
  private void never(StoredMessage message, String reason) {
    Fault fault = new Fault(Fault.Code.NOT_DELIVERED, "", reason);
    boolean hasBegun = message.progress().filter(far -> !Resumable.is(far)).isPresent();
    if (hasBegun) {
      pendingCompensations.add(message, fault);
    }
    Instant now = now();
    FailureRecord failure =
        message
            .failure()
            .map(before -> before.noted("not replayed at " + now + ": " + reason))
            .orElseGet(
                () ->
                    new FailureRecord(
                        now, fault, Timeline.empty(message.key().id(), message.orchestration())));
    StoredMessage failed = message.failed(failure);
    deferWrite(hasBegun ? failed : message.progress().map(failed::so).orElse(failed));
  }

  /** The failed messages, oldest first. */
  public List<StoredMessage> failed() {
    flush();
    return store.keys(StoreState.FAILED).stream()
        .flatMap(key -> store.read(StoreState.FAILED, key).stream())
        .toList();
  }

  public Optional<StoredMessage> find(MessageId id) {
    flush();
    return key(StoreState.FAILED, id).flatMap(key -> store.read(StoreState.FAILED, key));
  }

  /** The messages with pending or doubtful compensations; oldest first. */
  public List<StoredMessage> unresolved() {
    flush();
    return store.keys(StoreState.UNRESOLVED).stream()
        .flatMap(key -> store.read(StoreState.UNRESOLVED, key).stream())
        .toList();
  }

  /** The folder of the store; empty if it is in memory. */
  public Optional<Path> folder() {
    return store.folder();
  }

  /** Whether there are any. */
  public boolean hasUnresolved() {
    return !store.keys(StoreState.UNRESOLVED).isEmpty();
  }

  /** A person has seen to what was to be compensated of this message. */
  public boolean resolve(MessageId id) {
    flush();
    return key(StoreState.UNRESOLVED, id)
        .map(key -> pendingCompensations.resolve(() -> progressRecords.resolve(key)))
        .orElse(false);
  }

  private boolean isTried(MessageId id) {
    return Optional.ofNullable(underWay.get(id))
        .filter(kept -> kept.is(StoreState.UNRESOLVED))
        .isPresent();
  }

  public boolean replay(MessageId id, boolean anew) {
    flush();
    boolean asked = key(StoreState.FAILED, id).map(key -> store.replay(key, anew)).orElse(false);
    if (asked) {
      step();
      LockSupport.unpark(thread);
    }
    return asked;
  }

  public boolean drop(MessageId id) {
    flush();
    return key(StoreState.FAILED, id)
        .map(key -> store.remove(StoreState.FAILED, key))
        .orElse(false);
  }

  private Optional<StoreKey> key(StoreState state, MessageId id) {
    return store.keys(state).stream().filter(key -> key.id().equals(id)).findFirst();
  }

  /** Writes what is noted and ends the thread; the store is its owner's to close. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    flush();
  }
}
