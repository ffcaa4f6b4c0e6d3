package org.dharch.benchmarks.overhead;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.monitor.AdminPort;
import org.dharch.monitor.ManagerPages;
import org.dharch.monitor.Tracing;

/**
 * A stage with full monitoring: an admin port whose metrics are read every second during the load,
 * and tracing of one percent of the messages to a collector in this JVM that discards everything.
 */
final class MonitoredStage implements Subject {
  private static final long EACH_NANOS = Duration.ofSeconds(1).toNanos();
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final String ENDPOINT = "otel.exporter.otlp.endpoint";
  private static final String SAMPLER = "otel.traces.sampler";
  private static final String SHARE = "otel.traces.sampler.arg";

  private final RemoteStage stage;
  private final HttpServer collector;
  private final ScratchFolder folder;
  private final AdminPort port;
  private final Tracing tracing;
  private final ExecutorService reader = Executors.newSingleThreadExecutor();
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest request;
  private final AtomicLong readAt = new AtomicLong(System.nanoTime());

  /** Starts monitoring {@code stage}, and closes it in the end. */
  MonitoredStage(RemoteStage stage) throws IOException {
    this.stage = stage;
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    System.setProperty(ENDPOINT, "http://127.0.0.1:" + collector.getAddress().getPort());
    System.setProperty(SAMPLER, "parentbased_traceidratio");
    System.setProperty(SHARE, "0.01");
    tracing = Tracing.start(stage.manager());
    folder = ScratchFolder.create("admin");
    port =
        AdminPort.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            folder.path(),
            ManagerPages.of(stage.manager(), () -> true));
    request =
        HttpRequest.newBuilder(URI.create(port.uri() + "/metrics"))
            .timeout(LIMIT)
            .header("Authorization", "Bearer " + Files.readString(port.tokenFile()).strip())
            .build();
  }

  @Override
  public void begin(Done done) {
    long now = System.nanoTime();
    long before = readAt.get();
    if (now - before > EACH_NANOS && readAt.compareAndSet(before, now)) {
      reader.execute(this::read);
    }
    stage.begin(done);
  }

  private void read() {
    try {
      int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status != 200) {
        throw new IllegalStateException("metrics must be answered with 200 (got " + status + ")");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    reader.shutdown();
    port.close();
    stage.close();
    tracing.close();
    collector.stop(0);
    for (String name : new String[] {ENDPOINT, SAMPLER, SHARE}) {
      System.clearProperty(name);
    }
    folder.close();
  }
}
