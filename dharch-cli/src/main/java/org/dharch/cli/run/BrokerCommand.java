package org.dharch.cli.run;

import java.net.URI;
import java.util.concurrent.Callable;
import org.dharch.cli.base.AdminOption;
import org.dharch.cli.base.BridgeOption;
import org.dharch.cli.base.BrokerOptions;
import org.dharch.cli.base.Lifetime;
import org.dharch.cli.base.RunningCommand;
import org.dharch.cli.base.ServiceManager;
import org.dharch.cli.base.Version;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.monitor.BrokerPages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "broker",
    description = "Run a broker until Ctrl-C; print READY <address>",
    footer = "Example: dharch broker --bind tcp://0.0.0.0:61616",
    versionProvider = Version.class)
public final class BrokerCommand implements Callable<Integer>, RunningCommand {
  @Option(
      names = "--bind",
      defaultValue = BrokerOptions.DEFAULT,
      description = "Listen address, tcp:// or ssl:// (${DEFAULT-VALUE})")
  private String bind;

  @Mixin private BrokerOptions broker;

  @Mixin private BridgeOption bridges;

  @Mixin private AdminOption admin;

  @Override
  public Integer call() throws InterruptedException {
    URI address = BrokerOptions.uri("--bind", bind);
    try (Lifetime lifetime = new Lifetime()) {
      EmbeddedBroker running =
          lifetime.add(
              EmbeddedBroker.start(address, bridges.with(broker.options("--bind", address, true))));
      admin.open(
          lifetime, BrokerPages.of(running.uri().toString(), running::bridgeStates), true, broker);
      System.out.println("READY " + running.uri());
      lifetime.add(ServiceManager.ready(running.uri().toString()));
      lifetime.awaitSignal();
    }
    return 0;
  }
}
