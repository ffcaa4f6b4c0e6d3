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
 * The same envelope as bytes, XMLBeans document, SAAJ message and Axiom tree. The document is an
 * {@code EnvelopeDocument} of {@code org.dharch.ws.types.soap11} or {@code soap12}. Only who asks
 * for a SAAJ message or an Axiom tree needs those libraries. Comments and processing instructions
 * are not carried to SAAJ; attachments are not carried at all. Stateless; safe for any thread, but
 * the trees are not.
 */
public final class SoapConversions {
  private static final XmlOptions UTF_8 =
      new XmlOptions().setCharacterEncoding("UTF-8").setSaveNoXmlDecl();

  private SoapConversions() {}

  /**
   * Bytes from outside as a document.
   *
   * @throws MalformedMessageException if it is no SOAP envelope, or past a bound of {@link SafeXml}
   */
  public static XmlObject document(byte[] envelope) {
    return requireEnvelope(SafeXml.parse(envelope));
  }

  /** The document's UTF-8 bytes, without XML declaration. */
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
   * The document as a SAAJ message.
   *
   * @throws MalformedMessageException if it is not one that SAAJ takes
   */
  public static SOAPMessage soapMessage(XmlObject document) {
    return SaajMessages.of(document, version(document));
  }

  /**
   * A SAAJ message's envelope as a document.
   *
   * @throws MalformedMessageException if it has none that can be read
   */
  public static XmlObject document(SOAPMessage message) {
    return requireEnvelope(SaajMessages.document(message));
  }

  /** The document as an Axiom tree, which no longer needs the document. */
  public static SOAPEnvelope axiom(XmlObject document) {
    return AxiomEnvelopes.of(document);
  }

  /**
   * An Axiom tree as a document.
   *
   * @throws MalformedMessageException if it cannot be read to its end
   */
  public static XmlObject document(SOAPEnvelope envelope) {
    return requireEnvelope(AxiomEnvelopes.document(envelope));
  }

  /**
   * The SOAP version of a document.
   *
   * @throws MalformedMessageException if it is no SOAP envelope
   */
  public static SoapVersion version(XmlObject document) {
    if (document instanceof org.dharch.ws.types.soap11.EnvelopeDocument) {
      return SoapVersion.SOAP_1_1;
    }
    if (document instanceof org.dharch.ws.types.soap12.EnvelopeDocument) {
      return SoapVersion.SOAP_1_2;
    }
    throw new MalformedMessageException(
        "the XML is no SOAP envelope, but " + ElementReader.of(document).name());
  }

  private static XmlObject requireEnvelope(XmlObject document) {
    version(document);
    return document;
  }
}
