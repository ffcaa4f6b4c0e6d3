package org.dharch.cli.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.axis2.DHArchModule;
import org.dharch.cli.base.UsageException;
import org.dharch.core.DHManager;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.monitor.AdminPages;
import org.dharch.monitor.ManagerPages;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.SampleServices;

/** An Axis2 server with the sample service, optionally behind DHArch. */
final class SampleSite implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final AxisServer server;
  private final AxisModule module;
  private final URI broker;

  private SampleSite(AxisServer server, AxisModule module, URI broker) {
    this.server = server;
    this.module = module;
    this.broker = broker;
  }

  /**
   * Starts the module and, for an {@code embedded:} address, the broker; does not listen for HTTP
   * yet.
   *
   * @param options the transport's
   * @param orchestration the orchestration document
   * @param store where messages are stored; in memory if empty
   * @param flow the document for flow control
   */
  static SampleSite start(
      URI broker,
      Map<String, String> options,
      Path orchestration,
      Optional<Path> store,
      Optional<Path> flow)
      throws IOException {
    AxisServer server = AxisServer.create();
    try {
      Map<String, String> parameters = new HashMap<>();
      parameters.put("dharch.broker", broker.toString());
      parameters.put("dharch.orchestration", orchestration.toAbsolutePath().toString());
      flow.ifPresent(file -> parameters.put("dharch.flow", file.toAbsolutePath().toString()));
      store.ifPresent(folder -> parameters.put("dharch.store", folder.toString()));
      options.forEach(
          (name, value) ->
              parameters.put((isOfBroker(name) ? "dharch.broker." : "dharch.") + name, value));
      AxisModule module = DHArchModule.install(server.context(), parameters);
      return new SampleSite(server, module, broker);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static boolean isOfBroker(String option) {
    return option.contains("Store") || option.equals("bridge");
  }

  interface Description {
    AxisService of(AxisConfiguration axis) throws AxisFault;
  }

  void deploy(String name) throws AxisFault {
    deploy(axis -> SampleServices.create(name));
  }

  void deploy(Description described) throws AxisFault {
    AxisService service = described.of(server.configuration());
    server.deploy(service);
    service.engageModule(module);
  }

  /** Deploys the sample service as {@code name}, with {@code handlers} in Axis2's own chain. */
  void deployChain(String name, List<SampleHandlers.Spec> handlers) throws AxisFault {
    AxisService service = SampleServices.create(name);
    server.deploy(service);
    SampleServices.chain(service, handlers.stream().map(SampleHandlers.Spec::create).toList());
  }

  void listen(InetSocketAddress address) throws IOException {
    server.listen(address);
  }

  /** Answers browsers with this page. */
  void page(String html) {
    server.page(html);
  }

  URI endpoint(String service) {
    return server.endpoint(service);
  }

  URI nodeBroker() {
    return manager().status().nodeUri().orElse(broker);
  }

  void awaitHandlers(List<String> handlers) throws InterruptedException {
    Set<String> missing = ServedHandlers.missingAfter(PATIENCE, manager(), handlers);
    if (!missing.isEmpty()) {
      throw new UsageException(
          "no node serves "
              + missing
              + " after "
              + PATIENCE.toSeconds()
              + " s; the broker is "
              + broker);
    }
  }

  /** The handlers of its orchestrations that no node hosts. */
  Set<String> unserved() {
    Set<String> names = new TreeSet<>();
    manager().orchestrations().byName().values().forEach(one -> names.addAll(one.handlerNames()));
    return ServedHandlers.missing(manager(), names);
  }

  List<Timeline> timelines() {
    return manager().status().timelines();
  }

  Orchestration orchestration(String name) {
    return manager().orchestrations().named(name);
  }

  AdminPages adminPages() {
    return ManagerPages.of(manager(), () -> true);
  }

  private DHManager manager() {
    return DHArchModule.manager(server.context())
        .orElseThrow(() -> new IllegalStateException("DHArch is not running"));
  }

  @Override
  public void close() {
    server.close();
  }
}
