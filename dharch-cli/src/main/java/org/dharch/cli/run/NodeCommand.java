package org.dharch.cli.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.cli.base.AdminOption;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.BrokerOptions;
import org.dharch.cli.base.DirectLinks;
import org.dharch.cli.base.EncryptOption;
import org.dharch.cli.base.Lifetime;
import org.dharch.cli.base.NamespaceOption;
import org.dharch.cli.base.RunningCommand;
import org.dharch.cli.base.ServiceManager;
import org.dharch.cli.base.TempFolder;
import org.dharch.cli.base.Version;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.core.message.DHArchException;
import org.dharch.hemanager.HEManager;
import org.dharch.monitor.NodePages;
import org.dharch.samples.SampleHandlers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "node",
    description = "Run a handler node until Ctrl-C; print READY <name>",
    footer = "Example: dharch node --config node.xml --broker tcp://host:61616",
    versionProvider = Version.class)
public final class NodeCommand implements Callable<Integer>, RunningCommand {
  /** The time until waiting is logged. */
  private static final Duration UNSAID = Duration.ofSeconds(3);

  @Option(names = "--config", description = "Node document; default: the five sample handlers")
  private Path config;

  @Option(names = "--broker", description = "Broker addresses, instead of the document's")
  private String broker;

  @Option(names = "--name", description = "Node name, instead of the document's")
  private String name;

  @Option(names = "--until-eof", hidden = true)
  private boolean untilEof;

  @Mixin private BrokerOptions credentials;

  @Mixin private EncryptOption encryption;

  @Mixin private NamespaceOption namespace;

  @Mixin private DirectLinks links;

  @Mixin private AdminOption admin;

  /** The caller prints the messages. */
  @Override
  public boolean logsEvents() {
    return !untilEof;
  }

  @Override
  public Integer call() throws Exception {
    if (config != null) {
      Arguments.requireFile(config);
    }
    if (name != null) {
      KeyFile.checkName(name);
    }
    Map<String, String> overrides =
        links.with(encryption.with(namespace.with(credentials.options())));
    if (broker != null) {
      overrides.put("broker", BrokerOptions.uris("--broker", broker).toString());
    }
    if (untilEof) {
      Lifetime.endWithParent();
    }
    try (Lifetime lifetime = new Lifetime()) {
      AtomicReference<HEManager> started = new AtomicReference<>();
      admin.open(
          lifetime,
          NodePages.of(
              () -> started(started).status(),
              () -> started.get() != null && started.get().isReachable(),
              () -> Optional.ofNullable(started.get()).flatMap(NodeCommand::rejection),
              NodeCommand::leave),
          !untilEof,
          credentials);
      HEManager node; // closed before its port, which reports the progress
      if (config == null) {
        overrides.putIfAbsent("broker", BrokerOptions.DEFAULT);
        node = lifetime.add(sample(lifetime, overrides));
      } else {
        if (name != null) {
          overrides.put("name", name);
        }
        node = lifetime.add(HEManager.start(config, overrides));
      }
      started.set(node);
      awaitConnected(node);
      node.ready().toCompletableFuture().get(); // the log explains delays
      String ready = node.status().node().name() + " " + handlers(node);
      System.out.println("READY " + ready);
      lifetime.add(ServiceManager.ready(ready, () -> hindrance(node)));
      lifetime.awaitSignal();
    }
    return 0;
  }

  private static HEManager started(AtomicReference<HEManager> node) {
    if (node.get() == null) {
      throw new DHArchException("the node has not started: it creates its handlers");
    }
    return node.get();
  }

  /** Why managers give it no work, although it would accept some. */
  private static Optional<String> hindrance(HEManager node) {
    return node.isReachable() ? rejection(node) : Optional.of("no connection to the broker");
  }

  private static Optional<String> rejection(HEManager node) {
    Optional<String> rejection = node.rejection();
    return rejection.isPresent() || node.ready().toCompletableFuture().isDone()
        ? rejection
        : Optional.of("no manager has accepted it yet");
  }

  /** As SIGTERM, which finishes running tasks. */
  private static void leave() {
    new Thread(() -> System.exit(0), "dharch-leave").start();
  }

  /** Without a limit, because the broker may be started after its nodes. */
  private static void awaitConnected(HEManager node) throws Exception {
    CompletableFuture<Void> connected = node.connected().toCompletableFuture();
    try {
      connected.get(UNSAID.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      System.err.println(
          "dharch: node " + node.status().node().name() + " waits for its broker; see the log");
      connected.get();
    }
  }

  private HEManager sample(Lifetime lifetime, Map<String, String> overrides) throws Exception {
    TempFolder folder = lifetime.add(TempFolder.create());
    String own = name == null ? "node-" + ProcessHandle.current().pid() : name;
    Path document =
        folder.write("node.xml", SiteDocuments.node(own, SampleHandlers.standard(folder.path())));
    return HEManager.start(document, overrides);
  }

  private static String handlers(HEManager node) {
    return String.join(",", node.status().handlers());
  }
}
