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

/** Tells the protocol's messages, and puts them together. Stateless; safe for any thread. */
public final class RmMessages {
  private RmMessages() {}

  /**
   * What a message is to the protocol: by the element in its body, by its action, by its headers,
   * and by the code of a fault.
   *
   * @throws UnknownMessageException if it is nothing to it
   * @throws ProcessingException if it is one of its messages, and wrong
   * @throws org.dharch.core.message.MalformedMessageException if it is no SOAP envelope
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
      throw new UnknownMessageException("the message has nothing of WS-ReliableMessaging");
    }
    return new RmReceived(kind, headers, Optional.empty());
  }

  /**
   * A fault of the protocol may have no header block of it: in SOAP 1.2 its code says what it is,
   * and in both that of CreateSequence.
   */
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

  /** Of the messages that have nothing in their bodies. */
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
   * One of the protocol's messages as an envelope.
   *
   * @param headers its addressing, with the kind's action
   * @param blocks the protocol's header blocks
   * @param body the element in its body
   */
  public static byte[] envelope(
      SoapVersion soap, AddressingHeaders headers, List<String> blocks, RmBody body) {
    return AddressingProcessor.envelope(soap, headers, blocks, body.write());
  }

  /** Builds the envelope of a protocol message with an empty body. */
  public static byte[] envelope(SoapVersion soap, AddressingHeaders headers, List<String> blocks) {
    return AddressingProcessor.envelope(soap, headers, blocks, "");
  }
}
