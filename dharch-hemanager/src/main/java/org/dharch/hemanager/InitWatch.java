package org.dharch.hemanager;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log which handler's init does not return: until it does its node serves nothing, and
 * whatever has started the node waits. Nothing is interrupted, for an init may take its time. For
 * one thread.
 */
final class InitWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(InitWatch.class);

  private final String source;
  private final String meanwhile;
  private final Duration every;
  private final ScheduledExecutorService clock;

  /**
   * @param source the node document
   * @param meanwhile what holds until it has returned
   * @param every how long an init may take before it is named, and how often it then is
   */
  InitWatch(String source, String meanwhile, Duration every) {
    this.source = source;
    this.meanwhile = meanwhile;
    this.every = every;
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "dharch-init-watch");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Something that a handler does. */
  interface Step<T> {
    T run();
  }

  /** Does {@code step}, in which {@code spec}'s handler is made. */
  <T> T over(HandlerSpec spec, Step<T> step) {
    long begun = System.nanoTime();
    Future<?> saying =
        clock.scheduleWithFixedDelay(
            () -> LOG.warn("{}", place(spec, Duration.ofNanos(System.nanoTime() - begun))),
            every.toMillis(),
            every.toMillis(),
            TimeUnit.MILLISECONDS);
    try {
      return step.run();
    } finally {
      saying.cancel(false);
    }
  }

  private String place(HandlerSpec spec, Duration since) {
    Problem problem =
        spec.problem("its init has not returned for " + since.toMillis() + " ms; " + meanwhile);
    return new DocumentException(source, List.of(problem)).getMessage();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
