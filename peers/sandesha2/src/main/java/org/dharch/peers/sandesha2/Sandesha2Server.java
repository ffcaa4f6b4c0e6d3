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
 * Takes messages reliably at {@code /axis2/services/Greeter}, and answers some, until its standard
 * input ends: {@code REPOSITORY PORT}. Prints {@code listens} and then what it is told, a line
 * each.
 */
public final class Sandesha2Server {
  private Sandesha2Server() {}

  /** Its process. */
  public static void main(String[] args) throws Exception {
    ConfigurationContext context = PeerContext.create(args[0], false);
    AxisConfiguration axis = context.getAxisConfiguration();
    axis.engageModule("addressing");
    AxisService service = new AxisService("Greeter");
    service.setTargetNamespace(Notes.NAMESPACE);
    service.setClassLoader(Notes.class.getClassLoader());
    add(axis, service, new InOnlyAxisOperation(new QName(Notes.NAMESPACE, "note")), new Notes());
    add(axis, service, new InOutAxisOperation(new QName(Notes.NAMESPACE, "greet")), new Greets());
    axis.addService(service);
    service.engageModule(axis.getModule("sandesha2"));
    SimpleHTTPServer server = new SimpleHTTPServer(context, Integer.parseInt(args[1]));
    server.start();
    System.out.println("listens");
    while (System.in.read() >= 0) {
      // until whoever started it has ended
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
    operation.setSoapAction(Notes.NAMESPACE + ":Greeter:" + operation.getName().getLocalPart());
    service.addOperation(operation);
    service.mapActionToOperation(operation.getSoapAction(), operation);
    axis.getPhasesInfo().setOperationPhases(operation);
  }
}
