package org.dharch.cli.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.dharch.axis2.DHArchModule;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleServices;

/**
 * An Axis2 server with the module engaged, in a JVM of its own, until its standard input ends.
 * Arguments: its port, its console's port, the file of {@link Deliveries}, and the module's
 * parameters as {@code name=value}.
 */
final class ServerMain {
  static final String SERVICE = "Chaos";

  private ServerMain() {}

  public static void main(String[] args) throws IOException {
    Map<String, String> parameters =
        Arrays.stream(args)
            .skip(3)
            .map(parameter -> parameter.split("=", 2))
            .collect(Collectors.toMap(p -> p[0], p -> p[1]));
    System.setProperty(Deliveries.FILE, args[2]);
    AxisServer server = AxisServer.create();
    AxisModule module = DHArchModule.install(server.context(), parameters);
    AxisService service = SampleServices.create(SERVICE);
    service.setClassLoader(ChaosService.class.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, ChaosService.class.getName()));
    server.deploy(service);
    service.engageModule(module);
    server.listen(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])));
    ManagerConsole.listen(
        Integer.parseInt(args[1]), DHArchModule.manager(server.context()).orElseThrow());
    System.out.println("READY " + server.endpoint(SERVICE));
    while (System.in.read() >= 0) {
      // nothing is ever said; only the end counts
    }
    server.close();
    System.exit(0);
  }
}
