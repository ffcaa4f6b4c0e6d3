package org.dharch.cli.base;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports readiness, liveness and stop to systemd, for services of {@code Type=notify}, by the
 * program {@code systemd-notify}: Java has no datagrams over Unix sockets. Safe for any thread.
 */
public final class ServiceManager implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);
  private static final String SOCKET = "NOTIFY_SOCKET";
  private static final Duration MOST = Duration.ofSeconds(10);
  private static final long MICROS = 1_000;
  private static final long LOOK_MILLIS = 1000;

  private final boolean hasManager;
  private final ScheduledExecutorService signs;

  private ServiceManager(boolean hasManager, ScheduledExecutorService signs) {
    this.hasManager = hasManager;
    this.signs = signs;
  }

  /**
   * Reports readiness, and notifies the watchdog twice per interval.
   *
   * @param status a line for {@code systemctl status}
   */
  public static ServiceManager ready(String status) {
    return ready(status, Optional::empty);
  }

  /**
   * As {@link #ready(String)}, and adds the hindrance to the line.
   *
   * @param hindrance why no work can be done; checked once a second
   */
  public static ServiceManager ready(String status, Supplier<Optional<String>> hindrance) {
    Map<String, String> environment = System.getenv();
    boolean hasManager = !environment.getOrDefault(SOCKET, "").isEmpty();
    ScheduledExecutorService signs = null;
    if (hasManager) {
      notifySystemd("READY=1", "STATUS=" + status);
      signs = Executors.newSingleThreadScheduledExecutor(ServiceManager::thread);
      Runnable look = new Hindrance(status, hindrance);
      var unusedLooks =
          signs.scheduleWithFixedDelay(look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
      long micros = watchdog(environment.get("WATCHDOG_USEC"));
      if (micros > 0) {
        var unused =
            signs.scheduleAtFixedRate(
                () -> notifySystemd("WATCHDOG=1"),
                0,
                Math.max(1, micros / 2),
                TimeUnit.MICROSECONDS);
      }
    }
    return new ServiceManager(hasManager, signs);
  }

  /** Reports when the process cannot accept work, and when it can again. Not thread-safe. */
  private static final class Hindrance implements Runnable {
    private final String status;
    private final Supplier<Optional<String>> hindrance;
    private Optional<String> was = Optional.empty();

    Hindrance(String status, Supplier<Optional<String>> hindrance) {
      this.status = status;
      this.hindrance = hindrance;
    }

    @Override
    public void run() {
      Optional<String> is = hindrance.get();
      if (!is.equals(was)) {
        was = is;
        notifySystemd("STATUS=" + is.map(why -> why + ": " + status).orElse(status));
      }
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "dharch-watchdog");
    thread.setDaemon(true);
    return thread;
  }

  /** The watchdog interval in microseconds; 0 if there is none. */
  private static long watchdog(String text) {
    try {
      return text == null ? 0 : Math.max(Long.parseLong(text), 2 * MICROS);
    } catch (NumberFormatException e) {
      LOG.warn("WATCHDOG_USEC must be a number of microseconds (got '{}')", text);
      return 0;
    }
  }

  private static void notifySystemd(String... what) {
    List<String> command = new ArrayList<>(List.of("systemd-notify"));
    command.addAll(List.of(what));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(MOST.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        LOG.warn("systemd-notify not ended in time state={} seconds={}", what[0], MOST.toSeconds());
      } else if (process.exitValue() != 0) {
        LOG.warn("systemd-notify failed state={} exitCode={}", what[0], process.exitValue());
      }
    } catch (IOException e) {
      LOG.warn("Failed to notify systemd state={} reason={}", what[0], e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reports the stop. Idempotent. */
  @Override
  public void close() {
    if (signs != null) {
      signs.shutdownNow();
    }
    if (hasManager) {
      notifySystemd("STOPPING=1");
    }
  }
}
