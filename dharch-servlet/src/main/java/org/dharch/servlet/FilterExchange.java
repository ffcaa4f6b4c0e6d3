package org.dharch.servlet;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.Direction;
import org.dharch.core.message.ExchangeProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.settings.RulePrefilter;

/**
 * One request and its response. The container's threads process it one after another, each with a
 * {@link NextAction}. Members are for the current thread unless they are marked as safe for any
 * thread.
 */
final class FilterExchange {
  private final ServletGateway gateway;
  private final RequestTriage.Decision.Read head;
  private final HeldBytes.Reservation held;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final NextAction.Awaited dispatch = new NextAction.Awaited();
  private volatile boolean unread;
  private volatile boolean soap12;
  private volatile String action;
  private volatile String operation = "";
  private volatile Optional<SoapBody> body = Optional.empty();
  private volatile Optional<MessageId> request = Optional.empty();
  private volatile MessageProperties left = MessageProperties.empty();
  private volatile Map<String, String> sending = Map.of();

  /** The last outcome, for the handover. */
  private volatile Optional<Outcome.Completed> completed = Optional.empty();

  private volatile Optional<ServiceAsync> finished = Optional.empty();

  /** The path of the service. */
  private String path = "";

  private HttpServletRequest outerRequest;
  private HttpServletResponse outerResponse;
  private volatile ServiceRequest serviceRequest; // set before the service is invoked
  private Optional<ServiceResponse> kept = Optional.empty();

  FilterExchange(ServletGateway gateway, RequestTriage.Decision.Read request) {
    this.gateway = gateway;
    this.head = request;
    this.action = request.action();
    this.soap12 = request.type().soap12();
    this.held = gateway.reservation();
  }

  /** An exchange whose request is rejected without reading its body. */
  FilterExchange(ServletGateway gateway, boolean soap12) {
    this(gateway, RequestTriage.Decision.Read.NONE);
    this.soap12 = soap12;
  }

  MediaType type() {
    return head.type();
  }

  RulePrefilter prefilter() {
    return head.prefilter();
  }

  String action() {
    return action;
  }

  String operation() {
    return operation;
  }

  boolean soap12() {
    return soap12;
  }

  SoapBody body() {
    return body.orElseThrow();
  }

  /** Records that the response precedes the end of the request; safe for any thread. */
  void unread() {
    unread = true;
  }

  /** The bytes held for this exchange. */
  HeldBytes.Reservation held() {
    return held;
  }

  /**
   * Stores the received request; safe for any thread.
   *
   * @throws NotReadableException if the request is ambiguous for the service
   */
  void read(SoapBody value, Envelopes.Outline outline) throws NotReadableException {
    Set<String> actions = new LinkedHashSet<>(value.actions());
    actions.add(action);
    action = Requests.one(actions);
    value.type().written(action);
    body = Optional.of(value);
    soap12 = outline.soap12();
    operation = outline.content().map(name -> name.getLocalPart()).orElse("");
  }

  /** The next action; safe for any thread. */
  NextAction.Awaited dispatch() {
    return dispatch;
  }

  /** Whether the service is processing the message, so its dispatches need no handlers. */
  boolean atService() {
    return serviceRequest != null && !ended.get();
  }

  /** Records the end of the service's asynchronous processing; safe for any thread. */
  void finish(ServiceAsync async) {
    finished = Optional.of(async);
  }

  /** The id of the accepted request; safe for any thread. */
  Optional<MessageId> request() {
    return request;
  }

  void request(MessageId id) {
    request = Optional.of(id);
  }

  /** The headers of the response as properties; safe for any thread. */
  Map<String, String> sending() {
    return sending;
  }

  /** The exchange properties set by handlers; safe for any thread. */
  MessageProperties left() {
    return left;
  }

  /** Keeps the exchange properties of an outcome; safe for any thread. */
  void leave(MessageProperties properties) {
    left = ExchangeProperties.of(properties);
  }

  /** Stores the outcome of its message; safe for any thread. */
  void completed(Outcome.Completed outcome) {
    completed = Optional.of(outcome);
  }

