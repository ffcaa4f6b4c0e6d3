package org.dharch.core.node;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The daemon threads of a node: the workers, one that sends the replies which no worker sends, one
 * that notifies handlers of their emissions, and a {@link NodeTimer} that steps the node.
 */
final class NodeThreads {
  private static final Logger log = LoggerFactory.getLogger(HandlerNode.class);
  private static final LoggedError SURVIVED = new LoggedError(log, "timer of the node");
  private static final Duration LAST_REPLIES = Duration.ofSeconds(2);
  private static final int MAX_NOTIFICATIONS = 10_000;

  final ExecutorService replies;

  /** A single thread that exists only while handlers are being notified. */
  final ThreadPoolExecutor notifications;

  private final String name;
  private volatile NodeTimer timer;

  NodeThreads(String name) {
    this.name = name;
    this.replies = Executors.newSingleThreadExecutor(factory(name + "-reply"));
    this.notifications =
        new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_NOTIFICATIONS),
            factory(name + "-emitted"));
    notifications.allowCoreThreadTimeOut(true);
  }

  Workers workers(int count, NodeEngine engine) {
    return new ThreadWorkers(count, factory(name + "-worker"), engine::perform);
  }

  void startTimer(NodeEngine engine) {
    timer = new NodeTimer(engine, NodeThreads::survive, factory(name + "-timer"));
    timer.begin();
  }

  private static void survive(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      SURVIVED.log(e);
    }
  }

  void stop() {
    if (timer != null) {
      timer.end();
    }
    notifications.shutdown();
    replies.shutdown();
    await(replies);
    await(notifications);
  }

  private static void await(ExecutorService executor) {
    try {
      if (!executor.awaitTermination(LAST_REPLIES.toMillis(), TimeUnit.MILLISECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  static ThreadFactory factory(String role) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "dharch-" + role + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
