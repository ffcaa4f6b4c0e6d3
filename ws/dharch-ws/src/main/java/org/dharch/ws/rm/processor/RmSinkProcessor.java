package org.dharch.ws.rm.processor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.message.envelope.Merge;
import org.dharch.ws.Direction;
import org.dharch.ws.IncorrectExchangeException;
import org.dharch.ws.MessageFlowException;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.WsProcessor;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.jdbc.StoreFailures;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.engine.Response;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.message.AckRequestedHeader;
import org.dharch.ws.rm.message.MakeConnection;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmHeaders;
import org.dharch.ws.rm.message.RmMessageKind;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.rm.message.RmReceived;
import org.dharch.ws.rm.message.SequenceHeader;

/**
 * The sink of WS-ReliableMessaging 1.0 and 1.1 for one message. Answers protocol messages, stores
 * and acknowledges one-way messages, lets requests continue in order, and numbers their responses.
 * Idempotent. Blocks for a transaction of the store.
 */
public final class RmSinkProcessor implements WsProcessor {
  private static final StoreFailures STORE = new StoreFailures("reliable messaging");

  /** A property of a request that continues; its response must have it too. */
  public static final String REQUEST = MessageProperties.EXCHANGE_PREFIX + "rm";

  private static final Duration CONFLICT_DELAY = Duration.ofMillis(20);

  private final RmSite site;
  private final RmExchange exchange;
  private final List<String> acknowledgements = new ArrayList<>();

  public RmSinkProcessor(RmSite site, RmExchange exchange) {
    this.site = site;
    this.exchange = exchange;
  }

  @Override
  public Changes processExchange(SOAPContext context, Direction direction) throws WsException {
    try {
      return direction == Direction.FROM_NETWORK ? received(context) : sent(context);
    } catch (ConflictException e) {
      return Changes.builder().defer(CONFLICT_DELAY).build();
    } catch (StoreException e) {
      throw new MessageFlowException(STORE.log(e), e);
    }
  }

  // ---- received

  private Changes received(SOAPContext context) throws WsException {
    if (MakeConnection.is(context)) {
      return poll(context);
    }
    RmReceived received = RmMessages.read(context);
    RmHeaders headers = received.headers();
    RmAnswers answers = new RmAnswers(context, exchange.messageId());
    requireRole(received);
    RmFeedback feedback = new RmFeedback(site);
    if (feedback.fault(context, headers).isPresent()) {
      return Changes.builder().accept().build();
    }
    Optional<RmFault> invalid = feedback.acknowledgements(headers);
    Optional<RmFault> refused = collectAcknowledgements(headers);
    if (received.kind().isPresent() && received.kind().get() != RmMessageKind.LAST_MESSAGE) {
      return control(context, received, answers, refused.or(() -> invalid));
    } else if (headers.sequence().isPresent()) {
      return message(context, received, answers, refused);
    } else if (received.kind().isPresent()) {
      return Changes.builder().accept().build(); // CXF omits the sequence when it ends
    }
    return markProcessed(context).build();
  }

  /** Responds with the pending message of a polling endpoint; 202 if there is none. */
  private Changes poll(SOAPContext context) throws ProcessingException {
    String address = MakeConnection.read(context).address();
    RmHeaders headers = RmHeaders.read(context.bytes());
    new RmFeedback(site).acknowledgements(headers); // acknowledged messages are no longer pending
    collectAcknowledgements(headers);
    RmResult result = site.engine().fetch(address);
    site.outbox().send(result);
    Optional<RmDirective> polled =
        result.answer().filter(directive -> directive.action() instanceof RmAction.ReturnMessage);
    return polled.isPresent()
        ? new RmAnswers(context, exchange.messageId()).polled(polled.get(), acknowledgements)
        : new RmAnswers(context, exchange.messageId())
            .acknowledgements(RmVersion.RM_1_1, acknowledgements);
  }

  private static void requireRole(RmReceived received) throws IncorrectExchangeException {
    RmMessageKind kind = received.kind().orElse(RmMessageKind.LAST_MESSAGE);
    switch (kind) {
      case CREATE_SEQUENCE_RESPONSE, CLOSE_SEQUENCE_RESPONSE, TERMINATE_SEQUENCE_RESPONSE ->
          throw new IncorrectExchangeException("a " + kind.text() + " is for a source");
      default -> {} // for a sink
    }
  }

  /** Marks the header blocks as processed, so that the message may continue. */
  private static Changes.Builder markProcessed(SOAPContext context) {
    Changes.Builder changes = Changes.builder();
    protocolBlocks(context).forEach(changes::processed);
    return changes;
  }

  private static List<HeaderRef> protocolBlocks(SOAPContext context) {
    return context.headers().stream()
        .filter(block -> RmVersion.of(block.name().getNamespaceURI()).isPresent())
        .toList();
  }

