package org.dharch.cli.run;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.axis2.description.AxisService;
import org.dharch.cli.base.AdminOption;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.BrokerOptions;
import org.dharch.cli.base.Lifetime;
import org.dharch.cli.base.TempFolder;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.findroute.RouteHandlers;
import org.dharch.samples.findroute.RouteMessages;
import org.dharch.samples.findroute.RouteService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "findroute",
    description = "Run the composite service FindRoute until Ctrl-C",
    footer = "Example: dharch findroute --port 8081",
    versionProvider = Version.class)
public final class FindRouteCommand implements Callable<Integer> {
  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "HTTP port; 0 for any free port (${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--wait",
      paramLabel = "MILLIS",
      defaultValue = "100",
      description = "Duration of each of the three services (${DEFAULT-VALUE})")
  private int wait;

  @Option(
      names = "--nodes",
      defaultValue = "3",
      description = "Number of handler nodes, each in its own JVM (${DEFAULT-VALUE})")
  private int nodes;

  @Override
  public Integer call() throws Exception {
    Arguments.requireRange("--port", port, 0, 65535);
    Arguments.requireRange("--wait", wait, 0, 60_000);
    Arguments.requireRange("--nodes", nodes, 1, 64);
    try (Lifetime lifetime = new Lifetime()) {
      TempFolder folder = lifetime.add(TempFolder.create());
      AxisServer services = lifetime.add(services());
      Path document = folder.write("findroute.xml", RouteHandlers.orchestration());
      SampleSite site =
          lifetime.add(
              SampleSite.start(
                  URI.create("embedded:tcp://127.0.0.1:0"),
                  Map.of(),
                  document,
                  Optional.empty(),
                  Optional.empty()));
      site.deploy(RouteService::findRoute);
      listen(site);
      List<SampleHandlers.Spec> handlers =
          RouteHandlers.of(
              services.endpoint(RouteService.BOOK1),
              services.endpoint(RouteService.BOOK2),
              services.endpoint(RouteService.MAP));
      SampleNodes.start(SampleNodes.deal(handlers, nodes), site, Map.of(), folder, lifetime);
      lifetime.add(site); // its requests end before the handlers
      for (String name : List.of(RouteService.BOOK1, RouteService.BOOK2, RouteService.MAP)) {
        System.out.println("asks " + services.endpoint(name));
      }
      new AdminOption().open(lifetime, site.adminPages(), true, new BrokerOptions()); // on loopback
      System.out.println("READY " + site.endpoint(RouteMessages.SERVICE));
      lifetime.awaitSignal();
    }
    return 0;
  }

  private AxisServer services() throws IOException {
    AxisServer server = AxisServer.create();
    try {
      for (AxisService each :
          List.of(
              RouteService.addressBook(server.configuration(), RouteService.BOOK1),
              RouteService.addressBook(server.configuration(), RouteService.BOOK2),
              RouteService.roadMap(server.configuration()))) {
        RouteService.behaves(each, wait, 0);
        server.deploy(each);
      }
      server.listen();
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void listen(SampleSite site) throws IOException {
    try {
      site.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (BindException e) {
      throw new UsageException(
          "cannot use port " + port + ": " + e.getMessage() + "; set another --port", e);
    }
  }
}
