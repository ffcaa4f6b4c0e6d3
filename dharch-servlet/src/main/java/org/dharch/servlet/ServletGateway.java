package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.DHManager;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.WindowScope;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Envelopes;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.spi.Gateway;

/**
 * A servlet container's gateway (seed 000, section 3.1.1). No thread of the container waits in it:
 * a message that is read or has handlers to perform leaves its thread, and comes back by a dispatch
 * when that is done. Safe for any thread.
 */
final class ServletGateway implements Gateway<Passage> {
  // not getContentType(): Jetty refuses there what the filter refuses with a fault
  private static final String CONTENT_TYPE = "Content-Type";

  private static final Set<Direction> FLOWS =
      EnumSet.of(Direction.IN, Direction.OUT, Direction.OUT_FAULT);
  private static final Set<Direction> RESPONSES = EnumSet.of(Direction.OUT, Direction.OUT_FAULT);

  private final DHManager manager;
  private final FilterSettings settings;
  private final String filter;

  /** No more messages may be on their way into memory than may wait in IMQueue. */
  private final Semaphore reading;

  ServletGateway(DHManager manager, FilterSettings settings, String filter) {
    this.manager = manager;
    this.settings = settings;
    this.filter = filter;
    this.reading = new Semaphore(flow().queueBound());
  }

  Limits limits() {
    return manager.config().limits();
  }

  private FlowControl flow() {
    return manager.config().flow();
  }

  /** A message is not being read any more; said once for each. */
  void doneReading() {
    reading.release();
  }

  /** The exchange that this has begun for {@code request}. */
  Optional<Exchange> exchange(ServletRequest request) {
    return Exchange.of(request, filter);
  }

