package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.dharch.samples.findroute.Place;
import org.dharch.samples.findroute.RouteClient;

/**
 * Centralized orchestration, C0 of seed 002, figure 1 (c): one pool thread for each request and two
 * more for the branches of its flow, all of which wait for the services. A request starts when
 * three threads are free. Otherwise it would wait for its branches, and they for its thread.
 */
final class CentralizedEngine implements RouteEngine {
  private static final int BRANCHES = 2;

  private final RouteClient client = new RouteClient();
  private final LinkedBlockingQueue<PendingRequest> waiting = new LinkedBlockingQueue<>(100_000);
  private final EnginePool pool;
  private final Semaphore free;
  private final URI book1;
  private final URI book2;
  private final URI map;
  private final Thread starter = new Thread(this::start, "centralized-starter");

  CentralizedEngine(int threads, URI book1, URI book2, URI map) {
    this.pool = new EnginePool("centralized", threads);
    this.free = new Semaphore(threads);
    this.book1 = book1;
    this.book2 = book2;
    this.map = map;
    starter.setDaemon(true);
    starter.start();
  }

  @Override
  public void accept(PendingRequest request) {
    waiting.add(request);
  }

  private void start() {
    try {
      while (true) {
        PendingRequest next = waiting.take();
        free.acquire(1 + BRANCHES);
        CompletableFuture<Place> from = branch(book1, next.from());
        CompletableFuture<Place> to = branch(book2, next.to());
        pool.run(() -> sequence(next, from, to));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  private CompletableFuture<Place> branch(URI book, String name) {
    CompletableFuture<Place> found = new CompletableFuture<>();
    pool.run(
        () -> {
          try {
            found.complete(client.address(book, name));
          } catch (IOException e) {
            found.completeExceptionally(e);
          } finally {
            free.release();
          }
        });
    return found;
  }

  private void sequence(
      PendingRequest request, CompletableFuture<Place> from, CompletableFuture<Place> to)
      throws Exception {
    try {
      request.answer(client.directions(map, from.get(), to.get()));
    } catch (Exception e) {
      request.fail(e);
    } finally {
      free.release();
    }
  }

  @Override
  public void close() {
    starter.interrupt();
    pool.close();
    client.close();
  }
}
