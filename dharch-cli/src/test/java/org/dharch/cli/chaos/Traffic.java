package org.dharch.cli.chaos;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.dharch.samples.SampleNames;

/**
 * Steady SOAP load: a request at every tick, whatever became of those before; every fifth is a
 * letter, that is one-way.
 */
final class Traffic implements AutoCloseable {
  /** Long after every deadline: who is not answered by then never is. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration TICK = Duration.ofMillis(20);
  private static final int ONE_WAY_EVERY = 5;

  /** Fewer than the connections that the server takes. */
  private static final int MAX_IN_FLIGHT = 200;

  private final URI endpoint;
  private final String prefix;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "dharch-chaos-traffic"));
  private final Semaphore slots = new Semaphore(MAX_IN_FLIGHT);
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger leftOut = new AtomicInteger();
  private final AtomicLong latestGood = new AtomicLong(Long.MIN_VALUE);
  private final Queue<ChaosAnswer> answers = new ConcurrentLinkedQueue<>();

  private Traffic(URI endpoint, String prefix) {
    this.endpoint = endpoint;
    this.prefix = prefix;
  }

  /**
   * Starts it.
   *
   * @param prefix of the requests' ids, of this traffic only
   */
  static Traffic start(URI endpoint, String prefix) {
    Traffic traffic = new Traffic(endpoint, prefix);
    var unused =
        traffic.clock.scheduleAtFixedRate(traffic::tick, 0, TICK.toMillis(), TimeUnit.MILLISECONDS);
    return traffic;
  }

  private void tick() {
    if (!slots.tryAcquire()) {
      leftOut.incrementAndGet();
      return;
    }
    int number = sent.incrementAndGet();
    boolean oneWay = number % ONE_WAY_EVERY == 0;
    String id = prefix + '-' + number;
    long begun = System.nanoTime();
    var unused =
        http.sendAsync(request(id, oneWay), HttpResponse.BodyHandlers.ofString())
            .handle(
                (response, problem) ->
                    problem == null
                        ? answered(id, oneWay, begun, response)
                        : unanswered(id, oneWay, begun, problem))
            .thenAccept(this::note)
            .whenComplete((none, problem) -> slots.release());
  }

  private void note(ChaosAnswer answer) {
    answers.add(answer);
    if (answer.good() && !answer.oneWay()) {
      latestGood.accumulateAndGet(answer.begun(), Math::max);
    }
  }

  private HttpRequest request(String id, boolean oneWay) {
    String operation = oneWay ? "notify" : "process";
    return HttpRequest.newBuilder(endpoint)
        .timeout(PATIENCE)
        .header("Content-Type", "text/xml; charset=utf-8")
        .header("SOAPAction", '"' + SampleNames.NAMESPACE + ':' + operation + '"')
        .POST(
            HttpRequest.BodyPublishers.ofString(
                "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
                    + "<soapenv:Body><s:"
                    + operation
                    + " xmlns:s=\""
                    + SampleNames.NAMESPACE
                    + "\"><s:id>"
                    + id
                    + "</s:id></s:"
                    + operation
                    + "></soapenv:Body></soapenv:Envelope>"))
        .build();
  }

  private static ChaosAnswer answered(
      String id, boolean oneWay, long begun, HttpResponse<String> response) {
    long ended = System.nanoTime();
    String body = response.body();
    int mark = body.indexOf('>' + id + ' ');
    int status = response.statusCode();
    if (status == 200 && !oneWay && mark >= 0) {
      String message = body.substring(mark + id.length() + 2, body.indexOf('<', mark));
      return new ChaosAnswer(ChaosAnswer.Kind.GOOD, false, id, message, begun, ended, "");
    }
    boolean fault = body.contains(":Fault");
    ChaosAnswer.Kind kind = ChaosAnswer.Kind.WRONG;
    if (status == 202 && oneWay) {
      kind = ChaosAnswer.Kind.GOOD;
    } else if (status == 503 && fault && !body.contains("NOT_SERVED")) {
      kind = ChaosAnswer.Kind.BUSY;
    } else if ((status == 500 || status == 503) && fault && body.contains("urn:dharch:fault")) {
      kind = ChaosAnswer.Kind.FAULT;
    }
    String note = kind == ChaosAnswer.Kind.GOOD ? "" : "HTTP " + status + ": " + body;
    return new ChaosAnswer(kind, oneWay, id, "", begun, ended, note);
  }

  private static ChaosAnswer unanswered(String id, boolean oneWay, long begun, Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    ChaosAnswer.Kind kind =
        cause instanceof HttpTimeoutException ? ChaosAnswer.Kind.HUNG : ChaosAnswer.Kind.BROKEN;
    return new ChaosAnswer(kind, oneWay, id, "", begun, System.nanoTime(), cause.toString());
  }

  /** Waits for a good answer to a request, not a letter, that was begun after {@code nanos}. */
  void awaitGood(long nanos) {
    Awaitility.await("a good answer")
        .atMost(60, TimeUnit.SECONDS)
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .until(() -> latestGood.get() > nanos);
  }

  /** All so far, in no order. */
  List<ChaosAnswer> answers() {
    return List.copyOf(answers);
  }

  /** Requests that were not sent since too many were under way. */
  int leftOut() {
    return leftOut.get();
  }

  /** Sends no more and waits for every answer. */
  void stop() throws InterruptedException {
    clock.shutdown();
    if (!clock.awaitTermination(5, TimeUnit.SECONDS)
        || !slots.tryAcquire(MAX_IN_FLIGHT, PATIENCE.toSeconds() + 10, TimeUnit.SECONDS)) {
      throw new AssertionError(
          MAX_IN_FLIGHT - slots.availablePermits() + " requests are still under way");
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
