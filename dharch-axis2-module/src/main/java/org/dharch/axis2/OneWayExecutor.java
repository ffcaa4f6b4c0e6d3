package org.dharch.axis2;

import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisEngine;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.core.DHManager;
import org.dharch.core.message.Outcome;

/**
 * Carries on one-way messages whose transport's thread has gone. A place is reserved before the
 * message is cut loose, so that none ever finds the queue full; who gets no place keeps the
 * transport's thread, which slows the senders down.
 */
final class OneWayExecutor implements AutoCloseable {
  private static final Log LOG = LogFactory.getLog(OneWayExecutor.class);
  private static final long CLOSE_SECONDS = 5;

  private final DHManager manager;
  private final Semaphore places;
  private final ThreadPoolExecutor threads;

  /**
   * Starts no thread yet.
   *
   * @param manager hears of what was delivered
   */
  OneWayExecutor(int threadCount, int queue, DHManager manager) {
    this.manager = manager;
    places = new Semaphore(threadCount + queue);
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            threadCount,
            threadCount,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(threadCount + queue),
            task -> {
              Thread thread = new Thread(task, "dharch-oneway-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** Takes a place for one message; false if there is none. */
  boolean reserve() {
    return places.tryAcquire();
  }

  /** Gives a place back that was not used. */
  void release() {
    places.release();
  }

  /** Carries {@code exchange}'s message on and gives its place back. */
  void resume(Exchange exchange) {
    threads.execute(() -> run(exchange));
  }

  private void run(Exchange exchange) {
    MessageContext context = exchange.context();
    Optional<String> notDelivered = Optional.empty();
    try {
      AxisEngine.resume(context);
    } catch (AxisFault fault) {
      OneWay.failed(context, fault);
      if (!(fault instanceof Faults.GatewayFault)) {
        failed(context, fault);
      }
      // an application's fault is the service's own: it was invoked
      if (fault.getFaultType() != Constants.APPLICATION_FAULT) {
        notDelivered = Optional.of(String.valueOf(fault.getMessage()));
      }
    } catch (RuntimeException | Error e) {
      failed(context, e);
      notDelivered = Optional.of(e.toString());
    } finally {
      places.release();
      tell(exchange, notDelivered);
    }
  }

  private static void failed(MessageContext context, Throwable cause) {
    LOG.error(
        "message for service " + Names.service(context) + ", for which nobody waits, failed",
        cause);
  }

  private void tell(Exchange exchange, Optional<String> notDelivered) {
    if (exchange.end().join() instanceof Outcome.Completed completed) {
      notDelivered.ifPresentOrElse(
          why -> manager.undelivered(completed, why), () -> manager.delivered(completed.id()));
      manager.answered(completed.id());
    }
  }

  /** Lets what is begun finish, for a while. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.error("one-way messages that were not finished: " + threads.shutdownNow().size());
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
