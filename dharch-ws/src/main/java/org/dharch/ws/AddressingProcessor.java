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
 * The first processor of a chain: sees that a received message's addressing is right, and marks its
 * header blocks as processed. Its functions address what other processors send. Stateless; safe for
 * any thread.
 */
public final class AddressingProcessor implements WsProcessor {
  private final AnonymousUse use;

  public AddressingProcessor(AnonymousUse use) {
    this.use = use;
  }

  /** Messages without WS-Addressing, and those about to be sent, are none of its own. */
  @Override
  public Changes processExchange(SOAPContext context, Direction direction) throws WsException {
    if (direction == Direction.FROM_APPLICATION) {
      throw new UnknownMessageException("the message is addressed by who sends it");
    }
    Optional<AddressingHeaders> headers = context.addressing();
    if (headers.isEmpty()) {
      throw new UnknownMessageException("the message has no WS-Addressing headers");
    }
    check(headers.get());
    Changes.Builder changes = Changes.builder();
    for (HeaderRef block : context.headers()) {
      if (block.name().getNamespaceURI().equals(headers.get().version().namespace())) {
        changes.processed(block);
      }
    }
    return changes.build();
  }

  private void check(AddressingHeaders headers) throws ProcessingException {
    requireUse(headers.version(), "ReplyTo", headers.replyTo());
    requireUse(headers.version(), "FaultTo", headers.faultTo());
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
                          ? " is the anonymous address; another is needed here"
                          : " is an address; only the anonymous one is allowed here"))));
    }
  }

  /**
   * A message to an endpoint.
   *
   * @param headers with the endpoint's address, from {@link AddressingHeaders#to}
   * @param more header blocks of other protocols
   * @param body the element in the body; empty for an empty body
   */
  public static byte[] envelope(
      SoapVersion soap, AddressingHeaders headers, List<String> more, String body) {
    return new EnvelopeWriter(soap).headers(headers.write()).headers(more).body(body).bytes();
  }

  /**
   * The reply to a message, in its own versions of SOAP and WS-Addressing.
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
    AddressingHeaders back = headers.get().back(target, action, messageId);
    return new WsMessage(target, action, envelope(request.version(), back, more, body));
  }

  /**
   * The action of a message with a fault that says none: WS-Addressing's own faults have one of
   * their own.
   */
  public static String faultAction(SOAPContext fault, AddressingVersion version) {
    boolean isOfAddressing =
        SoapFaults.read(fault.bytes()).map(SoapFault::subcodes).orElse(List.of()).stream()
            .anyMatch(code -> AddressingVersion.of(code.getNamespaceURI()).isPresent());
    return isOfAddressing ? version.faultAction() : version.soapFaultAction();
  }

  /**
   * A fault to a message's sender: to FaultTo, else to ReplyTo, else on the back-channel; there
   * also if the message's addressing cannot be read.
   *
   * @param isOneWay whether the message is one that has no reply
   * @param action the fault's action; empty for that of any fault
   */
  public static WsMessage faultReply(
      SOAPContext request,
      SoapFault fault,
      Optional<String> action,
      String messageId,
      boolean isOneWay) {
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
    String said =
        action.orElse(headers.map(AddressingHeaders::version).orElse(version).soapFaultAction());
    List<String> blocks =
        headers.map(h -> h.back(target, said, messageId).write()).orElse(List.of());
    return new WsMessage(target, said, SoapFaults.envelope(request.version(), fault, blocks));
  }
}
