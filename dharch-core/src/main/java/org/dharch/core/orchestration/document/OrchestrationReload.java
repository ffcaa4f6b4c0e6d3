package org.dharch.core.orchestration.document;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a changed orchestration document into effect while messages run. Passes a valid version on;
 * logs an invalid one and keeps the previous version. A version whose handlers are not hosted yet
 * waits until they are, or until the document changes again. One daemon thread, {@code
 * dharch-orchestration-reload}, checks the files; {@link #close} ends it.
 */
public final class OrchestrationReload implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OrchestrationReload.class);
  private static final LoggedError UNSEEN = new LoggedError(LOG, "Check of {} for a new version");
  private static final long CLOSE_SECONDS = 5;

  private final OrchestrationFile file;
  private final Function<Orchestrations, Optional<String>> obstacle;
  private final Consumer<Orchestrations> taker;
  private final long intervalNanos;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /** The waiting version, if any, and its missing handlers. */
  private volatile Optional<Orchestrations> waiting = Optional.empty();

  private volatile Optional<String> waitsFor = Optional.empty();

  /** One that is stepped by {@link #look}, until its thread is started. */
  OrchestrationReload(
      OrchestrationFile file,
      Duration interval,
      Function<Orchestrations, Optional<String>> obstacle,
      Consumer<Orchestrations> taker) {
    this.file = file;
    this.obstacle = obstacle;
    this.taker = taker;
    this.intervalNanos = interval.toNanos();
    this.thread = new Thread(this::run, "dharch-orchestration-reload");
    thread.setDaemon(true);
  }

  /**
   * Starts checking.
   *
   * @param interval the time between checks; a change takes effect after two checks
   * @param obstacle why a version cannot take effect yet; evaluated at each check until it is empty
   * @param taker receives each new version; it may reject it by a {@link DHArchException} or an
   *     {@link IllegalArgumentException}
   */
  public static OrchestrationReload start(
      OrchestrationFile file,
      Duration interval,
      Function<Orchestrations, Optional<String>> obstacle,
      Consumer<Orchestrations> taker) {
    if (interval.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException(
          "interval must be at least one millisecond (got " + interval + ")");
    }
    OrchestrationReload reload = new OrchestrationReload(file, interval, obstacle, taker);
    reload.thread.start();
    return reload;
  }

  private void run() {
    try {
      while (!closed.await(intervalNanos, TimeUnit.NANOSECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only the end of the JVM does that
    }
  }

  /** Returns how many new versions were put into effect. */
  public long taken() {
    return taken.get();
  }

  /** How many new versions were refused. */
  public long refused() {
    return refused.get();
  }

  /** Returns the document and the reason why its new version waits; empty if none waits. */
  public Optional<String> waitsFor() {
    return waitsFor.map(what -> file.file() + ": " + what);
  }

  /** Whether a new version waits for its handlers. */
  public boolean isWaiting() {
    return waiting.isPresent();
  }

  /** One look. */
  void look() {
    try {
      Optional<Orchestrations> changed = file.poll();
      waiting = changed.or(() -> waiting);
      if (waiting.isPresent() && !mustWait(waiting.get())) {
        Orchestrations next = waiting.get();
        waiting = Optional.empty();
        taker.accept(next);
        taken.incrementAndGet();
        LOG.info("Loaded a new version file={}", file.file());
      }
    } catch (DHArchException | IllegalArgumentException e) {
      forget();
      refused.incrementAndGet();
      LOG.error("Rejected a new version file={} reason:\n{}", file.file(), e.getMessage());
    } catch (RuntimeException | Error e) {
      forget();
      refused.incrementAndGet();
      UNSEEN.log(file.file(), e);
    }
  }

  private void forget() {
    waiting = Optional.empty();
    waitsFor = Optional.empty();
  }

  /** Whether the version must wait; logs the reason once. */
  private boolean mustWait(Orchestrations next) {
    Optional<String> now = obstacle.apply(next);
    if (now.isPresent() && !now.equals(waitsFor)) {
      LOG.warn("New version waits file={} reason={}", file.file(), now.get());
    }
    waitsFor = now;
    return now.isPresent();
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
