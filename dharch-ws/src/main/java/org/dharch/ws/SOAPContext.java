package org.dharch.ws;

import jakarta.xml.soap.SOAPMessage;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.XmlObject;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.Envelopes;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapVersion;

/**
 * One message as processors see it (Pallickara et al., section 3). What is not asked for is not
 * read; what was read is kept. Every method throws {@link MalformedMessageException} where the
 * message is not XML, no SOAP envelope, or past a bound. Not safe for several threads.
 */
public final class SOAPContext {
  private final byte[] envelope;
  private final String soapAction;
  private Optional<Envelopes.Outline> outline = Optional.empty();
  private Optional<XmlObject> document = Optional.empty();
  private Optional<Optional<AddressingHeaders>> addressing = Optional.empty();

  /**
   * @param envelope in UTF-8; not copied, and not to be written to
   * @param soapAction what the transport says; empty if it says nothing
   */
  public SOAPContext(byte[] envelope, String soapAction) {
    this.envelope = envelope;
    this.soapAction = soapAction;
  }

  /** A message of which the transport says nothing. */
  public SOAPContext(byte[] envelope) {
    this(envelope, "");
  }

  /** Another envelope with what the transport says of this one. */
  SOAPContext with(byte[] changed) {
    return new SOAPContext(changed, soapAction);
  }

  /** The envelope's bytes; not to be written to. */
  public byte[] bytes() {
    return envelope;
  }

  public SoapVersion version() {
    return outline().soap12() ? SoapVersion.SOAP_1_2 : SoapVersion.SOAP_1_1;
  }

  /** The header blocks, in their order. */
  public List<HeaderRef> headers() {
    return Envelopes.headers(envelope, Limits.DEFAULT);
  }

  /** The first header block of that name, as a document of its type. No other block is read. */
  public Optional<XmlObject> header(QName name) {
    return headerBytes(new HeaderRef(name, 0)).map(SafeXml::parse);
  }

  /** One header block's bytes, which stand alone. */
  public Optional<byte[]> headerBytes(HeaderRef header) {
    return Envelopes.part(envelope, new Part.Header(header), Limits.DEFAULT);
  }

  /** The name of the first element in the body; empty if there is none. */
  public Optional<QName> bodyName() {
    return outline().content();
  }

  /** The first element in the body, as a document of its type. No header block is read. */
  public Optional<XmlObject> body() {
    return bodyBytes().map(SafeXml::parse);
  }

  /** The bytes of the first element in the body, which stand alone. */
  public Optional<byte[]> bodyBytes() {
    return bodyName()
        .flatMap(
            name ->
                Envelopes.part(
                    envelope, Part.element(List.of(new Part.Step(name, 0))), Limits.DEFAULT));
  }

  /**
   * The whole message: an {@code EnvelopeDocument} of {@code org.dharch.ws.types.soap11} or {@code
   * soap12}. It is this context's, and what is changed in it changes nothing else.
   */
  public XmlObject envelope() {
    if (document.isEmpty()) {
      document = Optional.of(SoapConversions.document(envelope));
    }
    return document.get();
  }

  /** The whole message for SAAJ, made anew each time; an implementation must be there. */
  public SOAPMessage soapMessage() {
    return SoapConversions.soapMessage(envelope());
  }

  /**
   * What the message is for: WS-Addressing's action, else the transport's; empty if there is
   * neither.
   *
   * @throws ProcessingException as {@link #addressing}
   */
  public String action() throws ProcessingException {
    return addressing().map(AddressingHeaders::action).orElse(soapAction);
  }

  /**
   * Its WS-Addressing headers; empty if it has none.
   *
   * @throws ProcessingException if they are wrong
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
