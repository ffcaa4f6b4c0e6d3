package org.dharch.fuzz;

import com.sun.xml.ws.developer.StreamingAttachmentFeature;
import com.sun.xml.ws.encoding.MimeMultipartParser;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.MimeHeaders;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPPart;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import org.apache.axiom.attachments.Attachments;
import org.apache.cxf.attachment.AttachmentDeserializer;
import org.apache.cxf.helpers.HttpHeaderHelper;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.staxutils.StaxUtils;

/** How SOAP stacks find and read the envelope in a message. */
final class MimeReaders {
  private static final MessageFactory FACTORY = factory();

  /** Logs every rejection; a reference is kept because a logger's level is lost with the logger. */
  private static final Logger SAAJ = Logger.getLogger("com.sun.xml.messaging.saaj");

  static {
    SAAJ.setLevel(Level.OFF);
  }

  /**
   * The result of a stack.
   *
   * @param envelope the bytes of the envelope
   * @param text the parsed text, in the stack's charset
   */
  record Read(byte[] envelope, String text) {}

  private MimeReaders() {}

  private static MessageFactory factory() {
    try {
      return MessageFactory.newInstance(SOAPConstants.DYNAMIC_SOAP_PROTOCOL);
    } catch (SOAPException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Reads as a destination's interceptors read an HTTP request. */
  static Read cxf(String type, ByteArrayInputStream body) throws Exception {
    MessageImpl message = new MessageImpl();
    message.setContent(InputStream.class, body);
    message.put(Message.CONTENT_TYPE, type);
    String charset = HttpHeaderHelper.findCharset(type);
    if (charset != null) {
      message.put(Message.ENCODING, HttpHeaderHelper.mapCharset(charset));
    }
    new AttachmentDeserializer(message, List.of("multipart/related")).initializeAttachments();
    try (InputStream root = message.getContent(InputStream.class)) {
      byte[] envelope = root.readAllBytes();
      return new Read(
          envelope,
          XmlReading.of(
              StaxUtils.createXMLStreamReader(
                  new ByteArrayInputStream(envelope), (String) message.get(Message.ENCODING))));
    }
  }

  /** Reads as Spring-WS does. */
  static Read saaj(String type, ByteArrayInputStream body) throws Exception {
    MimeHeaders headers = new MimeHeaders();
    headers.addHeader("Content-Type", type);
    SOAPPart part = FACTORY.createMessage(headers, body).getSOAPPart();
    try (InputStream root = ((StreamSource) part.getContent()).getInputStream()) {
      byte[] envelope = root.readAllBytes();
      return new Read(
          envelope,
          XmlReading.of(StaxUtils.createXMLStreamReader(new DOMSource(part.getEnvelope()))));
    }
  }

  static Read metro(String type, ByteArrayInputStream body) throws Exception {
    return utf8(
        new MimeMultipartParser(body, type, new StreamingAttachmentFeature())
            .getRootPart()
            .asByteArray());
  }

  static Read axis2(String type, ByteArrayInputStream body) throws Exception {
    try (InputStream root =
        new Attachments(body, type).getMultipartBody().getRootPart().getInputStream(false)) {
      return utf8(root.readAllBytes());
    }
  }

  private static Read utf8(byte[] envelope) throws XMLStreamException {
    return new Read(envelope, XmlReading.ofUtf8(envelope));
  }
}
