package org.dharch.benchmarks.sensor;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.receivers.RawXMLINOutMessageReceiver;

/**
 * The sensor's service behind its handlers. Its answer names the reading and the previous one of
 * the resource, which the resource handler has written into the message. Any number of threads.
 */
public final class SensorService {
  /** The actions that its handlers answer. */
  private static final String EVENTING = "http://schemas.xmlsoap.org/ws/2004/08/eventing/*";

  private static final QName BEFORE = new QName("urn:dharch:resource:1", "Before");

  /** Called by Axis2. */
  public SensorService() {}

  /** Describes the service without deploying it. */
  static AxisService describe(AxisConfiguration axis, String name) throws AxisFault {
    AxisService service = new AxisService(name);
    service.setClassLoader(SensorService.class.getClassLoader());
    service.addParameter(new Parameter("ServiceClass", SensorService.class.getName()));
    service.addParameter(new Parameter("dharch.protocol.actions", EVENTING));
    AxisOperation operation = new InOutAxisOperation(new QName("reading"));
    operation.setMessageReceiver(new RawXMLINOutMessageReceiver());
    service.addOperation(operation);
    axis.getPhasesInfo().setOperationPhases(operation);
    return service;
  }

  /** The only operation of the service. */
  public OMElement reading(OMElement reading) {
    var envelope = MessageContext.getCurrentMessageContext().getEnvelope();
    OMElement answer = reading.getOMFactory().createOMElement("done", reading.getNamespace());
    answer.setText(Reading.answer(id(reading), before(envelope.getHeader())));
    return answer;
  }

  private static String id(OMElement reading) {
    return reading.getFirstChildWithName(new QName("id")).getText();
  }

  private static String before(SOAPHeader header) {
    Optional<OMElement> block =
        Optional.ofNullable(header).map(it -> it.getFirstChildWithName(BEFORE));
    if (block.isEmpty()) {
      return Reading.NO_BLOCK;
    }
    OMElement stored = block.get().getFirstElement();
    return stored == null ? Reading.NOTHING_BEFORE : id(stored);
  }
}
