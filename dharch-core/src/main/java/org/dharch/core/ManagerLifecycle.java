package org.dharch.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dharch.core.context.Inbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and closes the parts of a manager. */
final class ManagerLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(DHManager.class);
  private static final long CLOSE_SECONDS = 5;

  private final ManagerParts parts;
  private volatile boolean closed;

  ManagerLifecycle(ManagerParts parts) {
    this.parts = parts;
  }

  /** Starts all parts; if one cannot start, closes those that have started. */
  void start() {
    try {
      parts.storeAgent.start();
      parts.progressWriter.start();
      parts.emissions.start();
      parts.conductor.start();
      parts.boundHeartbeats();
      parts.cmanager.start(parts.transportListener);
      awaitFirstNodes();
    } catch (RuntimeException | Error e) {
      closeAfter(e);
      throw e;
    }
  }

  /** Waits a moment until the nodes that exist already are registered. */
  private void awaitFirstNodes() {
    CompletableFuture<Void> taken = new CompletableFuture<>();
    parts.put(new Inbox.Until(taken));
    await(taken, 1);
  }

  private void closeAfter(Throwable failure) {
    try {
      close();
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
    }
  }

  /** Rejects new messages, halts the others, and closes all parts. Idempotent. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    CompletableFuture<Void> end = beginClose();
    // closed from the last to the first
    try (parts.storeAgent;
        parts.emissions;
        parts.deliveryConfirmations;
        parts.progressWriter;
        parts.largeWork;
        parts.conductor;
        parts.cmanager) {
      if (!await(end, CLOSE_SECONDS)) {
        LOG.warn("Compensations not completed in time messages={}", parts.queues.mpQueue().size());
        await(end(true), CLOSE_SECONDS);
      }
      parts.deliveryConfirmations.awaitAll(CLOSE_SECONDS);
      parts.emissions.awaitSends(Duration.ofSeconds(CLOSE_SECONDS));
    }
  }

  /** Rejects new messages and ends the others; complete when they have ended. */
  CompletableFuture<Void> beginClose() {
    parts.emissions.shut();
    parts.admissionControl.close();
    return end(false);
  }

  private CompletableFuture<Void> end(boolean abandon) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    parts.put(new Inbox.Close(done, abandon));
    return done;
  }

  private static boolean await(CompletableFuture<Void> done, long seconds) {
    try {
      done.get(seconds, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }
}
