package com.example.orders;

import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** Adds a header block that says that the message was audited. */
public final class AuditHandler extends AbstractHandler {
  @Override
  public InvocationResponse invoke(MessageContext context) {
    SOAPEnvelope envelope = context.getEnvelope();
    SOAPFactory factory = (SOAPFactory) envelope.getOMFactory();
    SOAPHeader header = envelope.getHeader();
    if (header == null) {
      header = factory.createSOAPHeader(envelope);
    }
    OMNamespace namespace = factory.createOMNamespace("urn:audit", "a");
    header.addHeaderBlock("Audited", namespace).setText("yes");
    return InvocationResponse.CONTINUE;
  }
}
