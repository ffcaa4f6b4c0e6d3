package org.dharch.benchmarks.decentralized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.decentralized.delay.NetworkDelay;
import org.dharch.benchmarks.harness.Machine;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.load.ServiceAddress;
import org.dharch.core.message.DHArchException;
import org.dharch.samples.findroute.RouteHandlers;
import org.dharch.samples.findroute.RouteService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Tests every variant on real services, broker and nodes, all in this JVM. */
@TestInstance(Lifecycle.PER_CLASS)
class RouteEnginesTest {
  private static final int THREADS = 6;
  private static final int BYTES = 600;
  private static final String LOOPBACK = "127.0.0.1";

  @TempDir private static Path folder;
  private final List<AutoCloseable> started = new ArrayList<>();
  private final NetworkDelay distance = NetworkDelay.none();
  private ServicesServer services;
  private GatewayServer gateway;

  @BeforeAll
  void start() throws Exception {
    services = add(ServicesServer.start(folder.resolve("services"), LOOPBACK, 20));
    gateway = add(GatewayServer.start(folder.resolve("gateway"), LOOPBACK, THREADS));
    URI callback = distance.toGateway(gateway.callback());
    URI roadmap = place(RouteHandlers.ROADMAP, RouteService.MAP, callback);
    GatewayServer.Endpoints endpoints =
        new GatewayServer.Endpoints(
            distance.fromGateway(services.broker()),
            service(RouteService.BOOK1),
            service(RouteService.BOOK2),
            service(RouteService.MAP),
            place(RouteHandlers.ADDRESS1, RouteService.BOOK1, roadmap),
            place(RouteHandlers.ADDRESS2, RouteService.BOOK2, roadmap));
    for (RouteVariant variant : RoutePlan.supported(RouteVariant.values())) {
      gateway.deploy(variant, GatewayServer.Endpoints.of(endpoints.text()));
    }
    services.configure(1, BYTES);
  }

  private <T extends AutoCloseable> T add(T one) {
    started.add(one);
    return one;
  }

  private URI place(String name, String service, URI next) throws Exception {
    List<String> arguments =
        new PartitionServer.Setting(name, THREADS, services.broker(), service(service), next)
            .arguments();
    return add(PartitionServer.start(PartitionServer.Setting.of(arguments.toArray(String[]::new))))
        .uri();
  }

  private URI service(String name) {
    return URI.create("http://" + LOOPBACK + ":" + services.port() + ServicesServer.path(name));
  }

  @AfterAll
  void close() throws Exception {
    for (int i = started.size() - 1; i >= 0; i--) {
      started.get(i).close();
    }
    distance.close();
  }

  /** The client checks every answer: wrong directions, or a missing answer, are an exception. */
  private RouteLoadResult load(RouteVariant variant, int bytes) throws Exception {
    return RouteLoadResult.of(
        new ServiceAddress(gateway.port(), GatewayServer.path(variant)),
        400,
        bytes,
        Duration.ofMillis(20),
        Duration.ofMillis(80));
  }

  @Test
  void variantsAnswerMoreRequestsThanThreads() throws Exception {
    for (RouteVariant variant : RoutePlan.supported(RouteVariant.values())) {
      RouteLoadResult sample = load(variant, BYTES);
      assertEquals(40, sample.answers(), variant.title());
      assertTrue(sample.millis().stream().allMatch(each -> each >= 2), "at least two waits");
    }
  }

  @Test
  void clientRejectsWrongAnswer() {
    String message =
        assertThrows(DHArchException.class, () -> load(RouteVariant.SPLIT, 2 * BYTES)).getMessage();
    assertTrue(message.contains("wrong directions; expected from Ann"), message);
  }

  @Test
  void figuresOmitMissingResults() {
    Machine machine = new Machine("cpu", 2, "1 MiB", "os", "jdk", "2026-01-01T00:00:00Z");
    Scale scale = new Scale(40, 10, 25);
    List<SuiteResults.Result> results = new ArrayList<>();
    for (int perMinute : List.of(60, 600)) {
      RoutePoint point = RoutePoint.rate(perMinute);
      for (String metric : List.of(RouteSweep.RESPONSE, RouteSweep.PREDICTED_RESPONSE)) {
        Statistics s = Statistics.of(200);
        results.add(
            new SuiteResults.Result(
                point.named(RouteVariant.JMS),
                point.parameters(scale),
                metric,
                "ms",
                s.n(),
                s.mean(),
                s.sd(),
                s.median(),
                s.p99()));
      }
    }
    var figures =
        new RouteFigures(new SuiteResults("decentralized", machine, null, results, List.of()))
            .all();
    assertEquals("figure5", figures.get(0).id());
    assertNotNull(figures.get(0).chart());
    assertEquals(
        List.of(List.of("60", "8000 / 8000"), List.of("600", "8000 / 8000")),
        figures.get(0).table().rows());
    assertNull(figures.get(1).chart(), "throughput must be measured");
  }
}