  /**
   * Collects the requested acknowledgements except that of the message's own sequence.
   *
   * @return the fault for the first request that names no sequence of this sink
   */
  private Optional<RmFault> collectAcknowledgements(RmHeaders headers) {
    Optional<RmFault> refused = Optional.empty();
    Optional<SequenceId> protocolBlocks = headers.sequence().map(SequenceHeader::id);
    for (AckRequestedHeader request : headers.ackRequested()) {
      if (protocolBlocks.equals(Optional.of(request.id()))) {
        continue; // the message's answer contains it
      }
      RmResult result = site.engine().atSink(request.id(), new RmEvent.AckRequested());
      site.outbox().send(result);
      RmAction answer = result.answer().orElseThrow().action();
      if (answer instanceof RmAction.Acknowledge ack) {
        acknowledgements.addAll(RmAnswers.block(request.version(), ack.acknowledgement()));
      } else if (answer instanceof RmAction.Refuse refuse) {
        refused =
            refused.or(
                () -> Optional.of(RmFault.of(request.version(), refuse.refusal(), request.id())));
      }
    }
    return refused;
  }

  private Changes control(
      SOAPContext context, RmReceived received, RmAnswers answers, Optional<RmFault> problem)
      throws ProcessingException {
    if (received.body().isEmpty()) {
      return acknowledgementOrRequest(received, answers, problem);
    }
    RmBody body = received.body().get();
    if (body instanceof RmBody.CreateSequence create) {
      return create(context, received.headers(), create, answers);
    } else if (body instanceof RmBody.CloseSequence close) {
      return atSink(
          close.id(), new RmEvent.CloseRequested(close.last().orElse(0L)), close, answers);
    } else if (body instanceof RmBody.TerminateSequence terminate) {
      return atSink(
          terminate.id(),
          new RmEvent.TerminateRequested(terminate.last().orElse(0L)),
          terminate,
          answers);
    }
    throw new IllegalStateException(body.kind() + " is for a source");
  }

  private Changes acknowledgementOrRequest(
      RmReceived received, RmAnswers answers, Optional<RmFault> problem)
      throws ProcessingException {
    if (problem.isPresent()) {
      return answers.fault(problem.get(), acknowledgements);
    }
    RmVersion version =
        received.headers().ackRequested().stream()
            .map(AckRequestedHeader::version)
            .findFirst()
            .orElse(RmVersion.RM_1_1);
    return answers.acknowledgements(version, acknowledgements);
  }

  private Changes create(
      SOAPContext context, RmHeaders headers, RmBody.CreateSequence create, RmAnswers answers)
      throws ProcessingException {
    SequenceCreation creation = new SequenceCreation(site.agreement(), context, exchange, create);
    RmResult result;
    try {
      result = site.engine().create(creation.request(headers));
    } catch (IllegalArgumentException e) { // invalid terms
      return answers.fault(RmFault.createRefused(create.version(), e.getMessage()), List.of());
    }
    site.outbox().send(result);
    RmDirective answer = result.answer().orElseThrow();
    if (answer.action() instanceof RmAction.Refuse refuse) {
      String reason = refuse.refusal().reason();
      return answers.fault(RmFault.createRefused(create.version(), reason), List.of());
    }
    return answers.reply(
        creation.response(((SinkSequence) answer.sequence()).id()), acknowledgements);
  }

  private Changes atSink(SequenceId id, RmEvent.AtSink event, RmBody body, RmAnswers answers)
      throws ProcessingException {
    RmResult result = site.engine().atSink(id, event);
    site.outbox().send(result);
    return answer(result.answer().orElseThrow(), body.version(), id, answers);
  }

  // ---- messages of a sequence

  /** Returns true if the message belongs to a sequence. */
  public static boolean isInSequence(SOAPContext context) throws ProcessingException {
    return RmHeaders.read(context.bytes()).sequence().isPresent();
  }

  /**
   * @param refused the fault for another block of the message. A one-way message is taken
   *     nevertheless; a request is not, because its response could not carry the fault.
   */
  private Changes message(
      SOAPContext context, RmReceived received, RmAnswers answers, Optional<RmFault> refused)
      throws ProcessingException {
    SequenceHeader sequence = received.headers().sequence().orElseThrow();
    boolean isEmpty = received.kind().isPresent(); // LastMessage
    boolean isOneWay = isEmpty || isOneWay(context);
    if (refused.isPresent() && !isOneWay) {
      return answers.fault(refused.get(), acknowledgements);
    }
    RmResult result =
        isOneWay
            ? site.engine()
                .oneWay(
                    sequence.id(),
                    sequence.number(),
                    sequence.isLast(),
                    isEmpty,
                    isEmpty ? new byte[0] : withoutProtocolBlocks(context))
            : exchange.receive(site.engine(), sequence);
    site.outbox().send(result);
    RmDirective answer = result.answer().orElseThrow();
    if (answer.action() instanceof RmAction.Continue) {
      return markProcessed(context)
          .property(
              REQUEST, new RmExchange.RequestReference(sequence.id(), sequence.number()).text())
          .build();
    } else if (refused.isPresent() && answer.action() instanceof RmAction.Acknowledge ack) {
      return answers.fault(
          refused.get(),
          withAcknowledgements(RmAnswers.block(sequence.version(), ack.acknowledgement())));
    } else if (refused.isPresent() && answer.action() instanceof RmAction.Accept) {
      return answers.fault(refused.get(), acknowledgements);
    }
    return answer(answer, sequence.version(), sequence.id(), answers);
  }

