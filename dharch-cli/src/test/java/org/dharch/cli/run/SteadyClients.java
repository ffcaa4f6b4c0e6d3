package org.dharch.cli.run;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;

/**
 * Clients that send sample requests, in SOAP 1.1 and 1.2 (fault A5), without a pause until they are
 * stopped.
 */
final class SteadyClients implements AutoCloseable {
  private final List<Thread> clients = new ArrayList<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final AtomicInteger right = new AtomicInteger();
  private volatile boolean stopped;

  static SteadyClients start(URI endpoint, int clients) {
    return start(() -> endpoint, clients);
  }

  /** The same, to an endpoint that is asked for before each request. */
  static SteadyClients start(Supplier<URI> endpoint, int clients) {
    SteadyClients load = new SteadyClients();
    for (int i = 0; i < clients; i++) {
      int seed = i;
      Thread client = new Thread(() -> load.send(endpoint, seed), "dharch-test-client-" + i);
      load.clients.add(client);
      client.start();
    }
    return load;
  }

  private void send(Supplier<URI> endpoint, int seed) {
    SampleMessages source = SampleMessages.standard(seed);
    List<SampleMessage> messages = List.of(source.next(), source.next().inSoap12());
    DemoClient client = new DemoClient();
    try {
      for (int i = 0; !stopped; i++) {
        RoundTrips one = new RoundTrips(PaperConfiguration.ALL.get(0));
        client.send(endpoint.get(), messages.get(i % messages.size()), one);
        problems.addAll(one.problems());
        right.addAndGet(one.requests() - one.problems().size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for that many more right answers; ends early at a wrong one. */
  void awaitMore(int count) {
    int from = right.get();
    Awaitility.await(count + " more answers")
        .atMost(40, TimeUnit.SECONDS)
        .until(() -> right.get() >= from + count || !problems.isEmpty());
  }

  int right() {
    return right.get();
  }

  List<String> problems() {
    return problems;
  }

  /** Lets each client finish its request. */
  void stop() throws InterruptedException {
    stopped = true;
    for (Thread client : clients) {
      client.join(TimeUnit.SECONDS.toMillis(65));
    }
  }

  @Override
  public void close() {
    stopped = true;
    clients.forEach(Thread::interrupt);
  }
}
