package org.dharch.core.recovery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.dharch.core.context.DHMContext;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings to disk how far messages are, before anything is sent that must not happen twice: whatever
 * has gathered while the disk was busy goes there together. A thread of its own, so that neither
 * the turn nor the messages that wait in the store's other queues wait for a disk. Bounded by the
 * window: a message has one record on its way at most, and one that has completed one note that it
 * is handed to its service ({@link DeliveryConfirmations}).
 */
public final class ProgressWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressWriter.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "progress writer");
  private static final long CLOSE_MILLIS = 5_000;
  private static final long PAUSE_NANOS = 10_000_000L;

  /** Makes the records of messages and stores them. */
  interface Records {
    StoredMessage record(DHMContext message, Progress progress);

    /** Keeps these, and forgets the others; on disk when this returns. */
    void write(List<StoredMessage> group, List<StoreKey> over);
  }

  /**
   * A message that is handed to its service.
   *
   * @param left instead of its record, if something is to be compensated of it all the same
   * @param written whether it is on disk
   */
  private record Note(
      StoreKey key, Optional<StoredMessage> left, CompletableFuture<Boolean> written) {}

  private final Records records;
  private final Counters counters;
  private final Thread thread;
  private final Map<DHMContext, Progress> waiting = new LinkedHashMap<>(); // guarded by itself
  private final List<Note> notes = new ArrayList<>(); // guarded by waiting
  private volatile BiConsumer<DHMContext, Boolean> done = (message, written) -> {};
  private volatile boolean closed;
  private boolean failing; // of the thread's own

  public ProgressWriter(String name, Records records, Counters counters) {
    this.records = records;
    this.counters = counters;
    this.thread = new Thread(this::run, "dharch-progress-" + name);
    thread.setDaemon(true);
  }

  /**
   * Sets the callback for each message: whether its record is on disk. Called once, before {@link
   * #start}.
   */
  public void whenDone(BiConsumer<DHMContext, Boolean> value) {
    done = value;
  }

  public void start() {
    thread.start();
  }

  /** Writes how far the message is, soon. Does not wait. */
  public void write(DHMContext message, Progress progress) {
    synchronized (waiting) {
      waiting.put(message, progress);
    }
    LockSupport.unpark(thread);
  }

  /**
   * Forgets, soon, how far a message was that is handed to its service. Does not wait.
   *
   * @param left is kept instead, if something is to be compensated of it all the same
   * @return whether it is on disk; said on this one's thread
   */
  CompletableFuture<Boolean> handedOver(StoreKey key, Optional<StoredMessage> left) {
    CompletableFuture<Boolean> written = new CompletableFuture<>();
    synchronized (waiting) {
      if (closed) {
        return CompletableFuture.completedFuture(false);
      }
      notes.add(new Note(key, left, written));
    }
    LockSupport.unpark(thread);
    return written;
  }

  private void run() {
    while (!closed) {
      try {
        if (!step()) {
          LockSupport.park(this);
        }
      } catch (Error e) {
        SURVIVED.say(e);
        LockSupport.parkNanos(this, PAUSE_NANOS); // not a line in each turn
      }
    }
  }

  public boolean isWaiting() {
    synchronized (waiting) {
      return !waiting.isEmpty() || !notes.isEmpty();
    }
  }

  /** Writes what waits; false if nothing does. */
  public boolean step() {
    Map<DHMContext, Progress> group;
    List<Note> over;
    synchronized (waiting) { // where memory runs out here, all is left where it is
      group = new LinkedHashMap<>(waiting);
      over = List.copyOf(notes);
      waiting.clear();
      notes.clear();
    }
    if (group.isEmpty() && over.isEmpty()) {
      return false;
    }
    boolean onDisk = false;
    boolean noted = false;
    try {
      List<StoredMessage> written = written(group);
      onDisk = toDisk(written, over);
      // where there is no room for how far messages are, there may be some to forget it
      noted = onDisk || (!written.isEmpty() && toDisk(List.of(), over));
    } finally {
      for (DHMContext message : group.keySet()) {
        tell(message, onDisk);
      }
      for (Note note : over) {
        note.written.complete(noted);
      }
    }
    return true;
  }

  /**
   * Makes their records; messages whose record cannot be made are removed from {@code group} and
   * reported.
   */
  private List<StoredMessage> written(Map<DHMContext, Progress> group) {
    List<StoredMessage> written = new ArrayList<>(group.size());
    for (var all = group.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<DHMContext, Progress> one = all.next();
      try {
        written.add(records.record(one.getKey(), one.getValue()));
      } catch (RuntimeException | Error e) { // it is the one message's matter
        failed(e);
        tell(one.getKey(), false);
        all.remove();
      }
    }
    return written;
  }

  /** A failing callback for one message does not affect the others. */
  private void tell(DHMContext message, boolean onDisk) {
    try {
      done.accept(message, onDisk);
    } catch (RuntimeException | Error e) {
      SURVIVED.say(e);
    }
  }

  private boolean toDisk(List<StoredMessage> group, List<Note> over) {
    List<StoredMessage> all = new ArrayList<>(group);
    over.forEach(note -> note.left.ifPresent(all::add));
    List<StoreKey> forgotten =
        over.stream().filter(note -> note.left.isEmpty()).map(Note::key).toList();
    try {
      records.write(all, forgotten);
      failing &= all.isEmpty() && forgotten.isEmpty();
      return true;
    } catch (RuntimeException | Error e) { // nor may the thread end of it
      failed(e);
      return false;
    }
  }

  private void failed(Throwable e) {
    if (!failing) {
      LOG.error("Failed to write progress; stateful handlers wait reason={}", e.getMessage());
    }
    failing = true;
    counters.count(Counter.PROGRESS_NOT_WRITTEN);
  }

  @Override
  public void close() {
    synchronized (waiting) {
      closed = true;
    }
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Note> left;
    synchronized (waiting) {
      left = List.copyOf(notes);
      notes.clear();
    }
    left.forEach(note -> note.written.complete(false));
  }
}
