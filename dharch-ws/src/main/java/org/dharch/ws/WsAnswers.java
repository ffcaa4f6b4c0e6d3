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
import org.dharch.core.message.Merge;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.soap.SoapFault;

/**
 * What a processor answers to one message: on the back-channel, or where the message wants its
 * replies. The same message of DHArch's is answered with the same ids each time.
 */
public final class WsAnswers {
  /** How long a reply to an address may take; if it is lost the peer asks again. */
  private static final Duration REPLY_TIME = Duration.ofSeconds(30);

  private final SOAPContext context;
  private final String by;

  /**
   * @param by the id of DHArch's message
   */
  public WsAnswers(SOAPContext context, String by) {
    this.context = context;
    this.by = by;
  }

  /**
   * A reply.
   *
   * @param blocks header blocks that go with it
   * @param body the element in its body; empty for an empty body
   */
  public Changes reply(String action, List<String> blocks, String body) throws ProcessingException {
    return send(AddressingProcessor.reply(context, action, id(action), blocks, body));
  }

  /** What the sender of a message that is wrong is told. */
  public Changes fault(ProcessingException problem) {
    return fault(problem.fault(), problem.action(), List.of());
  }

  /**
   * A fault. A message that waits for no reply has a back-channel all the same: its HTTP response.
   *
   * @param action the fault's action; empty for that of any fault
   * @param blocks header blocks that go with it
   */
  public Changes fault(SoapFault fault, Optional<String> action, List<String> blocks) {
    WsMessage message =
        AddressingProcessor.faultReply(
            context, fault, action, id("fault " + fault.subcodes()), false);
    byte[] envelope = with(message.envelope(), blocks);
    return message.target().isNone()
        ? Changes.builder().respond(envelope).build()
        : send(new WsMessage(message.target(), message.action(), envelope));
  }

  /** A message that is an answer, where it goes: as the answer, or accepted and emitted. */
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

  /** The id of a message that is sent because of this one; the same each time. */
  public String id(String what) {
    return "urn:uuid:" + uuid(what);
  }

  private UUID uuid(String what) {
    return UUID.nameUUIDFromBytes((by + ' ' + what).getBytes(StandardCharsets.UTF_8));
  }

  /** The envelope with these header blocks more. */
  public static byte[] with(byte[] envelope, List<String> blocks) {
    return blocks.isEmpty()
        ? envelope
        : Merge.apply(envelope, adding(blocks).build(), Limits.DEFAULT);
  }

  /** The change that adds these header blocks. */
  public static Changes.Builder adding(List<String> blocks) {
    Changes.Builder added = Changes.builder();
    blocks.forEach(block -> added.addHeader(block.getBytes(StandardCharsets.UTF_8)));
    return added;
  }
}
