package org.dharch.cli.run;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.cli.base.AdminOption;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.BridgeOption;
import org.dharch.cli.base.BrokerOptions;
import org.dharch.cli.base.DirectLinks;
import org.dharch.cli.base.EncryptOption;
import org.dharch.cli.base.Lifetime;
import org.dharch.cli.base.NamespaceOption;
import org.dharch.cli.base.RunningCommand;
import org.dharch.cli.base.ServiceManager;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.TempFolder;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.orchestration.document.OrchestrationFile;
import org.dharch.core.spi.BrokerList;
import org.dharch.core.store.FolderStore;
import org.dharch.monitor.AdminPages;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.SampleServices;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    description = "Run the sample service until Ctrl-C; print READY <url>",
    footer = "Example: dharch serve --orchestration orchestration.xml --flow flow.xml",
    versionProvider = Version.class)
public final class ServeCommand implements Callable<Integer>, RunningCommand {
  private static final String SERVICE = "Sample";

  /** Heartbeats come a few times a second. */
  private static final long LOOK_MILLIS = 20;

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "HTTP port; 0 for any free port (${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (${DEFAULT-VALUE})")
  private String host;

  @Option(
      names = "--broker",
      defaultValue = "embedded:" + BrokerOptions.DEFAULT,
      description = "Broker, or several (${DEFAULT-VALUE})")
  private String broker;

  @Option(names = "--orchestration", description = "Orchestration document; default: {A,B,C,D} {E}")
  private Path orchestration;

  @Option(
      names = "--sample",
      paramLabel = "NAME",
      description = "Sample of WS-*: ${COMPLETION-CANDIDATES}")
  private ServedSample sample;

  @Option(
      names = "--flow",
      paramLabel = "FILE",
      description = "Flow document: concurrency limit, waiting, selection")
  private Path flow;

  @Option(names = "--no-node", fallbackValue = "true", description = "Start no local node")
  private boolean noNode;

  @Option(
      names = "--tracing",
      fallbackValue = "true", // overrides the environment
      description = "Report spans with OpenTelemetry (settings: OTEL_*)")
  private boolean tracing;

  @Mixin private AdminOption admin;

  @Mixin private StoreOption storeOption;

  @Mixin private BrokerOptions credentials;

  @Mixin private EncryptOption encryption;

  @Mixin private NamespaceOption namespace;

  @Mixin private DirectLinks links;

  @Mixin private BridgeOption bridges;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Arguments.requireRange("--port", port, 0, 65535);
    if (new InetSocketAddress(host, port).isUnresolved()) {
      throw new UsageException("--host must be an address of this machine (got '" + host + "')");
    }
    if (orchestration != null) {
      Arguments.requireFile(orchestration);
      if (sample != null) {
        throw new UsageException("--sample has an orchestration; omit --orchestration");
      }
    }
    URI address = BrokerOptions.uris("--broker", broker);
    Map<String, String> options =
        bridges.with(
            links.with(
                encryption.with(namespace.with(credentials.options("--broker", address, false)))));
    if (tracing) {
      options.put("tracing", "true");
    }
    if (sample != null) {
      options.put("outbound.hosts", "127.0.0.1"); // of the subscriber
    }
    if (flow != null) {
      FlowDocument.read(flow); // reports all errors
    }
    try (Lifetime lifetime = new Lifetime()) {
      TempFolder folder = lifetime.add(TempFolder.create());
      Path document = document(folder);
      OrchestrationFile.open(document); // reports all errors
      SampleSite site =
          lifetime.add(
              SampleSite.start(address, options, document, store(), Optional.ofNullable(flow)));
      site.deploy(this::service);
      listen(site);
      URI endpoint = site.endpoint(SERVICE);
      if (!noNode) {
        startNode(site, options, folder, lifetime);
        lifetime.add(site); // its requests end before the handlers
      }
      System.out.println(
          "Nodes join with: dharch node --broker "
              + quoted(BrokerList.text(site.nodeBroker()))
              + encryption.joinArguments()
              + namespace.joinArguments()
              + credentials.joinArguments());
      AdminPages pages = site.adminPages();
      Optional<URI> monitor = admin.open(lifetime, pages, true, credentials);
      List<SampleCall> calls = calls(lifetime);
      site.page(ServePage.html(Map.of(SERVICE, endpoint), calls.get(0).curl(endpoint)));
      awaitReady(site, pages);
      System.out.println("READY " + endpoint);
      if (orchestration == null && !noNode) {
        show(calls, endpoint);
        monitor.ifPresent(
            uri -> System.out.println("Monitor:  " + uri + " (dharch monitor --open)"));
        hints(folder).forEach(System.out::println);
      }
      lifetime.add(ServiceManager.ready(endpoint.toString(), pages::notReady));
      lifetime.awaitSignal();
    }
    return 0;
  }

  private Path document(TempFolder folder) throws IOException {
    if (orchestration != null) {
      return orchestration;
    }
    return sample == null ? standard(folder) : sample.orchestration(folder);
  }

  private AxisService service(AxisConfiguration axis) throws AxisFault {
    AxisService service = SampleServices.create(SERVICE);
    if (sample != null && !sample.protocolActions().isEmpty()) {
      service.addParameter(new Parameter("dharch.protocol.actions", sample.protocolActions()));
    }
    return service;
  }

  private void startNode(
      SampleSite site, Map<String, String> options, TempFolder folder, Lifetime lifetime)
      throws IOException, InterruptedException {
    if (sample == null) {
      SampleNodes.start(
          Map.of("local", SampleHandlers.standard(folder.path())), site, options, folder, lifetime);
      return;
    }
    Path document = sample.node(folder, site.endpoint(SERVICE));
    NodeProcess node =
        NodeProcess.start(sample.name(), document, site.nodeBroker().toString(), options);
    lifetime.add(node);
    node.awaitReady();
  }

  private List<SampleCall> calls(Lifetime lifetime) throws IOException {
    if (sample == null) {
      return List.of(SampleCall.STANDARD);
    }
    return sample.calls(lifetime.add(EventPrinter.start(System.out)).uri());
  }

  private static void show(List<SampleCall> calls, URI endpoint)
      throws IOException, InterruptedException {
    for (SampleCall call : calls) {
      System.out.println("Call it:  " + call.curl(endpoint));
      System.out.println("Response: " + call.send(endpoint).strip());
    }
  }

  private List<String> hints(TempFolder folder) {
    if (sample == null) {
      return List.of("Next:     your own service and handlers, docs/tutorial.md");
    }
    List<String> lines = new ArrayList<>();
    sample.hints(folder).forEach(command -> lines.add("Look:     " + command));
    lines.add("Next:     docs/" + sample.page());
    return lines;
  }

  /** Without a limit, because its nodes may be started after it. */
  private static void awaitReady(SampleSite site, AdminPages pages) throws InterruptedException {
    Optional<String> why = pages.notReady();
    if (why.isPresent()) {
      String missing = String.join(", ", site.unserved());
      System.err.println(
          "dharch: "
              + site.endpoint(SERVICE)
              + " is not ready: "
              + (missing.isEmpty() ? why.get() : "no node serves " + missing));
    }
    while (pages.notReady().isPresent()) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /** Quotes a shell argument. */
  private static String quoted(String text) {
    return text.contains(" ") ? "\"" + text + "\"" : text;
  }

  /** The default folder is for the first server on this machine; others have none. */
  private Optional<Path> store() {
    Path folder = storeOption.folder();
    if (storeOption.named().isPresent() || FolderStore.manager(folder).isEmpty()) {
      return Optional.of(folder);
    }
    spec.commandLine()
        .getErr()
        .println(
            "dharch: store '"
                + folder
                + "' is in use by process "
                + FolderStore.manager(folder).get()
                + "; keeping messages in memory. Set --store to another folder to store them");
    return Optional.empty();
  }

  private void listen(SampleSite site) throws IOException {
    try {
      site.listen(new InetSocketAddress(host, port));
    } catch (BindException e) {
      throw new UsageException(
          "cannot use port "
              + port
              + " on "
              + host
              + ": "
              + e.getMessage()
              + "; set another --port",
          e);
    }
  }

  private static Path standard(TempFolder folder) throws IOException {
    PaperConfiguration fifth =
        new PaperConfiguration(5, "standard", HandlerArrangement.stages("A,B,C,D E"), SERVICE);
    return folder.write("orchestration.xml", SiteDocuments.orchestrations(List.of(fifth)));
  }
}
