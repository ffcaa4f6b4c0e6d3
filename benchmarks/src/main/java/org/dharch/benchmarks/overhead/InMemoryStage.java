package org.dharch.benchmarks.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.dharch.axis2.DHArchModule;
import org.dharch.core.memory.MemoryProvider;
import org.dharch.core.message.Changes;
import org.dharch.core.node.HandlerNode;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleServices;

/**
 * Three Axis2 servers with the same echo service: plain, with a handler that suspends and resumes,
 * and with DHArch and one no-op handler on a node of the same JVM.
 */
final class InMemoryStage implements AutoCloseable {
  private static final String BROKER = "memory:overhead";
  private static final String DOCUMENT =
      "<orchestrations xmlns='urn:dharch:orchestration:1'>"
          + "<orchestration name='one'><handler name='noop'/></orchestration>"
          + "<rule orchestration='one' service='Echo'/></orchestrations>";

  private final ExecutorService resuming = Executors.newFixedThreadPool(4);
  private final Path document = Files.createTempFile("dharch-overhead", ".xml");
  private final HandlerNode node;
  final AxisServer plain = server();
  final AxisServer suspending = server();
  final AxisServer dharch = AxisServer.create();

  InMemoryStage() throws IOException {
    Files.writeString(document, DOCUMENT);
    node =
        HandlerNode.builder("overhead-memory")
            .workers(4)
            .handler("noop", 4, message -> Changes.NONE)
            .start(new MemoryProvider().node(java.net.URI.create(BROKER), Map.of()));
    AxisService suspended = suspending.configuration().getService("Echo");
    SampleServices.chain(suspended, List.of(new SuspendingHandler(resuming)));
    AxisModule module =
        DHArchModule.install(
            dharch.context(),
            Map.of("dharch.broker", BROKER, "dharch.orchestration", document.toString()));
    AxisService echo = EchoService.describe(dharch.configuration());
    dharch.deploy(echo);
    echo.engageModule(module);
    for (AxisServer server : List.of(plain, suspending, dharch)) {
      server.listen();
    }
  }

  private static AxisServer server() throws IOException {
    AxisServer server = AxisServer.create();
    server.deploy(EchoService.describe(server.configuration()));
    return server;
  }

  @Override
  public void close() throws IOException {
    dharch.close();
    suspending.close();
    plain.close();
    node.close();
    resuming.shutdownNow();
    Files.delete(document);
  }
}