  /** A request has come to the filter for the first time. */
  void begin(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!Requests.mayHaveBody(request)) {
      chain.doFilter(request, response);
      return;
    }
    String service = Requests.service(request, settings.service());
    MediaType type;
    try {
      type = MediaType.parse(request.getHeader(CONTENT_TYPE));
    } catch (NotReadableException e) {
      type = new MediaType("", Map.of());
    }
    if (!request.getMethod().equals("POST") || !type.soap()) {
      other(service, request, response, chain);
      return;
    }
    String action = Requests.action(request, type);
    Prospects prospects = new Prospects(service, Optional.of(action));
    if (!prospects.any(manager, FLOWS) && flow().scope() != WindowScope.REQUEST) {
      chain.doFilter(request, response);
    } else if (Requests.isEncoded(request.getHeader("Content-Encoding"))) {
      Answer.sender(415, "a body with a Content-Encoding is not allowed")
          .write(response, type.soap12());
    } else if (request.getContentLengthLong() > limits().maxPayloadBytes()) {
      Answer.tooLarge(limits().maxPayloadBytes()).write(response, type.soap12());
    } else {
      Optional<Admission.Busy> busy = busy();
      if (busy.isPresent()) {
        busy(busy.get()).write(response, type.soap12());
      } else {
        read(new Exchange(this, type, prospects, action), request, response);
      }
    }
  }

  /** Why a request that has to wait for its turn need not be read. */
  private Optional<Admission.Busy> busy() {
    return flow().scope() == WindowScope.REQUEST ? manager.busy() : Optional.empty();
  }

  private static Answer busy(Admission.Busy busy) {
    return Answer.busy(busy.reason(), busy.retryAfter(), Optional.empty());
  }

  /** What is no SOAP, but might be taken for it by the service. */
  private void other(
      String service, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Prospects prospects = new Prospects(service, Optional.empty());
    if (settings.others() == FilterSettings.Others.PASS
        || !prospects.any(manager, EnumSet.of(Direction.IN))) {
      chain.doFilter(request, response);
      return;
    }
    Answer.sender(
            415,
            request.getMethod()
                + " of '"
                + request.getHeader(CONTENT_TYPE)
                + "'; POST of text/xml, application/soap+xml or multipart/related with one of these"
                + " is allowed, for this service has handlers")
        .write(response, false);
  }

  private void read(Exchange exchange, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    if (!request.isAsyncSupported()) {
      throw new ServletException(
          "filter '"
              + filter
              + "' and every filter before it must be declared with async-supported=true");
    }
    if (!reading.tryAcquire()) {
      String reason = "every place is taken: " + flow().queueBound() + " messages arrive";
      Answer.busy(reason, flow().retryAfter(), Optional.empty()).write(response, exchange.soap12());
      return;
    }
    exchange.begin(request, filter);
    AsyncContext async;
    try {
      async = request.startAsync(new NotDispatched(request, filter), response);
    } catch (RuntimeException e) {
      reading.release();
      throw e;
    }
    Passage passage = passage(exchange, Direction.IN, async); // gives the place back
    request
        .getInputStream()
        .setReadListener(
            new BodyReader(
                request.getInputStream(),
                request.getContentLengthLong(),
                limits().maxPayloadBytes(),
                passage));
  }

  /** A message leaves its thread. */
  Passage passage(Exchange exchange, Direction flow, AsyncContext async) {
    Duration limit = exchange.prospects().deadline(manager, flow).plus(settings.grace());
    return new Passage(
        this,
        exchange,
        flow,
        async,
        flow == Direction.IN ? limit.plus(settings.timeToRead()) : limit);
  }

  /** The body of {@code passage}'s request is here. */
  void received(Passage passage, byte[] bytes) {
    Exchange exchange = passage.exchange();
    HttpServletRequest request = (HttpServletRequest) passage.request();
    try {
      SoapBody body =
          SoapBody.read(
              new SoapBody.Content(bytes, request.getHeader(CONTENT_TYPE)), exchange.type());
      exchange.read(body, Envelopes.outline(body.envelope(), limits()));
    } catch (NotReadableException e) {
      passage.settle(new Next.Reply(Answer.unreadable(e)));
      return;
    } catch (MalformedMessageException e) {
      passage.settle(new Next.Reply(Answer.sender(400, e.getMessage())));
      return;
    }
    admit(passage, request);
  }

  /** Hands the message that its exchange has in. */
  void admit(Passage passage, ServletRequest request) {
    Submission submission = submission(passage, request);
    passage.submit(submission);
    Admission admission;
    try {
      admission = manager.admit(this, passage, submission);
    } catch (MalformedMessageException e) {
      passage.settle(passage.reply(Answer.sender(400, e.getMessage())));
      return;
    } catch (IllegalArgumentException e) {
      passage.settle(passage.reply(Answer.receiver(e.getMessage())));
      return;
    }
    if (admission instanceof Admission.Accepted accepted) {
      passage.accepted(accepted.id());
    } else if (admission instanceof Admission.Busy busy) {
      passage.settle(passage.reply(busy(busy)));
    } else if (admission instanceof Admission.Refused refused) {
      passage.settle(passage.reply(Answer.halted(refused.fault(), Optional.empty())));
    } else {
      passage.settle(new Next.Go(passage, Optional.empty()));
    }
  }

  private Submission submission(Passage passage, ServletRequest request) {
    Exchange exchange = passage.exchange();
    String service = exchange.prospects().service();
    MessageProperties properties =
        AttributeProperties.of(
            request,
            Map.of(
                SoapProperties.FLOW,
                passage.flow().toString(),
                SoapProperties.SOAP_VERSION,
                exchange.soap12() ? "1.2" : "1.1",
                SoapProperties.SERVICE,
                service,
                SoapProperties.OPERATION,
                exchange.operation(),
                SoapProperties.SOAP_ACTION,
                exchange.action()),
            limits());
    Submission submission =
        new Submission(
                passage.flow(),
                service,
                exchange.operation(),
                exchange.action(),
                exchange.body().envelope(),
                properties,
                Set.of(),
                Optional.empty(),
                Optional.empty())
            .client(client(request));
    return passage.flow() == Direction.IN
        ? submission
        : exchange.request().map(submission::within).orElse(submission);
  }

  private String client(ServletRequest request) {
    Optional<String> named =
        settings
            .clientHeader()
            .flatMap(name -> Optional.ofNullable(((HttpServletRequest) request).getHeader(name)));
    return named.orElseGet(request::getRemoteAddr);
  }

  /** Whether the response has to be kept back, for it may have handlers. */
  boolean mayAnswerThroughHandlers(Exchange exchange) {
    return exchange.prospects().any(manager, RESPONSES);
  }

  boolean mayHaveHandlers(Exchange exchange, Direction flow) {
    return exchange.prospects().any(manager, EnumSet.of(flow));
  }

  /** A message was halted. */
  Answer halted(Outcome.Halted outcome) {
    Optional<MessageId> id = Optional.of(outcome.id());
    return outcome.fault().code() == Fault.Code.BUSY
        ? Answer.busy(outcome.fault().reason(), flow().retryAfter(), id)
        : Answer.halted(outcome.fault(), id);
  }

  void cancel(MessageId id) {
    manager.cancel(id);
  }

  /** A request has no service any more that could answer it. */
  void answered(MessageId request) {
    manager.answered(request);
  }

  /** The response of {@code exchange} is written, or it has failed; called once for each. */
  void ended(Exchange exchange) {
    exchange.request().ifPresent(manager::answered);
  }

  @Override
  public void completed(Passage passage, Outcome.Completed outcome) {
    passage.completed(outcome);
  }

  @Override
  public void halted(Passage passage, Outcome.Halted outcome) {
    passage.halted(outcome);
  }
}
