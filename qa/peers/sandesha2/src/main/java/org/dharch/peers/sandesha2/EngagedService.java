package org.dharch.peers.sandesha2;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.context.ServiceGroupContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.peers.operations.Samples;

/** A service with both modules engaged, and its message contexts. */
final class EngagedService {
  static final String WSA = AddressingConstants.Submission.WSA_NAMESPACE;
  static final SOAPFactory SOAP = OMAbstractFactory.getSOAP11Factory();

  private final ConfigurationContext context;
  private final AxisService service = new AxisService("Greeter");
  private final AxisOperation operation =
      new InOutAxisOperation(new QName(NoteReceiver.NAMESPACE, "greet"));
  private final ServiceContext serviceContext;

  EngagedService(String repository) throws Exception {
    context = PeerContext.create(repository, false);
    AxisConfiguration axis = context.getAxisConfiguration();
    axis.engageModule("addressing");
    service.setTargetNamespace(NoteReceiver.NAMESPACE);
    service.addOperation(operation);
    axis.getPhasesInfo().setOperationPhases(operation);
    axis.addService(service);
    service.engageModule(axis.getModule("sandesha2"));
    ServiceGroupContext group = context.createServiceGroupContext(service.getAxisServiceGroup());
    serviceContext = group.getServiceContext(service);
  }

  ConfigurationContext context() {
    return context;
  }

  /** Returns an application's message with an empty envelope. */
  MessageContext message() throws Exception {
    return message(SOAP.getDefaultEnvelope());
  }

  /** Returns a message with that envelope. */
  MessageContext message(SOAPEnvelope envelope) throws Exception {
    MessageContext message = context.createMessageContext();
    message.setAxisService(service);
    message.setServiceContext(serviceContext);
    message.setAxisOperation(operation);
    message.setOperationContext(serviceContext.createOperationContext(operation));
    message.setProperty(AddressingConstants.WS_ADDRESSING_VERSION, WSA);
    message.setEnvelope(envelope);
    return message;
  }

  /** Returns the sample, parsed on demand. */
  static SOAPEnvelope sample(byte[] bytes) {
    return OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(bytes), "UTF-8")
        .getSOAPEnvelope();
  }

  static byte[] sampleBytes() {
    return Samples.MESSAGE.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the serialized envelope. */
  static byte[] bytes(SOAPEnvelope envelope) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1_024);
    OMOutputFormat format = new OMOutputFormat();
    format.setCharSetEncoding("UTF-8");
    format.setIgnoreXMLDeclaration(true);
    envelope.serializeAndConsume(out, format);
    return out.toByteArray();
  }
}
