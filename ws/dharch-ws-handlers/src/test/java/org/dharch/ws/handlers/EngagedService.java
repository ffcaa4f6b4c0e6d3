package org.dharch.ws.handlers;

import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOnlyAxisOperation;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.receivers.RawXMLINOnlyMessageReceiver;
import org.apache.axis2.receivers.RawXMLINOutMessageReceiver;
import org.dharch.axis2.DHArchModule;
import org.dharch.samples.AxisServer;
import org.dharch.testing.Awaits;
import org.dharch.testing.DocsPage;

/** A service of Axis2's own server, on which the module is engaged, its node in this JVM. */
final class EngagedService {
  private final AxisServer server;
  private final AxisService service;

  /**
   * @param namespace that of its operations
   * @param actions that are for its handlers though they are no operation of it
   */
  EngagedService(AxisServer server, Class<?> type, String name, String namespace, String actions)
      throws Exception {
    this.server = server;
    service = new AxisService(name);
    service.setTargetNamespace(namespace);
    service.setClassLoader(type.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, type.getName()));
    service.addParameter(new Parameter("dharch.protocol.actions", actions));
  }

  /** What the parameter of a page's first XML block says. */
  static String actions(DocsPage page) {
    return page.blocks("xml").get(0).replaceAll("(?s)<[^>]*>", "").strip();
  }

  void answers(String operation) throws Exception {
    AxisOperation added = new InOutAxisOperation(name(operation));
    added.setMessageReceiver(new RawXMLINOutMessageReceiver());
    add(added);
  }

  void takes(String operation) throws Exception {
    AxisOperation added = new InOnlyAxisOperation(name(operation));
    added.setMessageReceiver(new RawXMLINOnlyMessageReceiver());
    add(added);
  }

  private QName name(String operation) {
    return new QName(service.getTargetNamespace(), operation);
  }

  private void add(AxisOperation operation) throws Exception {
    service.addOperation(operation);
    server.configuration().getPhasesInfo().setOperationPhases(operation);
  }

  AxisService service() {
    return service;
  }

  /** The server listens, and the module's node has come. */
  void start(Map<String, String> module) throws Exception {
    var installed = DHArchModule.install(server.context(), module);
    server.deploy(service);
    service.engageModule(installed);
    server.listen();
    Awaits.ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
  }
}
