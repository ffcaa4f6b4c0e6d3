package org.dharch.ws.rm.processor;

import java.util.ArrayList;
import java.util.List;
import org.dharch.api.Changes;
import org.dharch.ws.AddressingProcessor;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsMessage;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.addressing.RelatesTo;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.message.AcknowledgementHeader;
import org.dharch.ws.rm.message.MakeConnection;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmMessageKind;

/**
 * What is answered to one message: on the back-channel, or where it wants its replies. The same
 * message of DHArch's is answered with the same ids each time.
 */
final class RmAnswers {
  private final SOAPContext context;
  private final WsAnswers answers;

  /**
   * @param by the id of DHArch's message
   */
  RmAnswers(SOAPContext context, String by) {
    this.context = context;
    this.answers = new WsAnswers(context, by);
  }

  /** One of the protocol's own messages as the reply. */
  Changes reply(RmBody body, List<String> blocks) throws ProcessingException {
    String action = body.kind().action(body.version());
    return answers.reply(action, blocks, body.write());
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
        AddressingHeaders.to(EndpointReference.anonymous(addressing), action, answers.id(action))
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
    return answers.fault(fault.soapFault(), fault.action(addressing), blocks);
  }

  /** A response that was given before, with these blocks more, where replies go. */
  Changes stored(byte[] envelope, List<String> blocks) throws ProcessingException {
    EndpointReference target =
        context
            .addressing()
            .map(headers -> headers.replyTarget(false))
            .orElse(EndpointReference.anonymous(AddressingVersion.WSA_2005_08));
    String action = new SOAPContext(envelope).action();
    return answers.send(new WsMessage(target, action, WsAnswers.with(envelope, blocks)));
  }

  /**
   * A message that was fetched, as it is kept; one that says nothing but that it is the last (1.0)
   * is made.
   *
   * @param more what is to go with it
   */
  Changes handedOver(RmDirective over, List<String> more) throws ProcessingException {
    SourceSequence source = (SourceSequence) over.sequence();
    RmAction.HandOver action = (RmAction.HandOver) over.action();
    List<String> blocks = new ArrayList<>(more);
    blocks.add(MakeConnection.pending(action.isMore()));
    if (!action.message().isWire()) {
      blocks.addAll(RmEmissions.blocks(source, action.message()));
    }
    if (over.envelope().isPresent()) {
      return Changes.builder().answer(WsAnswers.with(over.envelope().get(), blocks)).build();
    }
    RmMessageKind kind = RmMessageKind.LAST_MESSAGE;
    EndpointReference there =
        Endpoints.of(source.terms().reference(), Endpoints.addressing(source.terms()));
    String name = kind.action(source.terms().version());
    return Changes.builder()
        .answer(
            AddressingProcessor.envelope(
                context.version(), AddressingHeaders.to(there, name, answers.id(name)), blocks, ""))
        .build();
  }

  /** An acknowledgement as a block; 1.0 has none for a sequence of which nothing has come. */
  static List<String> block(RmVersion version, Acknowledgement acknowledgement) {
    return acknowledgement.ranges().isEmpty() && !version.hasNone()
        ? List.of()
        : List.of(AcknowledgementHeader.of(version, acknowledgement).write());
  }
}
