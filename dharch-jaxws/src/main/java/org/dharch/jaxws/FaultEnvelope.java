package org.dharch.jaxws;

import jakarta.xml.soap.Detail;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.Iterator;
import java.util.Locale;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Converts a SOAP fault thrown by a handler to an envelope. */
final class FaultEnvelope {
  private static final String SOAP11 = SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE;
  private static final String SOAP12 = SOAPConstants.URI_NS_SOAP_1_2_ENVELOPE;

  private FaultEnvelope() {}

  /** The fault with all that it has, in an envelope of the request's version. */
  static byte[] of(SOAPFaultException e, MessageFactory factory) throws SOAPException {
    SOAPFault fault = e.getFault();
    SOAPMessage message = factory.createMessage();
    boolean soap12 = message.getSOAPBody().getNamespaceURI().equals(SOAP12);
    SOAPFault sent = message.getSOAPBody().addFault();
    sent.setFaultCode(code(fault.getFaultCodeAsQName(), message.getSOAPBody().getNamespaceURI()));
    if (soap12 && SOAP12.equals(fault.getNamespaceURI())) {
      copyOwn12(fault, sent);
    } else {
      String reason = fault.getFaultString();
      Locale locale = fault.getFaultStringLocale();
      sent.setFaultString(reason == null ? "" : reason, locale == null ? Locale.ENGLISH : locale);
    }
    if (fault.getFaultActor() != null) {
      sent.setFaultActor(fault.getFaultActor());
    }
    if (fault.getDetail() != null) {
      copy(fault.getDetail(), sent.addDetail());
    }
    return LazySoap.written(message);
  }

  private static void copyOwn12(SOAPFault fault, SOAPFault to) throws SOAPException {
    for (Iterator<QName> codes = fault.getFaultSubcodes(); codes.hasNext(); ) {
      to.appendFaultSubcode(codes.next());
    }
    for (Iterator<Locale> all = fault.getFaultReasonLocales(); all.hasNext(); ) {
      Locale locale = all.next();
      to.addFaultReasonText(fault.getFaultReasonText(locale), locale);
    }
    if (fault.getFaultNode() != null) {
      to.setFaultNode(fault.getFaultNode());
    }
  }

  /** Copies the content, with the namespaces around it: text may use their prefixes. */
  private static void copy(Detail detail, Detail to) {
    for (Node n = detail.getFirstChild(); n != null; n = n.getNextSibling()) {
      Node copy = to.getOwnerDocument().importNode(n, true);
      if (copy instanceof Element element) {
        for (Node up = detail; up instanceof Element; up = up.getParentNode()) {
          declare((Element) up, element);
        }
      }
      to.appendChild(copy);
    }
  }

  private static void declare(Element around, Element on) {
    for (int i = 0; i < around.getAttributes().getLength(); i++) {
      Node declared = around.getAttributes().item(i);
      if (XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(declared.getNamespaceURI())
          && !XMLConstants.XMLNS_ATTRIBUTE.equals(declared.getNodeName())
          && !on.hasAttribute(declared.getNodeName())) {
        on.setAttributeNS(
            XMLConstants.XMLNS_ATTRIBUTE_NS_URI, declared.getNodeName(), declared.getNodeValue());
      }
    }
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
