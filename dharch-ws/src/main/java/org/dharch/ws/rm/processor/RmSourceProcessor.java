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
 * The source's role of WS-ReliableMessaging 1.0 and 1.1 for one message. Numbers and stores
 * outbound messages of the application, and processes received messages for a source. Idempotent
 * for repetitions of the same message. Blocks for a transaction of the store.
 */
public final class RmSourceProcessor implements WsProcessor {
  private static final StoreFailures STORE = new StoreFailures("reliable messaging");
  private static final Duration CONFLICT = Duration.ofMillis(20);

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
      return Changes.builder().defer(CONFLICT).build();
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
    if (isNone(context)) {
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
                    exchange.by(),
                    context.bytes(),
                    false,
                    exchange.handMillis(),
                    exchange.waits()));
    site.outbox().take(result);
    RmDirective answer = result.answer().orElseThrow();
    if (answer.action() instanceof RmAction.SendNow now) {
      return numbered(context, (SourceSequence) answer.sequence(), now);
    } else if (answer.action() instanceof RmAction.Defer defer) {
      return Changes.builder().defer(Duration.ofMillis(Math.max(1, defer.millis()))).build();
    } else if (answer.action() instanceof RmAction.Refuse refuse) {
      throw RmFault.createRefused(terms.version(), refuse.refusal().reason()).exception();
    }
    throw new IllegalStateException("unexpected answer of a source: " + answer.action());
  }

  private boolean isOneWay(AddressingHeaders headers) {
    return exchange.saidOneWay().orElseGet(() -> headers.replyTarget(true).isNone());
  }

  private static boolean isNone(SOAPContext context) throws ProcessingException {
    try {
      RmReceived said = RmMessages.read(context);
      return said.kind().isPresent() || said.headers().sequence().isPresent();
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

  private static Changes numbered(
      SOAPContext context, SourceSequence source, RmAction.SendNow now) {
    String block = SentMark.block(source, now);
    SentMark mark = SentMark.of(source, now, context.bytes(), block);
    return WsAnswers.adding(List.of(block)).property(SentMark.PROPERTY, mark.text()).build();
  }

  /**
   * Stores a message's envelope in wire form for retransmission; skips the store if it is
   * unchanged.
   *
   * @param mark the property of the message
   */
  public static void onTheWire(RmSite site, SentMark mark, byte[] envelope) {
    mark.onTheWire(envelope).ifPresent(event -> site.engine().atSource(mark.key(), event));
  }

  // ---- received

  /**
   * Processes the response to a message of this node.
   *
   * @param purpose the purpose of that message
   */
  public static void answered(RmSite site, SOAPContext context, RmEmissionPurpose purpose)
      throws WsException {
    received(
        site,
        context,
        purpose instanceof RmEmissionPurpose.Creation creation
            ? Optional.of(creation.key())
            : Optional.empty());
  }

  /** Processes a response in the offered sequence, for which an application waits. */
  private Changes awaited(SOAPContext context, Changes goesOn) throws ProcessingException {
    Optional<SequenceHeader> sequence = RmHeaders.read(context.bytes()).sequence();
    if (sequence.isEmpty()) {
      return goesOn;
    }
    SequenceHeader header = sequence.get();
    RmResult result = exchange.came(site.engine(), header);
    site.outbox().take(result);
    RmAction action = result.answer().orElseThrow().action();
    if (action instanceof RmAction.Defer defer) {
      return Changes.builder().defer(Duration.ofMillis(Math.max(1, defer.millis()))).build();
    } else if (action instanceof RmAction.GoOn) {
      // from here on the application owns it, as if the container had delivered it
      site.outbox().take(site.engine().served(header.id(), header.number()));
    }
    return goesOn;
  }

  /**
   * Acknowledges a response that no application waits for and no service receives, so that its
   * source stops retransmitting it.
   */
  public static void dropped(RmSite site, SOAPContext context, RmExchange exchange)
      throws ProcessingException {
    Optional<SequenceHeader> sequence = RmHeaders.read(context.bytes()).sequence();
    if (sequence.isPresent()) {
      SequenceHeader header = sequence.get();
      site.outbox().take(exchange.came(site.engine(), header));
      site.outbox().take(site.engine().served(header.id(), header.number()));
    }
  }

  private static Changes received(RmSite site, SOAPContext context, Optional<String> asked)
      throws WsException {
    RmReceived received = RmMessages.read(context);
    RmHeaders headers = received.headers();
    RmHeard heard = new RmHeard(site);
    Optional<RmFault> fault = heard.fault(context, headers);
    if (fault.isPresent()) {
      refused(site, context, fault.get(), asked);
      return understood(context);
    }
    heard.acknowledgements(headers);
    if (received.body().isPresent()) {
      take(site, context, received.body().get(), asked);
      return understood(context);
    } else if (received.kind().isPresent()
        && received.kind().get() != RmMessageKind.SEQUENCE_ACKNOWLEDGEMENT) {
      throw new IncorrectExchangeException("a " + received.kind().get().text() + " is for a sink");
    }
    return understood(context);
  }

  private static void refused(
      RmSite site, SOAPContext context, RmFault fault, Optional<String> asked)
      throws ProcessingException {
    if (fault.refusal().kind() != Refusal.Kind.CREATE_SEQUENCE_REFUSED) {
      return; // its sequence handled it
    }
    Optional<String> key = asked.or(() -> relatesTo(context));
    key.ifPresent(
        it ->
            site.outbox()
                .take(
                    site.engine()
                        .atSource(it, new RmEvent.CreateRefused(fault.refusal().reason()))));
  }

  private static void take(RmSite site, SOAPContext context, RmBody body, Optional<String> asked)
      throws IncorrectExchangeException {
    if (body instanceof RmBody.CreateSequenceResponse created) {
      Optional<String> key = asked.or(() -> relatesTo(context));
      key.ifPresent(it -> site.outbox().take(created(site, it, created)));
    } else if (body instanceof RmBody.CloseSequenceResponse closed) {
      site.outbox().take(site.engine().atSource(closed.id(), new RmEvent.CloseAnswered()));
    } else if (body instanceof RmBody.TerminateSequenceResponse terminated) {
      site.outbox().take(site.engine().atSource(terminated.id(), new RmEvent.TerminateAnswered()));
    } else {
      throw new IncorrectExchangeException("a " + body.kind().text() + " is for a sink");
    }
  }

  private static RmResult created(RmSite site, String key, RmBody.CreateSequenceResponse created) {
    // CXF declines an offer with an AcksTo of "none"
    Optional<EndpointReference> accepted = created.accepted().filter(it -> !it.isNone());
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

  private static Changes understood(SOAPContext context) {
    Changes.Builder changes = Changes.builder();
    for (HeaderRef block : context.headers()) {
      if (RmVersion.of(block.name().getNamespaceURI()).isPresent()) {
        changes.processed(block);
      }
    }
    return changes.build();
  }
}
