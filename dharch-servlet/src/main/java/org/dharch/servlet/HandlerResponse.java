package org.dharch.servlet;

import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Envelopes;

/**
 * A handler's own answer to a request, as a service would have written it.
 *
 * @param body the envelope
 * @param flow the way of a response, or of a fault
 * @param status HTTP's, as the bindings of SOAP say: 200, for a fault 500, and 400 where SOAP 1.2
 *     says that the sender is wrong
 */
record HandlerResponse(SoapBody body, Direction flow, int status) {
  private static final QName VALUE12 =
      new QName("http://www.w3.org/2003/05/soap-envelope", "Value");

  /**
   * The answer that {@code envelope} is, which the manager has found to be one of the request's
   * SOAP version.
   */
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
