package org.dharch.ws.soap;

import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPElement;
import jakarta.xml.soap.SOAPEnvelope;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.message.MalformedMessageException;

/** Converts between documents and SAAJ messages by walking the trees. */
final class SaajMessages {
  private final SoapVersion version;
  private final SOAPEnvelope envelope;
  private SOAPElement current;
  private int depth;

  private SaajMessages(SoapVersion version, SOAPEnvelope envelope) {
    this.version = version;
    this.envelope = envelope;
    this.current = envelope;
  }

  /** Created once, because the service lookup is expensive. */
  private static final class Factories {
    private static final MessageFactory SOAP_1_1 = of(SOAPConstants.SOAP_1_1_PROTOCOL);
    private static final MessageFactory SOAP_1_2 = of(SOAPConstants.SOAP_1_2_PROTOCOL);

    private static MessageFactory of(String protocol) {
      try {
        return MessageFactory.newInstance(protocol);
      } catch (SOAPException e) {
        throw new IllegalStateException("found no SAAJ implementation: " + e.getMessage(), e);
      }
    }
  }

  static SOAPMessage of(XmlObject document, SoapVersion version) {
    MessageFactory factory =
        version == SoapVersion.SOAP_1_1 ? Factories.SOAP_1_1 : Factories.SOAP_1_2;
    try (XmlCursor cursor = document.newCursor()) {
      SOAPMessage message = factory.createMessage();
      SOAPEnvelope envelope = message.getSOAPPart().getEnvelope();
      envelope.getHeader().detachNode();
      envelope.getBody().detachNode();
      new SaajMessages(version, envelope).walk(cursor);
      return message;
    } catch (SOAPException e) {
      throw new MalformedMessageException("SAAJ rejects the envelope: " + e.getMessage(), e);
    }
  }

  static XmlObject document(SOAPMessage message) {
    try {
      return SafeXml.tree(message.getSOAPPart().getEnvelope());
    } catch (SOAPException e) {
      throw new MalformedMessageException(
          "the SAAJ message must contain an envelope: " + e.getMessage(), e);
    }
  }

  private void walk(XmlCursor cursor) throws SOAPException {
    for (XmlCursor.TokenType token = cursor.toNextToken();
        !token.isNone() && !token.isEnddoc();
        token = cursor.toNextToken()) {
      switch (token.intValue()) {
        case XmlCursor.TokenType.INT_START -> begin(cursor.getName());
        case XmlCursor.TokenType.INT_END -> end();
        case XmlCursor.TokenType.INT_NAMESPACE -> declare(cursor.getName());
        case XmlCursor.TokenType.INT_ATTR ->
            current.addAttribute(cursor.getName(), cursor.getTextValue());
        case XmlCursor.TokenType.INT_TEXT -> text(cursor.getChars());
        default -> {} // comments and processing instructions
      }
    }
  }

  private void begin(QName name) throws SOAPException {
    depth++;
    if (depth == 1) {
      rename(name.getPrefix());
    } else if (depth == 2 && name.equals(version.name("Header"))) {
      current = envelope.addHeader();
    } else if (depth == 2 && name.equals(version.name("Body"))) {
      current = envelope.addBody();
    } else {
      current = current.addChildElement(name);
    }
  }

  private void end() {
    depth--;
    if (depth > 0) {
      current = current.getParentElement();
    }
  }

  /** Restores the prefix, because SAAJ chooses its original. */
  private void rename(String prefix) throws SOAPException {
    String original = envelope.getPrefix();
    if (!prefix.equals(original)) {
      envelope.addNamespaceDeclaration(prefix, version.namespace());
      envelope.setPrefix(prefix);
      envelope.removeNamespaceDeclaration(original);
    }
  }

  /** The local part of a declaration's name is the prefix. */
  private void declare(QName declaration) throws SOAPException {
    current.addNamespaceDeclaration(declaration.getLocalPart(), declaration.getNamespaceURI());
  }

  private void text(String text) throws SOAPException {
    if (current.getParentElement() != null || !text.isBlank()) {
      current.addTextNode(text);
    }
  }
}
