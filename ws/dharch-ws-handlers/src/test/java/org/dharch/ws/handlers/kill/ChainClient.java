package org.dharch.ws.handlers.kill;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.axis2.DHArchModule;
import org.dharch.samples.AxisServer;
import org.dharch.testing.ForkedJvm;

/**
 * A process that is the gateway of the source: an Axis2 client whose messages pass the handlers of
 * a node elsewhere. With its port, the broker and the orchestration document. It is spoken to in
 * lines over a socket, {@code address text}, and says {@code A} when the message has been accepted,
 * or {@code E} and why nobody knows.
 */
final class ChainClient {
  private static final int TIMEOUT_MILLIS = 10_000;

  private final AxisServer axis;

  private ChainClient(AxisServer axis) {
    this.axis = axis;
  }

  public static void main(String[] args) throws Exception {
    ForkedJvm.endWithParent();
    AxisServer axis = AxisServer.create();
    DHArchModule.install(
        axis.context(),
        Map.of(
            "dharch.broker", args[1],
            "dharch.orchestration", args[2],
            "dharch.outbound.hosts", "127.0.0.1"));
    ChainClient client = new ChainClient(axis);
    ServerSocket server =
        new ServerSocket(Integer.parseInt(args[0]), 50, InetAddress.getLoopbackAddress());
    System.out.println("READY " + server.getLocalPort());
    while (true) {
      Socket speaker = server.accept();
      Thread thread = new Thread(() -> client.talk(speaker));
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void talk(Socket speaker) {
    try (Socket closed = speaker;
        PrintWriter out = new PrintWriter(closed.getOutputStream(), true, StandardCharsets.UTF_8);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(speaker.getInputStream(), StandardCharsets.UTF_8))) {
      ServiceClient client = new ServiceClient(axis.context(), null);
      client.engageModule("dharch");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] output = line.split(" ", 2);
        out.println(send(client, output[0], output[1]));
      }
    } catch (IOException e) {
      System.out.println("its application is gone: " + e);
    }
  }

  private static String send(ServiceClient client, String address, String text) {
    Options options = new Options();
    options.setTo(new EndpointReference(address));
    options.setAction(ChainService.NAMESPACE + ":note");
    options.setTimeOutInMilliSeconds(TIMEOUT_MILLIS);
    options.setProperty(HTTPConstants.SO_TIMEOUT, TIMEOUT_MILLIS);
    client.setOptions(options);
    OMFactory factory = OMAbstractFactory.getOMFactory();
    OMElement body = factory.createOMElement(new QName(ChainService.NAMESPACE, "note", "c"));
    factory.createOMElement(new QName("text"), body).setText(text);
    try {
      client.fireAndForget(body);
      return "A";
    } catch (AxisFault e) {
      return "E " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
  }
}
