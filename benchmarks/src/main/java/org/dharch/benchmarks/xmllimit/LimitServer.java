package org.dharch.benchmarks.xmllimit;

import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisService;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.dharch.axis2.DHArchModule;
import org.dharch.benchmarks.load.DeploymentDescription;
import org.dharch.benchmarks.load.ServiceHost;
import org.dharch.benchmarks.xmllimit.element.Elements;
import org.dharch.benchmarks.xmllimit.element.StoredElements;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;
import org.dharch.servlet.DHArchFilter;

/**
 * The server with all variants of the service, in its own JVM: {@code FOLDER THREADS BROKER
 * JDBC-URL}. It prints READY, its port and the port of the broker, and ends when its standard input
 * ends. The servlets run from the start. An Axis2 is deployed by properties: {@code source} names a
 * database; {@code orchestration}, if present, is a document for DHArch, which then waits for a
 * node.
 */
public final class LimitServer {
  private static final long TIMEOUT_NANOS = 30_000_000_000L;
  private static final long PAUSE_NANOS = 10_000_000;

  private final Map<Source, LimitOperation> works;
  private final URI broker;

  private LimitServer(Map<Source, LimitOperation> works, URI broker) {
    this.works = works;
    this.broker = broker;
  }

  public static void main(String[] args) throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(URI.create(args[2]), Map.of());
    ServiceHost host =
        start(Path.of(args[0]), Integer.parseInt(args[1]), broker.uri(), Optional.of(args[3]));
    System.out.println("READY " + host.port() + " " + broker.uri());
    while (System.in.read() >= 0) {
      // only the end of the input matters
    }
    Runtime.getRuntime().halt(0);
  }

  /**
   * Starts the server in this JVM.
   *
   * @param postgres the JDBC URL of PostgreSQL; empty: without its variants
   */
  static ServiceHost start(Path folder, int threads, URI broker, Optional<String> postgres)
      throws Exception {
    Map<Source, LimitOperation> works = new LinkedHashMap<>();
    works.put(Source.NONE, new LimitOperation(Elements.constant()));
    works.put(Source.SQLITE, new LimitOperation(StoredElements.inMemory()));
    postgres.ifPresent(
        url -> works.put(Source.POSTGRESQL, new LimitOperation(StoredElements.at(url))));
    LimitServer server = new LimitServer(works, broker);
    ServiceHost host = ServiceHost.start(folder, threads, server::deploy);
    for (Map.Entry<Source, LimitOperation> each : works.entrySet()) {
      for (Stack stack : Stack.values()) {
        if (stack.form() instanceof ServedForm form) {
          LimitServlet servlet = new LimitServlet(form, each.getValue());
          String name = LimitVariant.alone(stack, each.getKey()).id();
          host.add(name, web -> serve(web, servlet));
        }
      }
    }
    Path document = Files.writeString(folder.resolve("filter.xml"), Handlers.NO_RULE.document());
    LimitServlet behind = new LimitServlet(new StreamedForm(), works.get(Source.NONE));
    host.add(
        LimitVariant.FILTERED.id(),
        web -> {
          serve(web, behind);
          filter(web, document, broker);
        });
    return host;
  }

  private static void serve(Context web, LimitServlet servlet) {
    Wrapper wrapper = Tomcat.addServlet(web, "limit", servlet);
    wrapper.setAsyncSupported(true);
    wrapper.addMapping("/" + LimitService.NAME);
  }

  private static void filter(Context web, Path document, URI broker) {
    FilterDef filter = new FilterDef();
    filter.setFilterName("dharch");
    filter.setFilter(new DHArchFilter());
    filter.setAsyncSupported("true");
    filter.addInitParameter("dharch.orchestration", document.toString());
    filter.addInitParameter("dharch.broker", broker.toString());
    web.addFilterDef(filter);
    FilterMap map = new FilterMap();
    map.setFilterName("dharch");
    map.addURLPattern("/*");
    map.setDispatcher(DispatcherType.REQUEST.name());
    map.setDispatcher(DispatcherType.ASYNC.name());
    web.addFilterMap(map);
  }

  private void deploy(ConfigurationContext context, String description, Path scratch)
      throws IOException {
    Properties properties = DeploymentDescription.read(description);
    LimitOperation work = works.get(Source.valueOf(properties.getProperty("source")));
    AxisService service = LimitService.describe(context.getAxisConfiguration(), work);
    context.getAxisConfiguration().addService(service);
    String orchestration = properties.getProperty("orchestration");
    if (orchestration != null) {
      Path document = Files.writeString(scratch.resolve("orchestration.xml"), orchestration);
      service.engageModule(
          DHArchModule.install(
              context,
              Map.of(
                  "dharch.orchestration",
                  document.toString(),
                  "dharch.broker",
                  broker.toString(),
                  "dharch.nodeSilence",
                  "10s"))); // all share the processors
      awaitNode(DHArchModule.manager(context).orElseThrow());
    }
  }

  private static void awaitNode(DHManager manager) {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    while (manager.status().nodes().isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new DHArchException("the node must connect within 30 s");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
