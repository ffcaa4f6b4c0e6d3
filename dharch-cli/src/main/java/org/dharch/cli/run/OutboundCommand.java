package org.dharch.cli.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.Lifetime;
import org.dharch.cli.base.RunningCommand;
import org.dharch.cli.base.ServiceManager;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.settings.GatewayHost;
import org.dharch.core.settings.GatewayRuntime;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.OrchestrationSource;
import org.dharch.core.settings.Parameters;
import org.dharch.core.spi.BrokerList;
import org.dharch.outbound.HttpOutbound;
import org.dharch.outbound.OutboundSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "outbound",
    description = "Send emitted messages to external addresses until Ctrl-C",
    footer = "Example: dharch outbound --config outbound.properties",
    versionProvider = Version.class)
public final class OutboundCommand implements Callable<Integer>, RunningCommand {
  private static final String BROKER = "dharch.broker";

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "Properties file with dharch.* and dharch.outbound.*")
  private Path config;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Arguments.requireFile(config);
    Parameters parameters = Parameters.read(config);
    if (parameters.text(BROKER).isEmpty()) {
      throw new UsageException(
          "file '" + config + "' must have " + BROKER + ", the broker of nodes and this manager");
    }
    Host host = new Host(config.toAbsolutePath().getParent());
    GatewaySettings settings =
        GatewaySettings.of(parameters, OutboundSettings.names()).withFlow(host::file);
    OutboundSettings sending = OutboundSettings.of(parameters, settings.manager().limits());
    OrchestrationSource source =
        OrchestrationSource.of(settings, host::file, List.of(host.loader()));
    if (sending.hosts().isEmpty()) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("dharch: dharch.outbound.hosts is empty, so all addresses are rejected");
    }
    try (Lifetime lifetime = new Lifetime()) {
      HttpOutbound outbound = lifetime.add(new HttpOutbound(sending));
      GatewayRuntime runtime = lifetime.add(GatewayRuntime.start(settings, source, host));
      runtime.manager().outbound(outbound);
      String broker =
          BrokerList.text(
              runtime.manager().status().nodeUri().orElse(settings.transport().broker()));
      System.out.println("READY " + broker);
      lifetime.add(ServiceManager.ready(broker));
      lifetime.awaitSignal();
    }
    return 0;
  }

  private record Host(Path folder) implements GatewayHost {
    @Override
    public Path file(String name) {
      return folder.resolve(name);
    }

    @Override
    public ClassLoader loader() {
      return OutboundCommand.class.getClassLoader();
    }
  }
}
