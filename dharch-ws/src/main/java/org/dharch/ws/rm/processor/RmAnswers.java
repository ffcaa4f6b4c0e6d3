package org.dharch.ws.rm.processor;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target;
import org.dharch.core.message.Merge;
import org.dharch.ws.AddressingProcessor;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsMessage;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.addressing.RelatesTo;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.message.AcknowledgementHeader;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmMessageKind;
import org.dharch.ws.soap.SoapFault;

/**
 * What is answered to one message: on the back-channel, or where it wants its replies. The same
 * message of DHArch's is answered with the same ids each time.
 */
public final class RmAnswers {
  /** How long a reply to an address may take; if it is lost the peer asks again. */
  private static final Duration REPLY_TIME = Duration.ofSeconds(30);

  private final SOAPContext context;
  private final String by;

  /**
   * @param by the id of DHArch's message
   */
  public RmAnswers(SOAPContext context, String by) {
    this.context = context;
    this.by = by;
  }

  /** One of the protocol's own messages as the reply. */
  Changes reply(RmBody body, List<String> blocks) throws ProcessingException {
    String action = body.kind().action(body.version());
    return send(AddressingProcessor.reply(context, action, id(action), blocks, body.write()));
  }

  /** Acknowledgements alone, on the back-channel; nothing but "accepted" if there are none. */
  Changes acknowledgements(RmVersion version, List<String> blocks) throws ProcessingException {
    if (blocks.isEmpty()) {
      return Changes.builder().accept().build();
    }
    String action = RmMessageKind.SEQUENCE_ACKNOWLEDGEMENT.action(version);
    AddressingVersion addressing =
        context.addressing().map(AddressingHeaders::version).orElse(AddressingVersion.WSA_2005_08);
    AddressingHeaders headers =
        AddressingHeaders.to(EndpointReference.anonymous(addressing), action, id(action))
            .about(
                RelatesTo.reply(
                    addressing,
                    context
                        .addressing()
                        .flatMap(AddressingHeaders::messageId)
                        .orElse(addressing.unspecified())));
    return Changes.builder()
        .answer(AddressingProcessor.envelope(context.version(), headers, blocks, ""))
        .build();
  }

  /**
   * A fault of the protocol.
   *
   * @param blocks what is to go with it
   */
  Changes fault(RmFault fault, List<String> blocks) throws ProcessingException {
    AddressingVersion addressing =
        context.addressing().map(AddressingHeaders::version).orElse(AddressingVersion.WSA_2005_08);
    return fault(fault.soapFault(), Optional.of(fault.action(addressing)), blocks);
  }

  /** What the sender of a message that is wrong is told. */
  public Changes fault(ProcessingException problem) {
    return fault(problem.fault(), problem.action(), List.of());
  }

  /** A message that waits for no reply has a back-channel all the same: its HTTP response. */
  private Changes fault(SoapFault fault, Optional<String> action, List<String> blocks) {
    WsMessage message =
        AddressingProcessor.faultReply(
            context, fault, action, id("fault " + fault.subcodes()), false);
    byte[] envelope = with(message.envelope(), blocks);
    return message.target().isNone()
        ? Changes.builder().answer(envelope).build()
        : send(new WsMessage(message.target(), message.action(), envelope));
  }

  /** A response that was given before, with these blocks more, where replies go. */
  Changes stored(byte[] envelope, List<String> blocks) throws ProcessingException {
    EndpointReference target =
        context
            .addressing()
            .map(headers -> headers.replyTarget(false))
            .orElse(EndpointReference.anonymous(AddressingVersion.WSA_2005_08));
    String action = new SOAPContext(envelope).action();
    return send(new WsMessage(target, action, with(envelope, blocks)));
  }

  /** The envelope with these blocks more. */
  static byte[] with(byte[] envelope, List<String> blocks) {
    return blocks.isEmpty()
        ? envelope
        : Merge.apply(envelope, adding(blocks).build(), Limits.DEFAULT);
  }

  /** The change that adds these blocks. */
  static Changes.Builder adding(List<String> blocks) {
    Changes.Builder added = Changes.builder();
    blocks.forEach(block -> added.addHeader(block.getBytes(StandardCharsets.UTF_8)));
    return added;
  }

  /** An acknowledgement as a block; 1.0 has none for a sequence of which nothing has come. */
  static List<String> block(RmVersion version, Acknowledgement acknowledgement) {
    return acknowledgement.ranges().isEmpty() && !version.hasNone()
        ? List.of()
        : List.of(AcknowledgementHeader.of(version, acknowledgement).write());
  }

  private Changes send(WsMessage message) {
    EndpointReference target = message.target();
    if (target.isAnonymous()) {
      return Changes.builder().answer(message.envelope()).build();
    }
    Changes.Builder accepted = Changes.builder().accept();
    if (!target.isNone()) {
      accepted.emit(emission(message));
    }
    return accepted.build();
  }

  private Emission emission(WsMessage message) {
    UUID id = uuid("emission " + message.action());
    // the reference parameters are in the envelope already
    List<Target.Address> addresses = new ArrayList<>(1);
    addresses.add(new Target.Address(URI.create(message.target().address()), List.of()));
    return new Emission(
        new MessageId(id.getMostSignificantBits(), id.getLeastSignificantBits()),
        new Target.Endpoint(addresses),
        message.action(),
        message.envelope(),
        MessageProperties.empty(),
        Optional.empty(),
        REPLY_TIME);
  }

  private String id(String what) {
    return "urn:uuid:" + uuid(what);
  }

  private UUID uuid(String what) {
    return UUID.nameUUIDFromBytes((by + ' ' + what).getBytes(StandardCharsets.UTF_8));
  }
}
