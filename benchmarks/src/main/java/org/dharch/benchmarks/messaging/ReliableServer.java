package org.dharch.benchmarks.messaging;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOnlyAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.receivers.RawXMLINOnlyMessageReceiver;
import org.dharch.axis2.DHArchModule;
import org.dharch.samples.AxisServer;

/**
 * The sink of end-to-end exchanges: an Axis2 server with a node in its own process; {@code
 * JDBC-URL}. Prints {@code READY} and the address. For each input line it prints how many messages
 * its service received.
 */
public final class ReliableServer {
  static final String NAMESPACE = "urn:dharch:peer";
  private static final AtomicLong RECEIVED = new AtomicLong();

  /** Called by Axis2. */
  public ReliableServer() {}

  /** Receives a one-way message. */
  public void note(OMElement request) {
    if (request.getFirstElement().getText().isEmpty()) {
      throw new IllegalArgumentException("the message must have text");
    }
    RECEIVED.incrementAndGet();
  }

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    ReliableDocuments documents = new ReliableDocuments(Path.of("").toAbsolutePath());
    try (AxisServer server = AxisServer.create()) {
      var module =
          DHArchModule.install(
              server.context(),
              Map.of(
                  "dharch.broker",
                  "memory:here",
                  "dharch.orchestration",
                  documents.serverOrchestrations().toString(),
                  "dharch.node",
                  documents.serverNode(args[0]).toString(),
                  "dharch.outbound.hosts",
                  "127.0.0.1"));
      AxisService service = new AxisService("Greeter");
      service.setTargetNamespace(NAMESPACE);
      service.setClassLoader(ReliableServer.class.getClassLoader());
      service.addParameter(new Parameter(Constants.SERVICE_CLASS, ReliableServer.class.getName()));
      service.addParameter(
          new Parameter(
              "dharch.protocol.actions", "http://docs.oasis-open.org/ws-rx/wsrm/200702/*"));
      AxisOperation note = new InOnlyAxisOperation(new QName(NAMESPACE, "note"));
      note.setMessageReceiver(new RawXMLINOnlyMessageReceiver());
      service.addOperation(note);
      server.configuration().getPhasesInfo().setOperationPhases(note);
      server.deploy(service);
      service.engageModule(module);
      server.listen();
      ReliableClient.awaitNodes(server);
      out.println("READY " + server.endpoint("Greeter"));
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      while (in.readLine() != null) {
        out.println(RECEIVED.get());
      }
    }
    System.exit(0);
  }
}
