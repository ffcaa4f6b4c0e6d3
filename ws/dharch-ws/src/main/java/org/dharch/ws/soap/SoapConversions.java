package org.dharch.ws.soap;

import jakarta.xml.soap.SOAPMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlOptions;
import org.dharch.core.message.MalformedMessageException;

/**
 * Converts an envelope between bytes, XMLBeans document, SAAJ message and Axiom tree. The document
 * is an {@code EnvelopeDocument} of {@code org.dharch.ws.types.soap11} or {@code soap12}. SAAJ and
 * Axiom are required only for their conversions. SAAJ messages lose comments and processing
 * instructions. Attachments are not converted. Thread-safe; the trees are not.
 */
public final class SoapConversions {
  private static final XmlOptions UTF_8 =
      new XmlOptions().setCharacterEncoding("UTF-8").setSaveNoXmlDecl();

  private SoapConversions() {}

  /**
   * Parses untrusted bytes.
   *
   * @throws MalformedMessageException if it is not a SOAP envelope, or exceeds a bound of {@link
   *     SafeXml}
   */
  public static XmlObject document(byte[] envelope) {
    return requireEnvelope(SafeXml.parse(envelope));
  }

  /** Writes the document as UTF-8 without an XML declaration. */
  public static byte[] bytes(XmlObject document) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1_024);
    try {
      document.save(out, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * Converts the document to a SAAJ message.
   *
   * @throws MalformedMessageException if SAAJ rejects it
   */
  public static SOAPMessage soapMessage(XmlObject document) {
    return SaajMessages.of(document, version(document));
  }

  /**
   * Converts the envelope of a SAAJ message to a document.
   *
   * @throws MalformedMessageException if the message has no readable envelope
   */
  public static XmlObject document(SOAPMessage message) {
    return requireEnvelope(SaajMessages.document(message));
  }

  /** Converts the document to an independent Axiom tree. */
  public static SOAPEnvelope axiom(XmlObject document) {
    return AxiomEnvelopes.of(document);
  }

  /**
   * Converts an Axiom tree to a document.
   *
   * @throws MalformedMessageException if the tree cannot be read to its end
   */
  public static XmlObject document(SOAPEnvelope envelope) {
    return requireEnvelope(AxiomEnvelopes.document(envelope));
  }

  /**
   * Returns the SOAP version of a document.
   *
   * @throws MalformedMessageException if it is not a SOAP envelope
   */
  public static SoapVersion version(XmlObject document) {
    if (document instanceof org.dharch.ws.types.soap11.EnvelopeDocument) {
      return SoapVersion.SOAP_1_1;
    }
    if (document instanceof org.dharch.ws.types.soap12.EnvelopeDocument) {
      return SoapVersion.SOAP_1_2;
    }
    throw new MalformedMessageException(
        "the document element must be a SOAP Envelope (got "
            + ElementReader.of(document).name()
            + ")");
  }

  private static XmlObject requireEnvelope(XmlObject document) {
    version(document);
    return document;
  }
}