  private boolean isOneWay(SOAPContext context) throws ProcessingException {
    if (exchange.declaredOneWay().isPresent()) {
      return exchange.declaredOneWay().get();
    }
    return context.addressing().map(headers -> headers.replyTarget(true).isNone()).orElse(false);
  }

  /** Returns the envelope without the header blocks of the protocol. */
  private static byte[] withoutProtocolBlocks(SOAPContext context) {
    Changes.Builder removals = Changes.builder();
    protocolBlocks(context).forEach(removals::removeHeader);
    return Merge.apply(context.bytes(), removals.build(), Limits.DEFAULT);
  }

  private Changes answer(RmDirective answer, RmVersion version, SequenceId id, RmAnswers answers)
      throws ProcessingException {
    RmAction action = answer.action();
    if (action instanceof RmAction.Acknowledge ack) {
      return answers.acknowledgements(
          version, withAcknowledgements(RmAnswers.block(version, ack.acknowledgement())));
    } else if (action instanceof RmAction.Accept) {
      return answers.acknowledgements(version, acknowledgements);
    } else if (action instanceof RmAction.CloseAnswer closed) {
      return answers.reply(
          new RmBody.CloseSequenceResponse(version, id),
          withAcknowledgements(RmAnswers.block(version, closed.acknowledgement())));
    } else if (action instanceof RmAction.TerminateAnswer terminated) {
      return answers.terminated(answer, id, terminated.acknowledgement(), acknowledgements);
    } else if (action instanceof RmAction.Defer defer) {
      return Changes.builder().defer(Duration.ofMillis(Math.max(1, defer.millis()))).build();
    } else if (action instanceof RmAction.AnswerStored stored) {
      List<String> blocks = responseBlocks(answer, stored.replyNumber(), stored.acknowledgement());
      return answer.envelope().isPresent()
          ? answers.stored(answer.envelope().get(), withAcknowledgements(blocks))
          : answers.acknowledgements(
              version, withAcknowledgements(RmAnswers.block(version, stored.acknowledgement())));
    } else if (action instanceof RmAction.Refuse refuse) {
      boolean isClosed = refuse.refusal().kind() == Refusal.Kind.SEQUENCE_CLOSED;
      return answers.fault(
          RmFault.of(version, refuse.refusal(), id),
          isClosed
              ? RmAnswers.block(version, ((SinkSequence) answer.sequence()).acknowledgement())
              : List.of());
    }
    throw new IllegalStateException("unexpected answer of a sink: " + action);
  }

  private List<String> withAcknowledgements(List<String> blocks) {
    List<String> all = new ArrayList<>(blocks);
    all.addAll(acknowledgements);
    return all;
  }

  private static List<String> responseBlocks(
      RmDirective answer, long replyNumber, Acknowledgement acknowledgement) {
    var terms = answer.sequence().terms();
    List<String> blocks = new ArrayList<>(2);
    answer
        .replies()
        .ifPresent(
            source ->
                blocks.add(
                    new SequenceHeader(
                            terms.version(),
                            source.id().orElseThrow(),
                            replyNumber,
                            source.isLast(replyNumber))
                        .write(Endpoints.soap(terms))));
    blocks.addAll(RmAnswers.block(terms.version(), acknowledgement));
    return blocks;
  }

  // ---- sent

  /** Processes an outbound response or fault. */
  private Changes sent(SOAPContext context) throws UnknownMessageException {
    if (exchange.request().isEmpty()) {
      throw new UnknownMessageException("not a response to a message of a sequence");
    }
    RmExchange.RequestReference request = exchange.request().get();
    RmResult result =
        site.engine()
            .served(
                request.id(),
                request.number(),
                new Response(exchange.messageId(), context.bytes(), exchange.ownershipMillis()));
    site.outbox().send(result);
    RmDirective answer = result.answer().orElseThrow();
    if (answer.action() instanceof RmAction.Respond respond) {
      return WsAnswers.adding(
              responseBlocks(answer, respond.replyNumber(), respond.acknowledgement()))
          .build();
    } else if (answer.action() instanceof RmAction.AnswerStored stored
        && answer.envelope().isPresent()) {
      byte[] first =
          WsAnswers.with(
              answer.envelope().get(),
              responseBlocks(answer, stored.replyNumber(), stored.acknowledgement()));
      return EnvelopeDiff.between(context.bytes(), first, Limits.DEFAULT);
    }
    return Changes.NONE;
  }
}
