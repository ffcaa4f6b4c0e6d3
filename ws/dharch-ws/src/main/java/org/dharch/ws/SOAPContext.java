package org.dharch.ws;

import jakarta.xml.soap.SOAPMessage;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.XmlObject;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapVersion;

/**
 * One message in the form that processors read (Pallickara et al., section 3). Parts are parsed on
 * demand and cached. Every method throws {@link MalformedMessageException} if the message is not a
 * SOAP envelope or exceeds a bound. Not thread-safe.
 */
public final class SOAPContext {
  private final byte[] envelope;
  private final String soapAction;
  private Optional<Envelopes.Outline> outline = Optional.empty();
  private Optional<XmlObject> document = Optional.empty();
  private Optional<Optional<AddressingHeaders>> addressing = Optional.empty();

  /**
   * @param envelope in UTF-8; not copied, and must not be modified
   * @param soapAction the SOAPAction of the transport; may be empty
   */
  public SOAPContext(byte[] envelope, String soapAction) {
    this.envelope = envelope;
    this.soapAction = soapAction;
  }

  /** Creates a context without a SOAPAction of the transport. */
  public SOAPContext(byte[] envelope) {
    this(envelope, "");
  }

  SOAPContext with(byte[] changed) {
    return new SOAPContext(changed, soapAction);
  }

  /** The envelope's bytes; must not be modified. */
  public byte[] bytes() {
    return envelope;
  }

  public SoapVersion version() {
    return outline().soap12() ? SoapVersion.SOAP_1_2 : SoapVersion.SOAP_1_1;
  }

  /** The header blocks, in document order. */
  public List<HeaderRef> headers() {
    return Envelopes.headers(envelope, Limits.DEFAULT);
  }

  /**
   * The first header block with this name, as a document of its type. Other blocks are not parsed.
   */
  public Optional<XmlObject> header(QName name) {
    return headerBytes(new HeaderRef(name, 0)).map(SafeXml::parse);
  }

  /** One header block as a self-contained document. */
  public Optional<byte[]> headerBytes(HeaderRef header) {
    return Envelopes.part(envelope, new Part.Header(header), Limits.DEFAULT);
  }

  /** The name of the first element in the body; empty if the body is empty. */
  public Optional<QName> bodyName() {
    return outline().content();
  }

  /** The first element in the body as a document of its type. Header blocks are not parsed. */
  public Optional<XmlObject> body() {
    return bodyBytes().map(SafeXml::parse);
  }

  /** The first element in the body as a self-contained document. */
  public Optional<byte[]> bodyBytes() {
    return bodyName()
        .flatMap(
            name ->
                Envelopes.part(
                    envelope, Part.element(List.of(new Part.Step(name, 0))), Limits.DEFAULT));
  }

  /**
   * The whole message: an {@code EnvelopeDocument} of {@code org.dharch.ws.types.soap11} or {@code
   * soap12}. The tree belongs to this context. Changes to it do not change the message.
   */
  public XmlObject envelope() {
    if (document.isEmpty()) {
      document = Optional.of(SoapConversions.document(envelope));
    }
    return document.get();
  }

  /** Builds a new SAAJ message on each call; requires a SAAJ implementation. */
  public SOAPMessage soapMessage() {
    return SoapConversions.soapMessage(envelope());
  }

  /**
   * The WS-Addressing action, otherwise the transport's SOAPAction; empty if there is neither.
   *
   * @throws ProcessingException as {@link #addressing}
   */
  public String action() throws ProcessingException {
    return addressing().map(AddressingHeaders::action).orElse(soapAction);
  }

  /**
   * The WS-Addressing headers; empty if there are none.
   *
   * @throws ProcessingException if they are invalid
   */
  public Optional<AddressingHeaders> addressing() throws ProcessingException {
    if (addressing.isEmpty()) {
      try {
        addressing = Optional.of(AddressingHeaders.read(envelope));
      } catch (AddressingException e) {
        throw new ProcessingException(e);
      }
    }
    return addressing.get();
  }

  private Envelopes.Outline outline() {
    if (outline.isEmpty()) {
      outline = Optional.of(Envelopes.outline(envelope, Limits.DEFAULT));
    }
    return outline.get();
  }
}
