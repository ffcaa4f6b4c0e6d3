package org.dharch.ws.handlers.kill;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.xml.namespace.QName;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOnlyAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.receivers.RawXMLINOnlyMessageReceiver;
import org.dharch.axis2.DHArchModule;
import org.dharch.samples.AxisServer;
import org.dharch.testing.ForkedJvm;

/**
 * A process that is the gateway of the sink: an Axis2 server with {@link ChainService}. With its
 * port, the broker and the orchestration document.
 */
final class ChainServer {
  static final String SERVICE = "Ledger";

  private ChainServer() {}

  public static void main(String[] args) throws Exception {
    ForkedJvm.endWithParent();
    AxisServer server = AxisServer.create();
    var module =
        DHArchModule.install(
            server.context(),
            Map.of(
                "dharch.broker", args[1],
                "dharch.orchestration", args[2],
                "dharch.outbound.hosts", "127.0.0.1"));
    AxisService service = new AxisService(SERVICE);
    service.setTargetNamespace(ChainService.NAMESPACE);
    service.setClassLoader(ChainService.class.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, ChainService.class.getName()));
    service.addParameter(
        new Parameter("dharch.protocol.actions", "http://docs.oasis-open.org/ws-rx/wsrm/200702/*"));
    AxisOperation note = new InOnlyAxisOperation(new QName(ChainService.NAMESPACE, "note"));
    note.setMessageReceiver(new RawXMLINOnlyMessageReceiver());
    service.addOperation(note);
    server.configuration().getPhasesInfo().setOperationPhases(note);
    server.deploy(service);
    service.engageModule(module);
    server.listen(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])));
    System.out.println("READY " + server.endpoint(SERVICE));
    new CountDownLatch(1).await();
  }
}
