package org.dharch.ws.soap;

import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.message.MalformedMessageException;

/** Converts between XMLBeans documents and Axiom trees through StAX. */
final class AxiomEnvelopes {
  private AxiomEnvelopes() {}

  static SOAPEnvelope of(XmlObject document) {
    try {
      SOAPEnvelope envelope =
          OMXMLBuilderFactory.createStAXSOAPModelBuilder(document.newXMLStreamReader())
              .getSOAPEnvelope();
      envelope.build();
      return envelope;
    } catch (OMException e) {
      throw new MalformedMessageException("Axiom rejects the envelope: " + e.getMessage(), e);
    }
  }

  static XmlObject document(SOAPEnvelope envelope) {
    try {
      return SafeXml.tree(envelope.getXMLStreamReader());
    } catch (OMException e) {
      throw new MalformedMessageException("cannot read the Axiom tree: " + e.getMessage(), e);
    }
  }
}
