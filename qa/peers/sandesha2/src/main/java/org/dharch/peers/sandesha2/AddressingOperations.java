package org.dharch.peers.sandesha2;

import java.io.StringReader;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.addressing.EndpointReferenceHelper;
import org.apache.axis2.addressing.RelatesTo;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.dharch.peers.operations.Row;
import org.dharch.peers.operations.Samples;

/**
 * WS-Addressing by the two handlers of Axis2's module, each called with a separate message context.
 * Axis2 has no reference properties; reference parameters replace those of the paper.
 */
final class AddressingOperations {
  private static final QName NAME = new QName(EngagedService.WSA, "EndpointReference", "wsa");

  private final EngagedService engaged;
  private final Handler out = handler("AddressingOutHandler");
  private final Handler in = handler("AddressingInHandler");
  private final OMElement property =
      OMXMLBuilderFactory.createOMBuilder(new StringReader(Samples.PROPERTY)).getDocumentElement();

  AddressingOperations(EngagedService engaged) throws Exception {
    this.engaged = engaged;
    property.build();
  }

  /**
   * Loads a handler from the module by reflection, because Maven does not compile against a .mar.
   */
  private static Handler handler(String name) throws Exception {
    return Class.forName("org.apache.axis2.handlers.addressing." + name)
        .asSubclass(Handler.class)
        .getConstructor()
        .newInstance();
  }

  void add(Map<Row, Callable<Object>> rows) {
    byte[] sample = EngagedService.sampleBytes();
    SOAPEnvelope tree = EngagedService.sample(sample);
    tree.build();
    rows.put(Row.EMPTY_TREE, EngagedService.SOAP::getDefaultEnvelope);
    rows.put(Row.ENDPOINT, () -> write(new EndpointReference(Samples.ADDRESS)));
    rows.put(Row.ENDPOINT_WITH_PROPERTY, () -> write(rich()));
    rows.put(Row.ENVELOPE, () -> bytes(addressed()));
    rows.put(
        Row.ENVELOPE_WITH_MOST,
        () -> {
          MessageContext message = addressed();
          EndpointReference plain = new EndpointReference(Samples.ADDRESS);
          message.setFrom(plain);
          message.setReplyTo(plain);
          message.setFaultTo(plain);
          message.addRelatesTo(new RelatesTo(Samples.ID));
          return bytes(message);
        });
    rows.put(Row.READ_TREE, () -> read(tree));
    rows.put(Row.READ_BYTES, () -> read(EngagedService.sample(sample)));
  }

  private static String write(EndpointReference reference) throws Exception {
    return EndpointReferenceHelper.toOM(
            OMAbstractFactory.getOMFactory(), reference, NAME, EngagedService.WSA)
        .toString();
  }

  private EndpointReference rich() {
    EndpointReference reference = new EndpointReference(Samples.ADDRESS);
    reference.addReferenceParameter(property);
    return reference;
  }

  private MessageContext addressed() throws Exception {
    MessageContext message = engaged.message();
    message.setTo(rich());
    message.setWSAAction(Samples.ACTION);
    message.setMessageID(Samples.ID);
    return message;
  }

  /** Returns the serialized message with its addressing header blocks. */
  byte[] bytes(MessageContext message) throws Exception {
    message.setProperty(AddressingConstants.WS_ADDRESSING_VERSION, EngagedService.WSA);
    out.invoke(message);
    return EngagedService.bytes(message.getEnvelope());
  }

  private Object read(SOAPEnvelope envelope) throws Exception {
    MessageContext message = engaged.context().createMessageContext();
    message.setEnvelope(envelope);
    in.invoke(message);
    return message.getWSAAction() + " " + message.getMessageID() + " " + message.getReplyTo();
  }
}
