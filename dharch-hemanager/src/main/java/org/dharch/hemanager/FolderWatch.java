package org.dharch.hemanager;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the folders of a node's handlers again and again. One daemon thread, {@code
 * dharch-<node>-handlers-reload}; {@link #close} ends it.
 */
final class FolderWatch implements AutoCloseable {
  private static final long CLOSE_SECONDS = 5;

  private final List<HostedFolder> folders;
  private final Duration every;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  private FolderWatch(String node, List<HostedFolder> folders, Duration every) {
    this.folders = List.copyOf(folders);
    this.every = every;
    this.thread = new Thread(this::run, "dharch-" + node + "-handlers-reload");
    thread.setDaemon(true);
    thread.setContextClassLoader(FolderWatch.class.getClassLoader());
  }

  /** Begins to look at {@code folders}. */
  static FolderWatch start(String node, List<HostedFolder> folders, Duration every) {
    FolderWatch watch = new FolderWatch(node, folders, every);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try {
      while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        folders.forEach(HostedFolder::look);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only the end of the JVM does that
    }
  }

  /** Nothing is taken in any more; a handler that is being made is waited for, for a while. */
  @Override
  public void close() {
    folders.forEach(HostedFolder::stop);
    closed.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
