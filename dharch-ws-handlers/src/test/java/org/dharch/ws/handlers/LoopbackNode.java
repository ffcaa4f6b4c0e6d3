package org.dharch.ws.handlers;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.Emitter;
import org.dharch.api.NodeContext;
import org.dharch.api.Target;

/** A handler's node whose emissions go out as HTTP requests from this JVM. */
final class LoopbackNode implements NodeContext, AutoCloseable {
  private final String name;
  private final Function<String, URI> services;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(2);
  private volatile Optional<DHHandler> handler = Optional.empty();

  /**
   * @param services where each service is, by its name
   */
  LoopbackNode(String name, Function<String, URI> services) {
    this.name = name + "~1";
    this.services = services;
  }

  /** Who hears what became of emissions. */
  void tells(DHHandler told) {
    handler = Optional.of(told);
  }

  @Override
  public String node() {
    return name;
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public InstantSource clock() {
    return InstantSource.system();
  }

  @Override
  public Emitter emitter() {
    return emission -> {
      send(emission);
      return true;
    };
  }

  private void send(Emission emission) {
    boolean isService = emission.target() instanceof Target.Service;
    URI uri =
        emission.target() instanceof Target.Service service
            ? services.apply(service.name())
            : ((Target.Endpoint) emission.target()).addresses().get(0).uri();
    var unused =
        http.sendAsync(request(uri, emission), HttpResponse.BodyHandlers.ofByteArray())
            .whenComplete((answer, problem) -> told(emission, isService, answer, problem));
  }

  private static HttpRequest request(URI uri, Emission emission) {
    boolean is12 =
        new String(emission.envelope(), java.nio.charset.StandardCharsets.UTF_8)
            .contains("http://www.w3.org/2003/05/soap-envelope");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(20))
            .header(
                "Content-Type",
                is12
                    ? "application/soap+xml; charset=utf-8; action=\"" + emission.action() + '"'
                    : "text/xml; charset=utf-8");
    if (!is12) {
      request.header("SOAPAction", '"' + emission.action() + '"');
    }
    return request.POST(HttpRequest.BodyPublishers.ofByteArray(emission.envelope())).build();
  }

  private void told(
      Emission emission, boolean isService, HttpResponse<byte[]> answer, Throwable problem) {
    Emitted outcome;
    if (problem != null) {
      outcome = new Emitted.Failed(Emitted.Failed.WHOLE, "io", String.valueOf(problem));
    } else if (isService) {
      outcome =
          answer.statusCode() / 100 == 2
              ? new Emitted.Delivered()
              : new Emitted.Failed(Emitted.Failed.WHOLE, "http", "" + answer.statusCode());
    } else {
      outcome =
          new Emitted.Sent(
              0,
              answer.statusCode(),
              answer.body().length == 0 ? Optional.empty() : Optional.of(answer.body()));
    }
    try {
      handler.orElseThrow().emitted(emission.id(), outcome);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public ScheduledExecutorService timers() {
    return timers;
  }

  @Override
  public void close() {
    timers.shutdownNow();
  }
}
