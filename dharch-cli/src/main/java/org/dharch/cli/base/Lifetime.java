package org.dharch.cli.base;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the resources of a command and closes them once, in reverse order: when the command ends,
 * or on SIGTERM or Ctrl-C. Safe for any thread.
 */
public final class Lifetime implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lifetime.class);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private boolean ended;
  private final Thread hook = new Thread(this::closeAll, "dharch-shutdown");

  public Lifetime() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Adds a resource, which is closed before the earlier ones. Moves it if it was added before.
   * Closes it at once after the end.
   */
  public synchronized <T extends AutoCloseable> T add(T resource) {
    open.remove(resource);
    open.push(resource);
    if (ended) {
      closeAll();
    }
    return resource;
  }

  /** Waits for a signal; does not return before the JVM ends. */
  public void awaitSignal() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  /** Ends this JVM when its standard input ends, because its parent process has ended. */
  public static void endWithParent() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // ignores input; only its end counts
                }
              } catch (IOException e) {
                LOG.debug("Standard input failed", e);
              }
              System.exit(0);
            },
            "dharch-parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  @Override
  public void close() {
    closeAll();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.trace("JVM is already ending", e);
    }
  }

  private synchronized void closeAll() {
    ended = true;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        LOG.warn("Failed to close: {}", String.join("; ", ErrorLines.of(e)));
      }
    }
  }
}
