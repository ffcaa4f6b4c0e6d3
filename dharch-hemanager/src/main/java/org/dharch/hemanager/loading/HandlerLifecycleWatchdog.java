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
 * Says in the log which handler's init or close, or which resource's factory, does not return: what
 * waits for it would else wait without a word. Nothing is interrupted, for it may take its time.
 * For one thread.
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
   * @param meanwhile what holds until it has returned
   * @param every how long it may take before it is named, and how often it then is
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

  /** Foreign code that is watched. */
  public interface Step<T> {
    T run();
  }

  /**
   * Does {@code step}.
   *
   * @param place makes a problem of what is said, at its place in the document
   * @param what does not return, as {@code its init}
   */
  public <T> T over(Function<String, Problem> place, String what, Step<T> step) {
    long begun = System.nanoTime();
    Future<?> saying =
        clock.scheduleWithFixedDelay(
            () -> LOG.warn("{}", line(place, what, System.nanoTime() - begun)),
            every.toMillis(),
            every.toMillis(),
            TimeUnit.MILLISECONDS);
    try {
      return step.run();
    } finally {
      saying.cancel(false);
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
