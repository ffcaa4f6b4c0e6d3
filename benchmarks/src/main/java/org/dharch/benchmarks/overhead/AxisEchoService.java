package org.dharch.benchmarks.overhead;

import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.receivers.RawXMLINOutMessageReceiver;

/** An echo service. */
public final class AxisEchoService {
  /** Called by Axis2. */
  public AxisEchoService() {}

  /** Returns the element it receives. */
  public OMElement data(OMElement element) {
    element.build();
    element.detach();
    return element;
  }

  static AxisService describe(AxisConfiguration axis) throws AxisFault {
    AxisService service = new AxisService("Echo");
    service.setClassLoader(AxisEchoService.class.getClassLoader());
    service.addParameter(new Parameter("ServiceClass", AxisEchoService.class.getName()));
    AxisOperation operation = new InOutAxisOperation(new QName("data"));
    operation.setMessageReceiver(new RawXMLINOutMessageReceiver());
    service.addOperation(operation);
    axis.getPhasesInfo().setOperationPhases(operation);
    return service;
  }
}
