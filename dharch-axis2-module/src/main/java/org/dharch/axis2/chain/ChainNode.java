package org.dharch.axis2.chain;

import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.Emitter;
import org.dharch.api.NodeContext;

/** The {@link NodeContext} of a native handler in Axis2's own chain. Safe for any thread. */
final class ChainNode implements NodeContext, AutoCloseable {
  static final String NO_EMITTER =
      "a handler in Axis2's own chain cannot send messages of its own (emit); in an orchestration,"
          + " on a node, it could";

  private static final int THREADS = 2;

  private final String name;
  private final String node;
  private Optional<ScheduledExecutorService> timers = Optional.empty(); // guarded by this

  ChainNode(String handler) {
    this.name = handler;
    this.node =
        "axis2-chain/" + handler + "~" + Long.toHexString(ThreadLocalRandom.current().nextLong());
  }

  @Override
  public String node() {
    return node;
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public InstantSource clock() {
    return InstantSource.system();
  }

  /** Throws, because there is no manager that would send emissions. */
  @Override
  public Emitter emitter() {
    throw new UnsupportedOperationException(NO_EMITTER);
  }

  /** Created at the first call. */
  @Override
  public synchronized ScheduledExecutorService timers() {
    if (timers.isEmpty()) {
      AtomicInteger number = new AtomicInteger();
      timers =
          Optional.of(
              new ScheduledThreadPoolExecutor(
                  THREADS,
                  task -> {
                    Thread thread =
                        new Thread(task, "dharch-chain-" + name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                  }));
    }
    return timers.get();
  }

  @Override
  public synchronized void close() {
    timers.ifPresent(ScheduledExecutorService::shutdownNow);
  }
}
