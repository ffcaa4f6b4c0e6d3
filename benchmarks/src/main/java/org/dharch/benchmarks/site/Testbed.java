package org.dharch.benchmarks.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.Handler;
import org.dharch.axis2.DHArchModule;
import org.dharch.benchmarks.harness.Nodes;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.cli.run.ServedHandlers;
import org.dharch.cli.run.SiteDocuments;
import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Timeline;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleServices;

/**
 * Axis2 in a Tomcat in this JVM with DHArch's module, and an embedded broker for nodes, or a node
 * in this JVM. Usage: deploy services, start nodes at {@link #broker}, {@link #listen}, {@link
 * #awaitHandlers}. One thread.
 */
public final class Testbed implements AutoCloseable {
  private static final long POLL_MILLIS = 20;

  private final AxisServer server;
  private final AxisModule module;
  private final ScratchFolder folder;
  private final Duration timeout;
  private Optional<AxisTomcat> tomcat = Optional.empty();

  private Testbed(AxisServer server, AxisModule module, ScratchFolder folder, Duration timeout) {
    this.server = server;
    this.module = module;
    this.folder = folder;
    this.timeout = timeout;
  }

  /**
   * Starts the module and the broker.
   *
   * @param orchestrations the document's text, as from {@link SiteDocuments#orchestrations}
   * @param parameters of the module, in addition to broker and orchestration (docs/axis2-module.md)
   */
  public static Testbed start(Nodes nodes, String orchestrations, Map<String, String> parameters)
      throws IOException, InterruptedException {
    Map<String, String> all = new HashMap<>(parameters);
    all.put("dharch.broker", "embedded:" + nodes.brokerAddress());
    return start(ScratchFolder.create("dharch-bench"), orchestrations, all, nodes.startTimeout());
  }

  /**
   * Starts the module with a node in this JVM, and no broker.
   *
   * @param node its document's text, as from {@link SiteDocuments#node}
   */
  public static Testbed inMemory(String orchestrations, String node, Map<String, String> parameters)
      throws IOException {
    ScratchFolder folder = ScratchFolder.create("dharch-bench");
    Path document = Files.writeString(folder.path().resolve("node.xml"), node);
    Map<String, String> all = new HashMap<>(parameters);
    all.put("dharch.broker", "memory:" + folder.path().getFileName());
    all.put("dharch.node", document.toString());
    return start(folder, orchestrations, all, Nodes.AUTOMATIC);
  }

  private static Testbed start(
      ScratchFolder folder, String orchestrations, Map<String, String> parameters, Duration timeout)
      throws IOException {
    AxisServer server = AxisServer.create();
    try {
      Path document =
          Files.writeString(folder.path().resolve("orchestrations.xml"), orchestrations);
      parameters.put("dharch.orchestration", document.toString());
      AxisModule module = DHArchModule.install(server.context(), parameters);
      return new Testbed(server, module, folder, timeout);
    } catch (IOException | RuntimeException e) {
      server.close();
      folder.close();
      throw e;
    }
  }

  /** Deploys {@code service} behind DHArch. */
  public void deploy(AxisService service) throws AxisFault {
    server.deploy(service);
    service.engageModule(module);
  }

  /** Deploys {@code service} with {@code handlers} in Axis2's own chain. */
  public void deployChain(AxisService service, List<? extends Handler> handlers) throws AxisFault {
    server.deploy(service);
    SampleServices.chain(service, handlers);
  }

  /** Returns the configuration for describing services. */
  public AxisConfiguration configuration() {
    return server.configuration();
  }

  /** Starts to listen for HTTP on the loopback address; once. */
  public void listen() throws IOException {
    tomcat = Optional.of(AxisTomcat.start(server.context(), folder.path()));
  }

  /** Returns the URI of a variant's service. */
  public URI endpoint(HandlerVariant variant) {
    return tomcat.orElseThrow().endpoint(variant.service());
  }

  /** Returns the address of the broker for nodes. */
  public URI broker() {
    return manager().status().nodeUri().orElseThrow();
  }

  /** Waits until nodes host each of {@code handlers}. */
  public void awaitHandlers(List<String> handlers) throws InterruptedException {
    Set<String> missing = ServedHandlers.missingAfter(timeout, manager(), handlers);
    if (!missing.isEmpty()) {
      throw new DHArchException(
          "no node hosts " + missing + " after " + timeout.toSeconds() + " s");
    }
  }

  /** Waits until this many nodes have direct links. */
  public void awaitLinks(int nodes) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (manager().status().linked().size() < nodes) {
      if (System.nanoTime() > end) {
        throw new DHArchException(
            manager().status().linked().size()
                + " direct links after "
                + timeout.toSeconds()
                + " s; "
                + nodes
                + " were awaited");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Returns the timelines of the latest messages of an orchestration, oldest first. */
  public List<Timeline> timelines(String orchestration) {
    return manager().status().timelines().stream()
        .filter(timeline -> timeline.orchestration().equals(orchestration))
        .toList();
  }

  /** Returns the manager in the server. */
  public DHManager manager() {
    return DHArchModule.manager(server.context())
        .orElseThrow(() -> new IllegalStateException("DHArch is not deployed"));
  }

  @Override
  public void close() throws IOException {
    tomcat.ifPresent(AxisTomcat::close);
    server.close();
    folder.close();
  }
}
