package org.dharch.cli.run;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    description = {
      "Keeps the sample service up until Ctrl-C; prints READY <endpoint url> when all its",
      "handlers are served.",
      "Its handlers run on one node, in a JVM of its own, and on those that join."
    },
    versionProvider = Version.class)
public final class ServeCommand implements Callable<Integer>, RunningCommand {
  private static final String SERVICE = "Sample";

  /** Heartbeats come a few times a second. */
  private static final long LOOK_MILLIS = 20;

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "The HTTP port; 0 takes a free one (${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "The address to listen on (${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = "--broker",
      defaultValue = "embedded:" + BrokerOptions.DEFAULT,
      description = {
        "The broker: embedded:tcp://host:port runs it here (${DEFAULT-VALUE}).",
        "Of several, with spaces between, all are used; each has some of the nodes."
      })
  private String broker;

  @Option(
      names = "--orchestration",
      description = "The orchestration document; {A,B,C,D} {E} for every request if absent.")
  private Path orchestration;

  @Option(
      names = "--flow",
      paramLabel = "FILE",
      description = "The flow document: window, waiting, selection; see docs/flow-control.md.")
  private Path flow;

  @Option(
      names = "--no-node",
      fallbackValue = "true",
      description = "Start no node; the first that joins does the work.")
  private boolean noNode;

  @Option(
      names = "--tracing",
      fallbackValue = "true", // overrides the environment
      description = "Report spans by OpenTelemetry, to where its own settings say (OTEL_…).")
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
      throw new UsageException("--host is '" + host + "'; an address of this machine is needed");
    }
    if (orchestration != null) {
      Arguments.requireFile(orchestration);
    }
    URI address = BrokerOptions.uris("--broker", broker);
    Map<String, String> options =
        bridges.with(
            links.with(
                encryption.with(namespace.with(credentials.options("--broker", address, false)))));
    if (tracing) {
      options.put("tracing", "true");
    }
    if (flow != null) {
      FlowDocument.read(flow); // reports all errors
    }
    try (Lifetime lifetime = new Lifetime()) {
      TempFolder folder = lifetime.add(TempFolder.create());
      Path document = orchestration == null ? standard(folder) : orchestration;
      OrchestrationFile.open(document); // reports all errors
      SampleSite site =
          lifetime.add(
              SampleSite.start(address, options, document, store(), Optional.ofNullable(flow)));
      site.deploy(SERVICE);
      listen(site);
      if (!noNode) {
        SampleNodes.start(
            Map.of("local", SampleHandlers.standard(folder.path())),
            site,
            options,
            folder,
            lifetime);
        lifetime.add(site); // its requests end before the handlers
      }
      System.out.println(
          "Nodes join with: dharch node --broker "
              + quoted(BrokerList.text(site.nodeBroker()))
              + encryption.joinArguments()
              + namespace.joinArguments()
              + credentials.joinArguments());
      AdminPages pages = site.adminPages();
      admin.open(lifetime, pages, true, credentials.adminTls());
      awaitReady(site, pages);
      System.out.println("READY " + site.endpoint(SERVICE));
      lifetime.add(ServiceManager.ready(site.endpoint(SERVICE).toString(), pages::notReady));
      lifetime.awaitSignal();
    }
    return 0;
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
                + "; this server keeps messages in memory only, --store names a folder of its own");
    return Optional.empty();
  }

  private void listen(SampleSite site) throws IOException {
    try {
      site.listen(new InetSocketAddress(host, port));
    } catch (BindException e) {
      throw new UsageException(
          "port " + port + " on " + host + ": " + e.getMessage() + "; --port takes another one", e);
    }
  }

  private static Path standard(TempFolder folder) throws IOException {
    PaperConfiguration fifth =
        new PaperConfiguration(5, "standard", HandlerArrangement.stages("A,B,C,D E"), SERVICE);
    return folder.write("orchestration.xml", SiteDocuments.orchestrations(List.of(fifth)));
  }
}
