package org.dharch.benchmarks.overhead;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.dharch.api.Changes;
import org.dharch.axis2.DHArchModule;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleServices;

/**
 * Four Axis2 servers with the same echo service: plain, with a handler that suspends and resumes,
 * and two with DHArch and one no-op handler on a node in this JVM. In one of those the request's
 * own thread runs the handler.
 */
final class InMemoryStage implements AutoCloseable {
  private static final String BROKER = "memory:overhead";
  private static final String BROKER_OF_CALLERS = "memory:overhead-caller-runs";
  private static final String DOCUMENT =
      "<orchestrations xmlns='urn:dharch:orchestration:1'>"
          + "<orchestration name='one'><handler name='noop'/></orchestration>"
          + "<rule orchestration='one' service='Echo'/></orchestrations>";

  private final ExecutorService resuming = Executors.newFixedThreadPool(4);
  private final Path document = Files.createTempFile("dharch-overhead", ".xml");
  private final HandlerNode node;
  private final HandlerNode nodeOfCallers;
  final AxisServer plain = server();
  final AxisServer suspending = server();
  final AxisServer dharch = AxisServer.create();
  final AxisServer callerRuns = AxisServer.create();

  InMemoryStage() throws IOException {
    Files.writeString(document, DOCUMENT);
    node = node(BROKER);
    nodeOfCallers = node(BROKER_OF_CALLERS);
    AxisService suspended = suspending.configuration().getService("Echo");
    SampleServices.chain(suspended, List.of(new SuspendingHandler(resuming)));
    engage(dharch, BROKER, false);
    engage(callerRuns, BROKER_OF_CALLERS, true);
    for (AxisServer server : List.of(plain, suspending, dharch, callerRuns)) {
      server.listen();
    }
  }

  private static HandlerNode node(String broker) {
    return HandlerNode.builder("overhead-memory")
        .workers(4)
        .handler("noop", 4, message -> Changes.NONE)
        .start(new InMemoryProvider().node(URI.create(broker), Map.of()));
  }

  private void engage(AxisServer server, String broker, boolean callerRuns) throws IOException {
    AxisModule module =
        DHArchModule.install(
            server.context(),
            Map.of(
                "dharch.broker",
                broker,
                "dharch.orchestration",
                document.toString(),
                "dharch.callerRuns",
                Boolean.toString(callerRuns)));
    AxisService echo = AxisEchoService.describe(server.configuration());
    server.deploy(echo);
    echo.engageModule(module);
  }

  private static AxisServer server() throws IOException {
    AxisServer server = AxisServer.create();
    server.deploy(AxisEchoService.describe(server.configuration()));
    return server;
  }

  @Override
  public void close() throws IOException {
    callerRuns.close();
    dharch.close();
    suspending.close();
    plain.close();
    node.close();
    nodeOfCallers.close();
    resuming.shutdownNow();
    Files.delete(document);
  }
}
