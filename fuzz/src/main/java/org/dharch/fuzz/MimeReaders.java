package org.dharch.fuzz;

import com.sun.xml.ws.developer.StreamingAttachmentFeature;
import com.sun.xml.ws.encoding.MimeMultipartParser;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.MimeHeaders;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.axiom.attachments.Attachments;
import org.apache.cxf.attachment.AttachmentDeserializer;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;

/** How SOAP stacks find the envelope in a multipart message. */
final class MimeReaders {
  private static final MessageFactory FACTORY = factory();

  /** Says of every refusal why; kept, as a level that is set lasts as long as its logger. */
  private static final Logger SAAJ = Logger.getLogger("com.sun.xml.messaging.saaj");

  static {
    SAAJ.setLevel(Level.OFF);
  }

  private MimeReaders() {}

  private static MessageFactory factory() {
    try {
      return MessageFactory.newInstance(SOAPConstants.DYNAMIC_SOAP_PROTOCOL);
    } catch (SOAPException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static byte[] cxf(String type, ByteArrayInputStream body) throws Exception {
    MessageImpl message = new MessageImpl();
    message.setContent(InputStream.class, body);
    message.put(Message.CONTENT_TYPE, type);
    new AttachmentDeserializer(message, List.of("multipart/related")).initializeAttachments();
    if (message.get(Message.ENCODING) instanceof String charset
        && !List.of("utf-8", "us-ascii").contains(charset.toLowerCase(Locale.ROOT))) {
      throw new AssertionError("CXF reads it as " + charset);
    }
    try (InputStream root = message.getContent(InputStream.class)) {
      return root.readAllBytes();
    }
  }

  static byte[] saaj(String type, ByteArrayInputStream body) throws Exception {
    MimeHeaders headers = new MimeHeaders();
    headers.addHeader("Content-Type", type);
    try (InputStream root =
        ((javax.xml.transform.stream.StreamSource)
                FACTORY.createMessage(headers, body).getSOAPPart().getContent())
            .getInputStream()) {
      return root.readAllBytes();
    }
  }

  static byte[] metro(String type, ByteArrayInputStream body) {
    return new MimeMultipartParser(body, type, new StreamingAttachmentFeature())
        .getRootPart()
        .asByteArray();
  }

  static byte[] axis2(String type, ByteArrayInputStream body) throws Exception {
    try (InputStream root =
        new Attachments(body, type).getMultipartBody().getRootPart().getInputStream(false)) {
      return root.readAllBytes();
    }
  }
}
