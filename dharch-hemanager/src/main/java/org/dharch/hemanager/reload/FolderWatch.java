package org.dharch.hemanager.reload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Checks the folders of a node's handlers periodically. Each has a daemon thread, {@code
 * dharch-<node>-handlers-reload-<n>}: a handler whose init or close does not return blocks only its
 * own folder. {@link #close} ends them.
 */
public final class FolderWatch implements AutoCloseable {
  private static final long CLOSE_SECONDS = 5;

  private final List<HostedFolder> folders;
  private final Duration every;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  private FolderWatch(String node, List<HostedFolder> folders, Duration every) {
    this.folders = List.copyOf(folders);
    this.every = every;
    for (HostedFolder folder : folders) {
      String name = "dharch-" + node + "-handlers-reload-" + (threads.size() + 1);
      Thread thread = new Thread(() -> run(folder), name);
      thread.setDaemon(true);
      thread.setContextClassLoader(FolderWatch.class.getClassLoader());
      threads.add(thread);
    }
  }

  /** Starts to watch {@code folders}. */
  public static FolderWatch start(String node, List<HostedFolder> folders, Duration every) {
    FolderWatch watch = new FolderWatch(node, folders, every);
    watch.threads.forEach(Thread::start);
    return watch;
  }

  private void run(HostedFolder folder) {
    try {
      while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        folder.reloadIfChanged();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only at the end of the JVM
    }
  }

  /** Stops loading; waits for a limited time for handlers that are being created. */
  @Override
  public void close() {
    folders.forEach(HostedFolder::stop);
    closed.countDown();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
    try {
      for (Thread thread : threads) {
        long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        thread.join(Math.max(1, left)); // 0 would wait forever
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
