package org.dharch.hemanager.loading;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs which handler's init or close, or which resource's factory, does not return, because others
 * wait for it. Interrupts nothing. Not thread-safe.
 */
public final class HandlerLifecycleWatchdog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HandlerLifecycleWatchdog.class);

  /** The interval after which a call that has not returned is logged. */
  public static final Duration LONG = Duration.ofSeconds(10);

  private final String source;
  private final String meanwhile;
  private final Duration every;
  private final ScheduledExecutorService clock;

  /**
   * @param source the node document
   * @param meanwhile the consequence until it has returned
   * @param every the time until the first log line, and between them
   */
  public HandlerLifecycleWatchdog(String source, String meanwhile, Duration every) {
    this.source = source;
    this.meanwhile = meanwhile;
    this.every = every;
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "dharch-handler-watchdog");
              thread.setDaemon(true);
              return thread;
            });
  }

  public interface Step<T> {
    T run();
  }

  /**
   * Runs {@code step}.
   *
   * @param place creates a problem at its place in the document
   * @param what the name of the step, such as {@code its init}
   */
  public <T> T run(Function<String, Problem> place, String what, Step<T> step) {
    long startedAt = System.nanoTime();
    Future<?> logging =
        clock.scheduleWithFixedDelay(
            () -> LOG.warn("{}", line(place, what, System.nanoTime() - startedAt)),
            every.toMillis(),
            every.toMillis(),
            TimeUnit.MILLISECONDS);
    try {
      return step.run();
    } finally {
      logging.cancel(false);
    }
  }

  private String line(Function<String, Problem> place, String what, long nanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
    Problem problem = place.apply(what + " has not returned for " + millis + " ms; " + meanwhile);
    return new DocumentException(source, List.of(problem)).getMessage();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
