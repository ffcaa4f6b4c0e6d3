package org.dharch.ws;

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
import org.dharch.core.message.envelope.Merge;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.soap.SoapFault;

/**
 * Builds the response of a processor to one message, sent on the back-channel or to the address in
 * ReplyTo. The ids depend only on the message.
 */
public final class WsAnswers {
  /** Time limit for a reply to an address. The peer repeats the request if the reply is lost. */
  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(30);

  private final SOAPContext context;
  private final String messageId;

  /**
   * @param messageId the id of the DHArch message
   */
  public WsAnswers(SOAPContext context, String messageId) {
    this.context = context;
    this.messageId = messageId;
  }

  /**
   * Builds a reply.
   *
   * @param blocks header blocks of the reply
   * @param body the element in its body; empty for an empty body
   */
  public Changes reply(String action, List<String> blocks, String body) throws ProcessingException {
    return send(AddressingProcessor.reply(context, action, id(action), blocks, body));
  }

  /** Builds the fault for an invalid message. */
  public Changes fault(ProcessingException problem) {
    return fault(problem.fault(), problem.action(), List.of());
  }

  /**
   * Builds a fault, also for a one-way message, whose back-channel is the HTTP response.
   *
   * @param action the fault's action; empty for the action of any fault
   * @param blocks header blocks of the fault
   */
  public Changes fault(SoapFault fault, String action, List<String> blocks) {
    WsMessage message =
        AddressingProcessor.faultReply(
            context, fault, action, id("fault " + fault.subcodes()), false);
    byte[] envelope = with(message.envelope(), blocks);
    return message.target().isNone()
        ? Changes.builder().respond(envelope).build()
        : send(new WsMessage(message.target(), message.action(), envelope));
  }

  /**
   * Sends an answer on the back-channel, or accepts the request and emits the answer to its
   * address.
   */
  public Changes send(WsMessage message) {
    EndpointReference target = message.target();
    if (target.isAnonymous()) {
      return Changes.builder().respond(message.envelope()).build();
    }
    Changes.Builder accepted = Changes.builder().accept();
    if (!target.isNone()) {
      accepted.emit(emission(message));
    }
    return accepted.build();
  }

  private Emission emission(WsMessage message) {
    UUID id = uuid("emission " + message.action());
    // the envelope contains the reference parameters already
    List<Target.Address> addresses = new ArrayList<>(1);
    addresses.add(new Target.Address(URI.create(message.target().address()), List.of()));
    return new Emission(
        new MessageId(id.getMostSignificantBits(), id.getLeastSignificantBits()),
        new Target.Endpoint(addresses),
        message.action(),
        message.envelope(),
        MessageProperties.empty(),
        Optional.empty(),
        REPLY_TIMEOUT);
  }

  /** Derives the id of a follow-up message; the same for each repetition. */
  public String id(String purpose) {
    return "urn:uuid:" + uuid(purpose);
  }

  private UUID uuid(String purpose) {
    return UUID.nameUUIDFromBytes((messageId + ' ' + purpose).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the envelope with additional header blocks. */
  public static byte[] with(byte[] envelope, List<String> blocks) {
    return blocks.isEmpty()
        ? envelope
        : Merge.apply(envelope, adding(blocks).build(), Limits.DEFAULT);
  }

  /** Returns a change that adds header blocks. */
  public static Changes.Builder adding(List<String> blocks) {
    Changes.Builder added = Changes.builder();
    blocks.forEach(block -> added.addHeader(block.getBytes(StandardCharsets.UTF_8)));
    return added;
  }
}
