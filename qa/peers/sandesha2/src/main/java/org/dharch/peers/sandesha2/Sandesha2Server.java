package org.dharch.peers.sandesha2;

import javax.xml.namespace.QName;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOnlyAxisOperation;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.MessageReceiver;
import org.apache.axis2.transport.http.SimpleHTTPServer;

/**
 * Receives messages reliably at {@code /axis2/services/Greeter}, and answers some, until its
 * standard input ends: {@code REPOSITORY PORT}. Prints {@code listens} and then each received text
 * in a line.
 */
public final class Sandesha2Server {
  private Sandesha2Server() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    ConfigurationContext context = PeerContext.create(args[0], false);
    AxisConfiguration axis = context.getAxisConfiguration();
    axis.engageModule("addressing");
    AxisService service = new AxisService("Greeter");
    service.setTargetNamespace(NoteReceiver.NAMESPACE);
    service.setClassLoader(NoteReceiver.class.getClassLoader());
    add(
        axis,
        service,
        new InOnlyAxisOperation(new QName(NoteReceiver.NAMESPACE, "note")),
        new NoteReceiver());
    add(
        axis,
        service,
        new InOutAxisOperation(new QName(NoteReceiver.NAMESPACE, "greet")),
        new GreetReceiver());
    axis.addService(service);
    service.engageModule(axis.getModule("sandesha2"));
    SimpleHTTPServer server = new SimpleHTTPServer(context, Integer.parseInt(args[1]));
    server.start();
    System.out.println("listens");
    while (System.in.read() >= 0) {
      // until the parent process ends
    }
    server.stop();
    System.exit(0);
  }

  private static void add(
      AxisConfiguration axis,
      AxisService service,
      AxisOperation operation,
      MessageReceiver receiver)
      throws Exception {
    operation.setMessageReceiver(receiver);
    operation.setSoapAction(
        NoteReceiver.NAMESPACE + ":Greeter:" + operation.getName().getLocalPart());
    service.addOperation(operation);
    service.mapActionToOperation(operation.getSoapAction(), operation);
    axis.getPhasesInfo().setOperationPhases(operation);
  }
}
