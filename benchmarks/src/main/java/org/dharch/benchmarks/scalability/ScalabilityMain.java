package org.dharch.benchmarks.scalability;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.dharch.axis2.DHArchModule;
import org.dharch.benchmarks.load.DeploymentDescription;
import org.dharch.benchmarks.load.ServiceHost;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.SampleServices;

/**
 * The server with its broker, in its own JVM: {@code FOLDER THREADS BROKER}. It prints READY, its
 * port and the port of the broker, and ends when its standard input ends. An Axis2 is deployed by
 * properties: {@code orchestration} and {@code flow} are documents, {@code deadline} is the
 * module's. Without properties the handlers are in Axis2's own chain.
 */
public final class ScalabilityMain {
  private static final int NODES = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = 10_000_000;

  private ScalabilityMain() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    EmbeddedBroker broker = EmbeddedBroker.start(URI.create(args[2]), Map.of());
    ServiceHost host =
        ServiceHost.start(
            folder,
            Integer.parseInt(args[1]),
            (context, description, scratch) -> deploy(context, description, scratch, broker.uri()));
    System.out.println("READY " + host.port() + " " + broker.uri());
    while (System.in.read() >= 0) {
      // only the end of the input matters
    }
    Runtime.getRuntime().halt(0);
  }

  private static void deploy(
      ConfigurationContext context, String description, Path scratch, URI broker)
      throws IOException {
    Properties properties = DeploymentDescription.read(description);
    AxisService service = LedgerService.describe(context.getAxisConfiguration());
    context.getAxisConfiguration().addService(service);
    if (properties.isEmpty()) {
      List<SampleHandlers.Spec> handlers = HandlerDeployment.all(scratch);
      SampleServices.chain(service, handlers.stream().map(SampleHandlers.Spec::create).toList());
      return;
    }
    Map<String, String> parameters = new HashMap<>();
    parameters.put("dharch.broker", broker.toString());
    parameters.put("dharch.nodeSilence", "10s"); // all share the processors
    parameters.put("dharch.deadline", properties.getProperty("deadline"));
    for (String document : List.of("orchestration", "flow")) {
      Path file = scratch.resolve(document + ".xml");
      Files.writeString(file, properties.getProperty(document));
      parameters.put("dharch." + document, file.toString());
    }
    AxisModule module = DHArchModule.install(context, parameters);
    service.engageModule(module);
    awaitNodes(context);
  }

  /** Waits until all nodes are connected. */
  private static void awaitNodes(ConfigurationContext context) {
    DHManager manager = DHArchModule.manager(context).orElseThrow();
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (manager.status().nodes().size() < NODES) {
      if (System.nanoTime() > deadline) {
        throw new DHArchException(
            NODES + " nodes must be connected (got " + manager.status().nodes() + ")");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
