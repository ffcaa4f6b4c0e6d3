package org.dharch.servlet;

import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.Direction;
import org.dharch.core.message.envelope.Envelopes;

/**
 * The response of a handler to a request.
 *
 * @param body the envelope
 * @param flow the flow of a response or a fault
 * @param status the HTTP status of SOAP's bindings: 200, for a fault 500, for a sender fault of
 *     SOAP 1.2 400
 */
record HandlerResponse(SoapBody body, Direction flow, int status) {
  private static final QName VALUE12 =
      new QName("http://www.w3.org/2003/05/soap-envelope", "Value");

  /** The manager has checked that the envelope has the request's SOAP version. */
  static HandlerResponse of(byte[] envelope, Limits limits) {
    Envelopes.Outline outline = Envelopes.outline(envelope, limits);
    String name = outline.soap12() ? "application/soap+xml" : "text/xml";
    MediaType type = new MediaType(name, Map.of("charset", "UTF-8"));
    SoapBody.Content content = new SoapBody.Content(envelope, type.toString());
    return new HandlerResponse(
        new SoapBody(content, type, envelope, Optional.empty()),
        outline.fault() ? Direction.OUT_FAULT : Direction.OUT,
        outline.fault() ? statusOfFault(envelope, outline.soap12(), limits) : 200);
  }

  private static int statusOfFault(byte[] envelope, boolean soap12, Limits limits) {
    boolean senders =
        soap12
            && Envelopes.firstText(envelope, VALUE12, limits)
                .filter(code -> code.substring(code.indexOf(':') + 1).strip().equals("Sender"))
                .isPresent();
    return senders ? 400 : 500;
  }
}