  /**
   * Ends the exchange, once: the response is written or the request has failed. Safe for any
   * thread.
   */
  void ended() {
    if (ended.compareAndSet(false, true)) {
      held.end();
      finished.ifPresent(ServiceAsync::ended);
      completed.ifPresent(
          outcome ->
              gateway.notHandedOver(outcome, "its request ended before its service was called"));
      gateway.ended(this);
    }
  }

  /** Continues with the expected dispatch of the request. */
  void resume(
      NextAction action, HttpServletRequest given, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean done = false;
    try {
      action.checkAwaited(response);
      if (action instanceof NextAction.Reply reply) {
        if (unread) {
          Requests.endConnection(given, response);
        }
        answer(reply.answer(), kept.isPresent() ? outerResponse : response);
      } else if (action instanceof NextAction.Go go && go.suspended().flow() == Direction.IN) {
        outerRequest = given;
        outerResponse = response;
        serve(go, chain);
      } else if (action instanceof NextAction.Answer answer) {
        outerRequest = given;
        outerResponse = response;
        answered(answer);
      } else if (action instanceof NextAction.Go go) {
        respond(go.outcome());
      } else if (action instanceof NextAction.Finish) {
        served();
      } else {
        rejoin(given, response, chain);
      }
      done = true;
    } finally {
      if (!done) {
        ended();
      }
    }
  }

  private void answer(FaultResponse answer, HttpServletResponse response) throws IOException {
    answer.write(response, soap12);
    ended();
  }

  /** Sends a handler's response like a service's; the service is not called. */
  private void answered(NextAction.Answer action) throws IOException, ServletException {
    Outcome.Responded outcome = action.outcome();
    applyAttributes(action.suspended(), outcome.properties());
    body = Optional.empty();
    if (outcome.envelope().isEmpty()) {
      outerResponse.setStatus(HttpServletResponse.SC_ACCEPTED);
      BodyHeaders.length(outerResponse, 0);
      ended();
      return;
    }
    HandlerResponse answer = HandlerResponse.of(outcome.envelope().get(), gateway.limits());
    held.is(answer.body().bytes());
    outerResponse.setStatus(answer.status());
    outerResponse.setContentType(answer.body().whole().type());
    process(answer.body(), answer.flow(), gateway.mayHaveHandlers(this, answer.flow()));
  }

  private void applyAttributes(SuspendedMessage suspended, MessageProperties after) {
    suspended
        .submission()
        .ifPresent(before -> HttpProperties.apply(outerRequest, before.properties(), after));
  }

  private void serve(NextAction.Go go, FilterChain chain) throws IOException, ServletException {
    gateway.checkSameHandlers(this, outerRequest);
    path = ServicePath.path(outerRequest);
    ServiceRequest.Content content;
    try {
      content = ServiceRequest.Content.of(this, go, outerRequest, gateway.limits());
    } catch (MalformedMessageException | NotReadableException e) {
      answer(
          FaultResponse.receiver("the handlers left an invalid envelope: " + e.getMessage()),
          outerResponse);
      return;
    }
    body = Optional.empty();
    held.is(content.body().bytes().length);
    if (go.outcome().isPresent()) {
      Outcome.Completed outcome = go.outcome().get();
      applyAttributes(go.suspended(), outcome.properties());
      outerRequest.setAttribute(DHArchFilter.MESSAGE_ID, outcome.id().toString());
      outerRequest.setAttribute(
          DHArchFilter.WITHIN, CallDepth.ofServicesCall(outcome.id(), outcome.properties()));
    }
    outerRequest.setAttribute(DHArchFilter.SERVICE, head.prefilter().service());
    outerRequest.setAttribute(DHArchFilter.OPERATION, operation);
    boolean keeps = gateway.mayRespondThroughHandlers(this);
    serviceRequest =
        new ServiceRequest(outerRequest, this, keeps ? content.answeredPlain() : content);
    if (keeps) {
      kept =
          Optional.of(new ServiceResponse(outerResponse, serviceRequest, gateway.limits(), held));
    }
    serviceRequest.answeredBy(kept.<HttpServletResponse>map(r -> r).orElse(outerResponse));
    Optional<Outcome.Failed> failed = go.outcome().flatMap(this::handOver);
    if (failed.isPresent()) {
      answer(gateway.failed(failed.get()), outerResponse);
      return;
    }
    invoke(serviceRequest, serviceRequest.response(), chain);
  }

