package org.dharch.ws;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingFault;
import org.dharch.ws.addressing.AddressingFault.Special;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.soap.EnvelopeWriter;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;

/**
 * Validates the WS-Addressing headers of received messages and marks them as processed. Must be the
 * first processor of a chain. Its static methods build addressed envelopes and replies.
 * Thread-safe.
 */
public final class AddressingProcessor implements WsProcessor {
  private final AnonymousUse use;

  public AddressingProcessor(AnonymousUse use) {
    this.use = use;
  }

  /**
   * @throws UnknownMessageException for outbound messages and for messages without WS-Addressing
   */
  @Override
  public Changes processExchange(SOAPContext context, Direction direction) throws WsException {
    if (direction == Direction.FROM_APPLICATION) {
      throw new UnknownMessageException("outbound messages are addressed by their sender");
    }
    Optional<AddressingHeaders> headers = context.addressing();
    if (headers.isEmpty()) {
      throw new UnknownMessageException("the message has no WS-Addressing headers");
    }
    requireUse(headers.get().version(), "ReplyTo", headers.get().replyTo());
    requireUse(headers.get().version(), "FaultTo", headers.get().faultTo());
    Changes.Builder changes = Changes.builder();
    for (HeaderRef block : context.headers()) {
      if (block.name().getNamespaceURI().equals(headers.get().version().namespace())) {
        changes.processed(block);
      }
    }
    return changes.build();
  }

  private void requireUse(
      AddressingVersion version, String header, Optional<EndpointReference> endpoint)
      throws ProcessingException {
    if (endpoint.isEmpty() || endpoint.get().isNone() || use == AnonymousUse.OPTIONAL) {
      return;
    }
    boolean isAnonymous = endpoint.get().isAnonymous();
    if (isAnonymous != (use == AnonymousUse.REQUIRED)) {
      Special special =
          isAnonymous
              ? Special.ONLY_NON_ANONYMOUS_ADDRESS_SUPPORTED
              : Special.ONLY_ANONYMOUS_ADDRESS_SUPPORTED;
      throw new ProcessingException(
          new AddressingException(
              AddressingFault.invalid(
                  version,
                  header,
                  special,
                  "the header wsa:"
                      + header
                      + (isAnonymous
                          ? " must not be the anonymous address"
                          : " must be the anonymous address"))));
    }
  }

  /**
   * Builds a message to an endpoint.
   *
   * @param headers carry the endpoint's address, from {@link AddressingHeaders#to}
   * @param more header blocks of other protocols
   * @param body the element in the body; empty for an empty body
   */
  public static byte[] envelope(
      SoapVersion soap, AddressingHeaders headers, List<String> more, String body) {
    return new EnvelopeWriter(soap).headers(headers.write()).headers(more).body(body).bytes();
  }

  /**
   * Builds the reply to a message in the same versions of SOAP and WS-Addressing.
   *
   * @param more header blocks of other protocols
   * @param body the element in the body; empty for an empty body
   * @throws ProcessingException if the message's addressing is wrong
   */
  public static WsMessage reply(
      SOAPContext request, String action, String messageId, List<String> more, String body)
      throws ProcessingException {
    Optional<AddressingHeaders> headers = request.addressing();
    if (headers.isEmpty()) {
      return new WsMessage(
          EndpointReference.anonymous(AddressingVersion.WSA_2005_08),
          action,
          new EnvelopeWriter(request.version()).headers(more).body(body).bytes());
    }
    EndpointReference target = headers.get().replyTarget(false);
    AddressingHeaders responseHeaders = headers.get().response(target, action, messageId);
    return new WsMessage(target, action, envelope(request.version(), responseHeaders, more, body));
  }

  /**
   * Returns the action of a fault message that has no action. Faults of WS-Addressing have a
   * dedicated action.
   */
  public static String faultAction(SOAPContext fault, AddressingVersion version) {
    boolean isAddressingFault =
        SoapFaults.read(fault.bytes()).map(SoapFault::subcodes).orElse(List.of()).stream()
            .anyMatch(code -> AddressingVersion.of(code.getNamespaceURI()).isPresent());
    return isAddressingFault ? version.faultAction() : version.soapFaultAction();
  }

  /**
   * Builds the fault for a message's sender. It is sent to FaultTo, otherwise to ReplyTo, otherwise
   * to the back-channel, also if the message's addressing is unreadable.
   *
   * @param isOneWay whether the message expects no reply
   * @param action the fault's action; empty for the action of any fault
   */
  public static WsMessage faultReply(
      SOAPContext request, SoapFault fault, String action, String messageId, boolean isOneWay) {
    Optional<AddressingHeaders> headers;
    AddressingVersion version = AddressingVersion.WSA_2005_08;
    try {
      headers = request.addressing();
    } catch (ProcessingException e) {
      headers = Optional.empty();
      if (e.getCause() instanceof AddressingException cause) {
        version = cause.fault().version();
      }
    }
    EndpointReference target =
        headers.isPresent()
            ? headers.get().faultTarget(isOneWay)
            : EndpointReference.anonymous(version);
    String faultAction =
        action.isEmpty()
            ? headers.map(AddressingHeaders::version).orElse(version).soapFaultAction()
            : action;
    List<String> blocks =
        headers.map(h -> h.response(target, faultAction, messageId).write()).orElse(List.of());
    return new WsMessage(
        target, faultAction, SoapFaults.envelope(request.version(), fault, blocks));
  }
}
