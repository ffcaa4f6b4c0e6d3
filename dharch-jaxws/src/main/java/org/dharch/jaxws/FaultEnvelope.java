package org.dharch.jaxws;

import jakarta.xml.soap.Detail;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.soap.SOAPFaultException;
import javax.xml.namespace.QName;
import org.w3c.dom.Node;

/** Converts a SOAP fault thrown by a handler to a line or an envelope. */
final class FaultEnvelope {
  private static final String SOAP11 = SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE;
  private static final String SOAP12 = SOAPConstants.URI_NS_SOAP_1_2_ENVELOPE;

  private FaultEnvelope() {}

  static String text(SOAPFaultException e) {
    SOAPFault fault = e.getFault();
    QName code = fault.getFaultCodeAsQName();
    return "SOAP fault" + (code == null ? "" : " " + code.getLocalPart()) + ": " + reason(fault);
  }

  private static String reason(SOAPFault fault) {
    String reason = fault.getFaultString();
    return reason == null ? "" : reason;
  }

  /** The fault with code, reason, role and detail, in an envelope of the request's version. */
  static byte[] of(SOAPFaultException e, MessageFactory factory) throws SOAPException {
    SOAPFault fault = e.getFault();
    SOAPMessage message = factory.createMessage();
    String namespace = message.getSOAPBody().getNamespaceURI();
    SOAPFault sent =
        message.getSOAPBody().addFault(code(fault.getFaultCodeAsQName(), namespace), reason(fault));
    if (fault.getFaultActor() != null) {
      sent.setFaultActor(fault.getFaultActor());
    }
    Detail detail = fault.getDetail();
    if (detail != null) {
      Detail copy = sent.addDetail();
      for (Node n = detail.getFirstChild(); n != null; n = n.getNextSibling()) {
        copy.appendChild(copy.getOwnerDocument().importNode(n, true));
      }
    }
    return LazySoap.written(message);
  }

  /** Translates a standard code to the other SOAP version. */
  private static QName code(QName code, String namespace) {
    if (code == null) {
      return new QName(namespace, namespace.equals(SOAP12) ? "Receiver" : "Server");
    }
    String of = code.getNamespaceURI();
    if (of.equals(namespace) || !(of.equals(SOAP11) || of.equals(SOAP12) || of.isEmpty())) {
      return namespace.equals(SOAP12) && !of.equals(SOAP12) ? new QName(SOAP12, "Receiver") : code;
    }
    return switch (code.getLocalPart()) {
      case "Client", "Sender" ->
          new QName(namespace, namespace.equals(SOAP12) ? "Sender" : "Client");
      case "MustUnderstand", "VersionMismatch" -> new QName(namespace, code.getLocalPart());
      default -> new QName(namespace, namespace.equals(SOAP12) ? "Receiver" : "Server");
    };
  }
}