  /** Reports the handover to the service or client; returns the failure if it is denied. */
  private Optional<Outcome.Failed> handOver(Outcome.Completed outcome) {
    return gateway.handOver(outcome) instanceof Outcome.Failed failed
        ? Optional.of(failed)
        : Optional.empty();
  }

  /** Continues the service at its path; a dispatch to another path is treated as a forward. */
  private void rejoin(HttpServletRequest given, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean here = ServicePath.path(given).equals(path);
    if (here && !NextAction.Awaited.isAround(given, serviceRequest)) {
      // a filter in front has suspended the request and dispatched its own
      invoke(serviceRequest, serviceRequest.response(), chain);
      return;
    }
    invoke(here ? given : gateway.handedOn(this, given), response, chain);
  }

  private void invoke(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    serviceRequest.begin();
    try {
      chain.doFilter(request, response);
    } catch (IOException | ServletException | RuntimeException e) {
      if (kept.isEmpty() || !kept.get().overflowed() || serviceRequest.suspended()) {
        throw e;
      } // otherwise the overflow is the reason and is reported below
    }
    if (!serviceRequest.suspended()) {
      served();
    } // otherwise a dispatch or its listener continues
  }

  /** Processes the response of the service. */
  private void served() throws IOException, ServletException {
    if (kept.isEmpty() || !kept.get().holds()) {
      ended();
      return;
    }
    ServiceResponse response = kept.get();
    SoapBody answer;
    Direction flow;
    boolean handled;
    try {
      answer = response.body();
      boolean fault = Envelopes.outline(answer.envelope(), gateway.limits()).fault();
      flow = fault ? Direction.OUT_FAULT : Direction.OUT;
      handled = gateway.mayHaveHandlers(this, flow);
      if (handled) {
        answer.outline(gateway.limits()); // parses all of it, like a request
      }
    } catch (NotReadableException e) {
      answer(
          FaultResponse.receiver("the response cannot be processed: " + e.getMessage()),
          outerResponse);
      return;
    } catch (MalformedMessageException e) {
      answer(
          FaultResponse.receiver("the response must be a SOAP envelope: " + e.getMessage()),
          outerResponse);
      return;
    }
    process(answer, flow, handled);
  }

  /** Sends {@code response} through its handlers, if any, and to the client. */
  private void process(SoapBody response, Direction flow, boolean handled)
      throws IOException, ServletException {
    body = Optional.of(response);
    if (!handled) {
      respond(Optional.empty());
      return;
    }
    if (!outerRequest.isAsyncSupported()) {
      throw new ServletException(
          "the response has handlers, so the servlet behind DHArch's filter must be declared with"
              + " async-supported=true: "
              + outerRequest.getHttpServletMapping().getServletName());
    }
    sending = HttpProperties.sending(outerResponse, gateway.limits());
    gateway.respond(this, flow, outerRequest, outerResponse);
  }

  /** Writes the response that the handlers have left. */
  private void respond(Optional<Outcome.Completed> outcome) throws IOException {
    SoapBody.Content content = body().whole();
    Map<String, List<String>> headers = Map.of();
    if (outcome.isPresent()) {
      try {
        content = body().with(outcome.get().envelope());
        headers = HttpProperties.toSend(sending, outcome.get().properties());
      } catch (NotReadableException e) {
        answer(
            FaultResponse.receiver("the response cannot be written: " + e.getMessage()),
            outerResponse);
        return;
      }
    }
    Optional<Outcome.Failed> failed = outcome.flatMap(this::handOver);
    if (failed.isPresent()) {
      answer(gateway.failed(failed.get()).ofResponse(), outerResponse);
      return;
    }
    if (!content.type().equals(body().whole().type())) {
      outerResponse.setContentType(content.type());
    }
    HttpProperties.send(outerResponse, headers);
    BodyHeaders.length(outerResponse, content.bytes().length);
    outerResponse.getOutputStream().write(content.bytes());
    ended();
  }
}
