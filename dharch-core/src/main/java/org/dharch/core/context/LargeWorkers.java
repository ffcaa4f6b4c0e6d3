package org.dharch.core.context;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link LargeWork} on the manager's own threads, which exist only while there is work. There
 * are more threads than processors, so that slow work does not block other work. The total load is
 * limited, so that parsed messages do not fill the heap. Work that fits may overtake work that does
 * not fit, at most a hundred times in a row.
 */
public final class LargeWorkers implements LargeWork {
  private static final Logger LOG = LoggerFactory.getLogger(LargeWorkers.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "thread of a large message");

  /** Below this size the work takes no longer than waking a thread for it. */
  private static final long AT_ONCE = 64 * 1024;

  private static final int FEWEST = 8;
  private static final int PER_PROCESSOR = 4;
  private static final int MOST_OVERTAKEN = 100;

  private record Waiting(long load, Runnable work) {}

  private final ExecutorService threads;
  private final int most;
  private final long mostLoad;
  // the following fields are guarded by this
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private int overtaken;
  private int running;
  private long runningLoad;
  private boolean closed;

  public LargeWorkers(String name) {
    this(
        name,
        Math.max(FEWEST, PER_PROCESSOR * Runtime.getRuntime().availableProcessors()),
        Runtime.getRuntime().maxMemory() / 4);
  }

  public LargeWorkers(String name, int most, long mostLoad) {
    this(name, most, mostLoad, Thread::new);
  }

  /**
   * @param most the maximum number of concurrent work items
   * @param mostLoad the maximum total load of concurrent work items; a single item may exceed it
   * @param making creates threads
   */
  public LargeWorkers(
      String name, int most, long mostLoad, BiFunction<Runnable, String, Thread> making) {
    this.most = most;
    this.mostLoad = mostLoad;
    this.threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = making.apply(work, "dharch-large-" + name);
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public boolean takes(long load) {
    return load > AT_ONCE;
  }

  @Override
  public synchronized void run(long load, Runnable work) {
    if (!closed) {
      waiting.add(new Waiting(load, work));
      beginMore();
    }
  }

  private void beginMore() {
    Iterator<Waiting> all = waiting.iterator();
    boolean first = true;
    while (running < most && all.hasNext()) {
      Waiting next = all.next();
      boolean fits = running == 0 || runningLoad + next.load() <= mostLoad;
      if (fits && (first || overtaken < MOST_OVERTAKEN)) {
        all.remove();
        overtaken = first ? 0 : overtaken + 1;
        running++;
        runningLoad += next.load();
        if (!begins(next)) {
          return;
        }
      } else {
        first = false;
      }
    }
  }

  /** If no thread is available, the work waits at the front until other work ends or arrives. */
  private boolean begins(Waiting next) {
    try {
      threads.execute(() -> perform(next));
      return true;
    } catch (RuntimeException | Error e) {
      running--;
      runningLoad -= next.load();
      waiting.addFirst(next);
      SURVIVED.log(e);
      return false;
    }
  }

  private void perform(Waiting one) {
    try {
      one.work().run();
    } catch (RuntimeException | Error e) {
      SURVIVED.log(e);
    } finally {
      ended(one);
    }
  }

  private synchronized void ended(Waiting one) {
    running--;
    runningLoad -= one.load();
    if (!closed) {
      beginMore();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    waiting.clear();
    threads.shutdownNow();
  }
}
