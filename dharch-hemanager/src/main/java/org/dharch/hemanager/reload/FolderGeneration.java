package org.dharch.hemanager.reload;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;
import org.dharch.hemanager.loading.Closeables;
import org.dharch.hemanager.loading.FolderLoader;
import org.dharch.hemanager.loading.HandlerLifecycleWatchdog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handlers of one folder, created from one state of its jars, with their loader. Safe for any
 * thread.
 */
final class FolderGeneration implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FolderGeneration.class);
  private static final long LOOK_MILLIS = 5;

  private static final String CLOSING =
      "its folder is not looked at until it has; those of other folders are";

  private final String place;
  private final String source;
  private final FolderLoader loader;
  private final FolderTimers timers;
  private final List<LoadedHandler> handlers;

  /**
   * @param place the folder's name in the log
   * @param source the node document
   */
  FolderGeneration(
      String place,
      String source,
      FolderLoader loader,
      FolderTimers timers,
      List<LoadedHandler> handlers) {
    this.place = place;
    this.source = source;
    this.loader = loader;
    this.timers = timers;
    this.handlers = List.copyOf(handlers);
  }

  FolderLoader loader() {
    return loader;
  }

  /** The handlers in the order of the node document. */
  List<LoadedHandler> handlers() {
    return handlers;
  }

  /**
   * Waits at most {@code limit} for the running calls after a replacement, and closes it. Throws
   * nothing; problems are logged.
   */
  void retire(Duration limit) {
    long until = System.nanoTime() + limit.toNanos();
    try {
      for (LoadedHandler handler : handlers) {
        while (!handler.sealIfQuiet() && System.nanoTime() - until < 0) {
          TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // stop waiting, but close
    }
    for (LoadedHandler handler : handlers) {
      int left = handler.seal();
      if (left > 0) {
        log.warn(
            "Closing a replaced handler with unfinished calls source={} calls={} handler={}"
                + " limit={}",
            place,
            left,
            handler.spec().name(),
            limit);
      }
    }
    close();
  }

  /** Closes the open handlers and the loader; throws nothing. */
  @Override
  public void close() {
    try (HandlerLifecycleWatchdog watch =
        new HandlerLifecycleWatchdog(source, CLOSING, HandlerLifecycleWatchdog.LONG)) {
      Closeables.all(place, handlers.stream().map(handler -> watched(handler, watch)).toList());
    } catch (DHArchException e) {
      log.warn("{}", e.getMessage(), e);
    }
    timers.end();
    if (loader.jars().folder().isPresent()) {
      timers.awaitEnd();
      logRemaining();
    }
    try {
      loader.close();
    } catch (IOException e) {
      log.warn("Failed to close jars source={} reason={}", place, Reason.of(e));
    }
  }

  private static AutoCloseable watched(LoadedHandler handler, HandlerLifecycleWatchdog watch) {
    return () ->
        watch.run(
            handler.spec()::problem,
            "its close",
            () -> {
              handler.close();
              return true;
            });
  }

  private void logRemaining() {
    try {
      Collection<String> drivers = loader.deregisterDrivers();
      if (!drivers.isEmpty()) {
        log.warn(
            "Deregistered JDBC drivers source={} drivers={}", place, String.join(", ", drivers));
      }
    } catch (DHArchException e) {
      log.warn("Failed to close handlers source={} reason={}", place, e.getMessage(), e);
    }
    List<String> threads = RemainingThreads.threads(loader);
    if (!threads.isEmpty()) {
      log.warn(
          "Threads of closed handlers still run source={} threads={}",
          place,
          String.join(", ", threads));
    }
  }
}
