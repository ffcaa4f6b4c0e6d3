package org.dharch.ws.rm.processor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.ws.Direction;
import org.dharch.ws.IncorrectExchangeException;
import org.dharch.ws.MessageFlowException;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.WsProcessor;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingFault;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.jdbc.StoreFailures;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.engine.SendRequest;
import org.dharch.ws.rm.engine.SequenceAnswer;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmHeaders;
import org.dharch.ws.rm.message.RmMessageKind;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.rm.message.RmReceived;
import org.dharch.ws.rm.message.SequenceHeader;

/**
 * The source of WS-ReliableMessaging 1.0 and 1.1 for one message. Numbers and stores outbound
 * messages of the application, and processes messages for a source. Idempotent. Blocks for a
 * transaction of the store.
 */
public final class RmSourceProcessor implements WsProcessor {
  private static final StoreFailures STORE = new StoreFailures("reliable messaging");
  private static final Duration CONFLICT_DELAY = Duration.ofMillis(20);

  private final RmSite site;
  private final RmSourceTerms terms;
  private final RmExchange exchange;

  public RmSourceProcessor(RmSite site, RmSourceTerms terms, RmExchange exchange) {
    this.site = site;
    this.terms = terms;
    this.exchange = exchange;
  }

  @Override
  public Changes processExchange(SOAPContext context, Direction direction) throws WsException {
    try {
      if (direction == Direction.FROM_APPLICATION) {
        return sent(context);
      }
      Changes changes = received(site, context, Optional.empty());
      return exchange.isAwaited() ? awaited(context, changes) : changes;
    } catch (ConflictException e) {
      return Changes.builder().defer(CONFLICT_DELAY).build();
    } catch (StoreException e) {
      throw new MessageFlowException(STORE.log(e), e);
    }
  }

  // ---- sent

  private Changes sent(SOAPContext context) throws WsException {
    Optional<AddressingHeaders> headers = context.addressing();
    if (headers.isEmpty()) {
      throw new ProcessingException(
          new AddressingException(
              AddressingFault.required(AddressingVersion.WSA_2005_08, "Action")));
    }
    if (isProtocolMessage(context)) {
      throw new UnknownMessageException("protocol messages have no number");
    }
    SentMark.checkCapacity(context);
    EndpointReference endpoint = endpoint(headers.get());
    AddressingVersion addressing = headers.get().version();
    RmResult result =
        site.engine()
            .send(
                new SendRequest(
                    terms.terms(endpoint, addressing, context.version()),
                    isOneWay(headers.get())
                        ? Optional.empty()
                        : terms.offer(addressing, context.version()),
                    SequenceCreation.millis(terms.expires()),
                    exchange.messageId(),
                    context.bytes(),
                    false,
                    exchange.ownershipMillis(),
                    exchange.waits()));
    site.outbox().send(result);
    RmDirective answer = result.answer().orElseThrow();
    if (answer.action() instanceof RmAction.SendNow now) {
      return addNumber(context, (SourceSequence) answer.sequence(), now);
    } else if (answer.action() instanceof RmAction.Defer defer) {
      return Changes.builder().defer(Duration.ofMillis(Math.max(1, defer.millis()))).build();
    } else if (answer.action() instanceof RmAction.Refuse refuse) {
      throw RmFault.createRefused(terms.version(), refuse.refusal().reason()).exception();
    }
    throw new IllegalStateException("unexpected answer of a source: " + answer.action());
  }

  private boolean isOneWay(AddressingHeaders headers) {
    return exchange.declaredOneWay().orElseGet(() -> headers.replyTarget(true).isNone());
  }

  private static boolean isProtocolMessage(SOAPContext context) throws ProcessingException {
    try {
      RmReceived received = RmMessages.read(context);
      return received.kind().isPresent() || received.headers().sequence().isPresent();
    } catch (UnknownMessageException e) {
      return false;
    }
  }

  private static EndpointReference endpoint(AddressingHeaders headers) throws ProcessingException {
    String to = headers.to().orElse("");
    if (to.isEmpty() || AddressingVersion.isAnonymous(to)) {
      throw new ProcessingException(
          new AddressingException(AddressingFault.required(headers.version(), "To")));
    }
    return EndpointReference.of(headers.version(), to);
  }

  private static Changes addNumber(
      SOAPContext context, SourceSequence source, RmAction.SendNow now) {
    String block = SentMark.block(source, now);
    SentMark mark = SentMark.of(source, now, context.bytes(), block);
    return WsAnswers.adding(List.of(block)).property(SentMark.PROPERTY, mark.text()).build();
  }

  /**
   * Stores a message's envelope in wire form for retransmission, unless it is unchanged.
   *
   * @param mark the property of the message
   */
  public static void storeWireForm(RmSite site, SentMark mark, byte[] envelope) {
    mark.wireForm(envelope).ifPresent(event -> site.engine().atSource(mark.key(), event));
  }

  // ---- received

