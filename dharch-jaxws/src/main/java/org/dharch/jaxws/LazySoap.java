package org.dharch.jaxws;

import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.MimeHeaders;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeDiff;

/** An envelope that is parsed to a SAAJ message on demand and serialized only if it has changed. */
final class LazySoap {
  private final byte[] bytes;
  private final SoapFactories factories;
  private SOAPMessage message; // null until parsed
  private DomTrace before;

  LazySoap(byte[] bytes, SoapFactories factories) {
    this.bytes = bytes;
    this.factories = factories;
  }

  /** SAAJ's factories, cached because their lookup is slow. */
  record SoapFactories(MessageFactory soap11, MessageFactory soap12) {
    static SoapFactories find() {
      try {
        return new SoapFactories(
            MessageFactory.newInstance(SOAPConstants.SOAP_1_1_PROTOCOL),
            MessageFactory.newInstance(SOAPConstants.SOAP_1_2_PROTOCOL));
      } catch (SOAPException e) {
        throw new DHArchException("no SAAJ implementation: " + e.getMessage(), e);
      }
    }
  }

  boolean isSoap12() {
    return SoapVersion.isSoap12(bytes);
  }

  MessageFactory factory() {
    return isSoap12() ? factories.soap12() : factories.soap11();
  }

  SOAPMessage message() {
    if (message == null) {
      try {
        MimeHeaders type = new MimeHeaders();
        type.addHeader(
            "Content-Type",
            (isSoap12() ? SOAPConstants.SOAP_1_2_CONTENT_TYPE : SOAPConstants.SOAP_1_1_CONTENT_TYPE)
                + "; charset=utf-8");
        SOAPMessage read = factory().createMessage(type, new ByteArrayInputStream(bytes));
        if (read.getSOAPHeader() == null) { // Metro and CXF always create one
          read.getSOAPPart().getEnvelope().addHeader();
        }
        before = DomTrace.of(read.getSOAPPart().getEnvelope());
        message = read;
      } catch (SOAPException | IOException e) {
        throw new MalformedMessageException("SAAJ cannot read the envelope: " + e.getMessage(), e);
      }
    }
    return message;
  }

  void replace(SOAPMessage with) {
    if (with == null) {
      throw new DHArchException("the handler must set a SOAPMessage (got null)");
    }
    message();
    message = with;
  }

  /** The current envelope; the same array if unchanged. */
  byte[] now() throws SOAPException {
    if (message == null || before.equals(DomTrace.of(message.getSOAPPart().getEnvelope()))) {
      return bytes;
    }
    return written(message);
  }

  /**
   * The changes of the envelope.
   *
   * @throws DHArchException if an attachment was added
   */
  void collect(Limits limits, Changes.Builder changes) throws SOAPException {
    if (message != null && message.countAttachments() > 0) {
      throw new DHArchException("the handler must not add an attachment");
    }
    byte[] now = now();
    if (now != bytes) {
      changes.addAll(EnvelopeDiff.between(bytes, now, limits));
    }
  }

  static byte[] written(SOAPMessage message) throws SOAPException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      Transformer copy = TransformerFactory.newDefaultInstance().newTransformer();
      copy.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      copy.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
      copy.transform(new DOMSource(message.getSOAPPart().getEnvelope()), new StreamResult(out));
    } catch (TransformerException e) {
      throw new SOAPException("cannot write the message", e);
    }
    return out.toByteArray();
  }
}
