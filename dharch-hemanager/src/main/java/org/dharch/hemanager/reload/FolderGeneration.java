package org.dharch.hemanager.reload;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;
import org.dharch.hemanager.loading.Closing;
import org.dharch.hemanager.loading.FolderLoader;
import org.dharch.hemanager.loading.HandlerLifecycleWatchdog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handlers of one folder, made of its jars as they were at one moment, with their loader. Safe
 * for any thread.
 */
final class FolderGeneration implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FolderGeneration.class);
  private static final long LOOK_MILLIS = 5;

  /** The consequence until a handler's close returns. */
  private static final String CLOSING =
      "its folder is not looked at until it has; those of other folders are";

  private final String place;
  private final String source;
  private final FolderLoader loader;
  private final FolderTimers timers;
  private final List<LoadedHandler> handlers;

  /**
   * Of {@code handlers}, made by {@code loader}.
   *
   * @param place what it is called in the log
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

  /** In the order of the node document. */
  List<LoadedHandler> handlers() {
    return handlers;
  }

  /**
   * Another has taken its place: waits until the calls that are under way have ended, at most for
   * {@code limit}, and closes it. Nothing is thrown, the log says what went wrong.
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
      Thread.currentThread().interrupt(); // no more waiting, but a clean end
    }
    for (LoadedHandler handler : handlers) {
      int left = handler.seal();
      if (left > 0) {
        log.warn(
            "{}: {} calls of handler '{}' have not ended within {} after others took its place; it"
                + " is closed",
            place,
            left,
            handler.spec().name(),
            limit);
      }
    }
    close();
  }

  /** Closes the handlers that are open still, and lets go of the classes; throws nothing. */
  @Override
  public void close() {
    try (HandlerLifecycleWatchdog watch =
        new HandlerLifecycleWatchdog(source, CLOSING, HandlerLifecycleWatchdog.LONG)) {
      Closing.all(place, handlers.stream().map(handler -> watched(handler, watch)).toList());
    } catch (DHArchException e) {
      log.warn("{}", e.getMessage(), e);
    }
    timers.end();
    if (loader.jars().folder().isPresent()) {
      timers.awaitEnd();
      sayWhatIsLeft();
    }
    try {
      loader.close();
    } catch (IOException e) {
      log.warn("{}: its jars were not closed: {}", place, Reason.of(e));
    }
  }

  private static AutoCloseable watched(LoadedHandler handler, HandlerLifecycleWatchdog watch) {
    return () ->
        watch.over(
            handler.spec()::problem,
            "its close",
            () -> {
              handler.close();
              return true;
            });
  }

  private void sayWhatIsLeft() {
    try {
      Collection<String> drivers = loader.deregisterDrivers();
      if (!drivers.isEmpty()) {
        log.warn("{}: JDBC drivers of it were deregistered: {}", place, String.join(", ", drivers));
      }
    } catch (DHArchException e) {
      log.warn("{}: {}", place, e.getMessage(), e);
    }
    List<String> threads = LeftBehind.threads(loader);
    if (!threads.isEmpty()) {
      log.warn(
          "{}: threads of it still run though its handlers were closed, and keep its classes: {}",
          place,
          String.join(", ", threads));
    }
  }
}