  /**
   * Processes the response to a message of this node.
   *
   * @param purpose the purpose of that message
   */
  public static void processResponse(RmSite site, SOAPContext context, RmEmissionPurpose purpose)
      throws WsException {
    received(
        site,
        context,
        purpose instanceof RmEmissionPurpose.Creation creation
            ? Optional.of(creation.key())
            : Optional.empty());
  }

  /** Processes a response in the offered sequence for which an application waits. */
  private Changes awaited(SOAPContext context, Changes changes) throws ProcessingException {
    Optional<SequenceHeader> sequence = RmHeaders.read(context.bytes()).sequence();
    if (sequence.isEmpty()) {
      return changes;
    }
    SequenceHeader header = sequence.get();
    RmResult result = exchange.receive(site.engine(), header);
    site.outbox().send(result);
    RmAction action = result.answer().orElseThrow().action();
    if (action instanceof RmAction.Defer defer) {
      return Changes.builder().defer(Duration.ofMillis(Math.max(1, defer.millis()))).build();
    } else if (action instanceof RmAction.Continue) {
      // the application owns it now
      site.outbox().send(site.engine().served(header.id(), header.number()));
    }
    return changes;
  }

  /** Acknowledges a response that nothing waits for, so that its source stops retransmitting it. */
  public static void acknowledgeDropped(RmSite site, SOAPContext context, RmExchange exchange)
      throws ProcessingException {
    Optional<SequenceHeader> sequence = RmHeaders.read(context.bytes()).sequence();
    if (sequence.isPresent()) {
      SequenceHeader header = sequence.get();
      site.outbox().send(exchange.receive(site.engine(), header));
      site.outbox().send(site.engine().served(header.id(), header.number()));
    }
  }

  private static Changes received(RmSite site, SOAPContext context, Optional<String> creationKey)
      throws WsException {
    RmReceived received = RmMessages.read(context);
    RmHeaders headers = received.headers();
    RmFeedback feedback = new RmFeedback(site);
    Optional<RmFault> fault = feedback.fault(context, headers);
    if (fault.isPresent()) {
      refused(site, context, fault.get(), creationKey);
      return markProcessed(context);
    }
    feedback.acknowledgements(headers);
    if (received.body().isPresent()) {
      process(site, context, received.body().get(), creationKey);
      return markProcessed(context);
    } else if (received.kind().isPresent()
        && received.kind().get() != RmMessageKind.SEQUENCE_ACKNOWLEDGEMENT) {
      throw new IncorrectExchangeException("a " + received.kind().get().text() + " is for a sink");
    }
    return markProcessed(context);
  }

  private static void refused(
      RmSite site, SOAPContext context, RmFault fault, Optional<String> creationKey)
      throws ProcessingException {
    if (fault.refusal().kind() != Refusal.Kind.CREATE_SEQUENCE_REFUSED) {
      return; // already handled by its sequence
    }
    Optional<String> key = creationKey.or(() -> relatesTo(context));
    key.ifPresent(
        id ->
            site.outbox()
                .send(
                    site.engine()
                        .atSource(id, new RmEvent.CreateRefused(fault.refusal().reason()))));
  }

  private static void process(
      RmSite site, SOAPContext context, RmBody body, Optional<String> creationKey)
      throws IncorrectExchangeException {
    if (body instanceof RmBody.CreateSequenceResponse created) {
      Optional<String> key = creationKey.or(() -> relatesTo(context));
      key.ifPresent(id -> site.outbox().send(created(site, id, created)));
    } else if (body instanceof RmBody.CloseSequenceResponse closed) {
      site.outbox().send(site.engine().atSource(closed.id(), new RmEvent.CloseAnswered()));
    } else if (body instanceof RmBody.TerminateSequenceResponse terminated) {
      site.outbox().send(site.engine().atSource(terminated.id(), new RmEvent.TerminateAnswered()));
    } else if (body instanceof RmBody.TerminateSequence converse) { // of the offered sequence (1.0)
      site.outbox().send(site.engine().atSink(converse.id(), new RmEvent.TerminateRequested(0)));
    } else {
      throw new IncorrectExchangeException("a " + body.kind().text() + " is for a sink");
    }
  }

  private static RmResult created(RmSite site, String key, RmBody.CreateSequenceResponse created) {
    // CXF declines an offer with an AcksTo of "none"
    Optional<EndpointReference> accepted = created.accepted().filter(id -> !id.isNone());
    return site.engine()
        .created(
            key,
            new SequenceAnswer(
                created.id(),
                SequenceCreation.millis(created.expires()),
                accepted.isPresent(),
                accepted.map(Endpoints::text)));
  }

  private static Optional<String> relatesTo(SOAPContext context) {
    try {
      return context
          .addressing()
          .flatMap(headers -> headers.relatesTo().stream().findFirst())
          .map(relation -> relation.messageId());
    } catch (ProcessingException e) {
      return Optional.empty();
    }
  }

  private static Changes markProcessed(SOAPContext context) {
    Changes.Builder changes = Changes.builder();
    for (HeaderRef block : context.headers()) {
      if (RmVersion.of(block.name().getNamespaceURI()).isPresent()) {
        changes.processed(block);
      }
    }
    return changes.build();
  }
}
