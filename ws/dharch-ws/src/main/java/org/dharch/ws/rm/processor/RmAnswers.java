package org.dharch.ws.rm.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.message.AcknowledgementHeader;
import org.dharch.ws.rm.message.MakeConnection;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmMessageKind;

/**
 * Builds the answer to one message, on the back-channel or to its reply target. The ids depend only
 * on the message.
 */
final class RmAnswers {
  private final SOAPContext context;
  private final WsAnswers answers;

  /**
   * @param messageId the id of the DHArch message
   */
  RmAnswers(SOAPContext context, String messageId) {
    this.context = context;
    this.answers = new WsAnswers(context, messageId);
  }

  Changes reply(RmBody body, List<String> blocks) throws ProcessingException {
    String action = body.kind().action(body.version());
    return answers.reply(action, blocks, body.write());
  }

  /**
   * Builds a message with only acknowledgements on the back-channel; without any, accepts the
   * request.
   */
  Changes acknowledgements(RmVersion version, List<String> blocks) throws ProcessingException {
    if (blocks.isEmpty()) {
      return Changes.builder().accept().build();
    }
    return onBackChannel(RmMessageKind.SEQUENCE_ACKNOWLEDGEMENT.action(version), blocks, "");
  }

  /**
   * Answers a TerminateSequence: with its response in 1.1, in 1.0 with the TerminateSequence of an
   * offered sequence that can end only on the back-channel.
   *
   * @param requested the acknowledgements of other sequences that the message requested
   */
  Changes terminated(
      RmDirective answer, SequenceId id, Acknowledgement acknowledgement, List<String> requested)
      throws ProcessingException {
    RmVersion version = answer.sequence().terms().version();
    List<String> blocks = new ArrayList<>(block(version, acknowledgement));
    blocks.addAll(requested);
    if (version.hasTerminateResponse()) {
      return reply(new RmBody.TerminateSequenceResponse(version, id), blocks);
    }
    boolean isNone =
        context
            .addressing()
            .flatMap(AddressingHeaders::replyTo)
            .filter(EndpointReference::isNone)
            .isPresent();
    Optional<RmBody> converse =
        answer
            .replies()
            .filter(source -> !isNone)
            .map(
                source ->
                    new RmBody.TerminateSequence(
                        version, source.id().orElseThrow(), Optional.empty()));
    return converse.isPresent()
        ? onBackChannel(converse.get().kind().action(version), blocks, converse.get().write())
        : acknowledgements(version, requested);
  }

  private Changes onBackChannel(String action, List<String> blocks, String body)
      throws ProcessingException {
    AddressingVersion addressing =
        context.addressing().map(AddressingHeaders::version).orElse(AddressingVersion.WSA_2005_08);
    AddressingHeaders headers =
        AddressingHeaders.to(EndpointReference.anonymous(addressing), action, answers.id(action))
            .withRelatesTo(
                RelatesTo.reply(
                    addressing,
                    context
                        .addressing()
                        .flatMap(AddressingHeaders::messageId)
                        .orElse(addressing.unspecified())));
    return Changes.builder()
        .respond(AddressingProcessor.envelope(context.version(), headers, blocks, body))
        .build();
  }

  /**
   * @param blocks additional header blocks
   */
  Changes fault(RmFault fault, List<String> blocks) throws ProcessingException {
    AddressingVersion addressing =
        context.addressing().map(AddressingHeaders::version).orElse(AddressingVersion.WSA_2005_08);
    return answers.fault(fault.soapFault(), fault.action(addressing), blocks);
  }

  /** Repeats a stored response with additional header blocks. */
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
   * Builds a polled message from its stored form; generates the empty LastMessage (1.0).
   *
   * @param extraBlocks additional header blocks
   */
  Changes polled(RmDirective directive, List<String> extraBlocks) throws ProcessingException {
    SourceSequence source = (SourceSequence) directive.sequence();
    RmAction.ReturnMessage action = (RmAction.ReturnMessage) directive.action();
    List<String> blocks = new ArrayList<>(extraBlocks);
    blocks.add(MakeConnection.pending(action.isMore()));
    if (!action.message().isWire()) {
      blocks.addAll(RmEmissions.blocks(source, action.message()));
    }
    if (directive.envelope().isPresent()) {
      return Changes.builder().respond(WsAnswers.with(directive.envelope().get(), blocks)).build();
    }
    RmMessageKind kind = RmMessageKind.LAST_MESSAGE;
    EndpointReference endpoint =
        Endpoints.of(source.terms().reference(), Endpoints.addressing(source.terms()));
    String name = kind.action(source.terms().version());
    return Changes.builder()
        .respond(
            AddressingProcessor.envelope(
                context.version(),
                AddressingHeaders.to(endpoint, name, answers.id(name)),
                blocks,
                ""))
        .build();
  }

  /** Returns no block for an empty acknowledgement in 1.0. */
  static List<String> block(RmVersion version, Acknowledgement acknowledgement) {
    return acknowledgement.ranges().isEmpty() && !version.hasNone()
        ? List.of()
        : List.of(AcknowledgementHeader.of(version, acknowledgement).write());
  }
}
