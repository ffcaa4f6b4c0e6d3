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
 * Writes the progress of messages to disk before anything is sent that must not happen twice.
 * Records that gather while the disk is busy are written together. A thread of its own, so that
 * neither the event loop nor the store's other queues wait for a disk. Bounded by the concurrency
 * limit: a message has at most one waiting record, and a completed message one delivery note
 * ({@link DeliveryConfirmations}).
 */
public final class ProgressWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressWriter.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "progress writer");
  private static final long CLOSE_MILLIS = 5_000;
  private static final long PAUSE_NANOS = 10_000_000L;

  /** Makes the records of messages and stores them. */
  interface Records {
    StoredMessage record(DHMContext message, Progress progress);

    /** Stores {@code group} and deletes {@code over}; both are on disk when this returns. */
    void write(List<StoredMessage> group, List<StoreKey> over);
  }

  /**
   * A message that is delivered to its service.
   *
   * @param left replaces its record, if it has pending compensations
   * @param written completes with whether it is on disk
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
  private boolean failing; // used by the writer thread only

  public ProgressWriter(String name, Records records, Counters counters) {
    this.records = records;
    this.counters = counters;
    this.thread = new Thread(this::run, "dharch-progress-" + name);
    thread.setDaemon(true);
  }

  /**
   * Sets the callback that receives, for each message, whether its record is on disk. Called once,
   * before {@link #start}.
   */
  public void whenDone(BiConsumer<DHMContext, Boolean> value) {
    done = value;
  }

  public void start() {
    thread.start();
  }

  /** Queues the progress of the message for the next write. Does not wait. */
  public void write(DHMContext message, Progress progress) {
    synchronized (waiting) {
      waiting.put(message, progress);
    }
    LockSupport.unpark(thread);
  }

  /**
   * Queues the deletion of the progress of a message that is delivered to its service. Does not
   * wait.
   *
   * @param left replaces the progress, if it has pending compensations
   * @return whether it is on disk; completed on the writer's thread
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
        SURVIVED.log(e);
        LockSupport.parkNanos(this, PAUSE_NANOS); // limits the log to one line per pause
      }
    }
  }

  public boolean isWaiting() {
    synchronized (waiting) {
      return !waiting.isEmpty() || !notes.isEmpty();
    }
  }

  /** Writes the waiting records; returns false if there are none. */
  public boolean step() {
    Map<DHMContext, Progress> group;
    List<Note> over;
    synchronized (waiting) { // on an out-of-memory error here, all records stay queued
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
      // if the disk has no capacity for the progress of messages, deletions may free some
      noted = onDisk || (!written.isEmpty() && toDisk(List.of(), over));
    } finally {
      for (DHMContext message : group.keySet()) {
        notifyWritten(message, onDisk);
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
      } catch (RuntimeException | Error e) { // the failure concerns only this message
        failed(e);
        notifyWritten(one.getKey(), false);
        all.remove();
      }
    }
    return written;
  }

  /** A failing callback for one message does not affect the others. */
  private void notifyWritten(DHMContext message, boolean onDisk) {
    try {
      done.accept(message, onDisk);
    } catch (RuntimeException | Error e) {
      SURVIVED.log(e);
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
    } catch (RuntimeException | Error e) { // must not end the thread
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
