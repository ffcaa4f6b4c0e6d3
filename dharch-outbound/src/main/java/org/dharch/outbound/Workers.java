package org.dharch.outbound;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates pools of daemon threads. */
final class Workers {
  private Workers() {}

  static ExecutorService of(String name, int threads) {
    return Executors.newFixedThreadPool(threads, daemons(name));
  }

  static ThreadFactory daemons(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
