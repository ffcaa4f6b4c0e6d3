package org.dharch.ws.rm.message;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.ws.AddressingProcessor;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;

/** Reads and builds messages of the protocol. */
public final class RmMessages {
  private RmMessages() {}

  /**
   * Classifies a message by its body element, action, headers and fault code.
   *
   * @throws UnknownMessageException if it does not belong to the protocol
   * @throws ProcessingException if it is an invalid message of the protocol
   * @throws org.dharch.core.message.MalformedMessageException if it is not a SOAP envelope
   */
  public static RmReceived read(SOAPContext context)
      throws UnknownMessageException, ProcessingException {
    RmHeaders headers = RmHeaders.read(context.bytes());
    Optional<RmBody> body = body(context);
    if (body.isPresent()) {
      return new RmReceived(Optional.of(body.get().kind()), headers, body);
    }
    Optional<RmMessageKind> kind = byAction(context.action());
    if (kind.isEmpty() && headers.isEmpty() && !isFault(context, headers)) {
      throw new UnknownMessageException("not a message of WS-ReliableMessaging");
    }
    return new RmReceived(kind, headers, Optional.empty());
  }

  /** Faults without a header block are identified by their code. */
  private static boolean isFault(SOAPContext context, RmHeaders headers)
      throws ProcessingException {
    if (context.bodyName().filter(context.version().name("Fault")::equals).isEmpty()) {
      return false;
    }
    Optional<SoapFault> fault = SoapFaults.read(context.bytes());
    return fault.isPresent() && RmFault.of(fault.get(), headers).isPresent();
  }

  private static Optional<RmBody> body(SOAPContext context) throws ProcessingException {
    Optional<QName> name = context.bodyName();
    Optional<RmVersion> version = name.flatMap(n -> RmVersion.of(n.getNamespaceURI()));
    if (version.isEmpty()) {
      return Optional.empty();
    }
    AddressingVersion addressing =
        context.addressing().map(AddressingHeaders::version).orElse(AddressingVersion.WSA_2005_08);
    return Optional.of(
        RmBodyReader.read(
            ElementReader.of(context.bodyBytes().orElseThrow()), version.get(), addressing));
  }

  /** Classifies messages with an empty body. */
  private static Optional<RmMessageKind> byAction(String action) {
    int slash = action.lastIndexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    return RmVersion.of(action.substring(0, slash))
        .flatMap(version -> RmMessageKind.of(version, action.substring(slash + 1)))
        .filter(kind -> !kind.hasBody());
  }

  /**
   * Returns an envelope with the header blocks of reliable messaging.
   *
   * @param headers its addressing, with the action of its kind
   * @param blocks the protocol's header blocks
   * @param body the element in its body
   */
  public static byte[] envelope(
      SoapVersion soap, AddressingHeaders headers, List<String> blocks, RmBody body) {
    return AddressingProcessor.envelope(soap, headers, blocks, body.write());
  }

  public static byte[] envelope(SoapVersion soap, AddressingHeaders headers, List<String> blocks) {
    return AddressingProcessor.envelope(soap, headers, blocks, "");
  }
}
