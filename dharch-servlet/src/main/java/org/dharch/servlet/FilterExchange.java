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
import org.dharch.core.message.Envelopes;
import org.dharch.core.message.ExchangeProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.settings.RulePrefilter;

/**
 * One request and its response on their way through the filter. The container's threads have it one
 * after another: each takes the {@link NextAction} that it finds. What is not said to be for any
 * thread is touched only by the one that has it.
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

  /** What has completed last, and is to be handed over. */
  private volatile Optional<Outcome.Completed> completed = Optional.empty();

  private volatile Optional<ServiceAsync> finished = Optional.empty();

  /** Where the service is. */
  private String path = "";

  private HttpServletRequest outerRequest;
  private HttpServletResponse outerResponse;
  private volatile ServiceRequest serviceRequest; // once the service is to have the message
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

  /** It is answered before its request was read; for any thread. */
  void unread() {
    unread = true;
  }

  /** What this has in memory. */
  HeldBytes.Reservation held() {
    return held;
  }

  /**
   * The request was read; for any thread.
   *
   * @throws NotReadableException if it is not clear what of it the service would read
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

  /** What it goes on by; for any thread. */
  NextAction.Awaited dispatch() {
    return dispatch;
  }

  /** Whether the service has the message now, so that what it hands on has had its handlers. */
  boolean atService() {
    return serviceRequest != null && !ended.get();
  }

  /** The service says that its asynchronous processing is complete; for any thread. */
  void finish(ServiceAsync async) {
    finished = Optional.of(async);
  }

  /** The message of the request, if it was accepted; for any thread. */
  Optional<MessageId> request() {
    return request;
  }

  void request(MessageId id) {
    request = Optional.of(id);
  }

  /** The headers of its response as properties; none before there is one. For any thread. */
  Map<String, String> sending() {
    return sending;
  }

  /** What handlers have left for the exchange; for any thread. */
  MessageProperties left() {
    return left;
  }

  /** The handlers of its message have left these properties; for any thread. */
  void leave(MessageProperties properties) {
    left = ExchangeProperties.of(properties);
  }

  /** Its message has completed; for any thread. */
  void completed(Outcome.Completed outcome) {
    completed = Optional.of(outcome);
  }

  /**
   * The response is written, or the request has failed. The one place where that is known, once for
   * each exchange; for any thread.
   */
  void ended() {
    if (ended.compareAndSet(false, true)) {
      held.end();
      finished.ifPresent(ServiceAsync::ended);
      completed.ifPresent(
          outcome -> gateway.notHandedOver(outcome, "its request ended before its service's turn"));
      gateway.ended(this);
    }
  }

  /** The request has come back by the dispatch that was awaited. */
  void resume(
      NextAction now, HttpServletRequest given, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean done = false;
    try {
      now.checkAwaited(response);
      if (now instanceof NextAction.Reply reply) {
        if (unread) {
          Requests.endConnection(given, response);
        }
        answer(reply.answer(), kept.isPresent() ? outerResponse : response);
      } else if (now instanceof NextAction.Go go && go.suspended().flow() == Direction.IN) {
        outerRequest = given;
        outerResponse = response;
        serve(go, chain);
      } else if (now instanceof NextAction.Answer own) {
        outerRequest = given;
        outerResponse = response;
        answered(own);
      } else if (now instanceof NextAction.Go go) {
        respond(go.outcome());
      } else if (now instanceof NextAction.Finish) {
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

  /** A handler's answer goes the way of a service's, and the service is not called. */
  private void answered(NextAction.Answer own) throws IOException, ServletException {
    Outcome.Responded outcome = own.outcome();
    leaveAttributes(own.suspended(), outcome.properties());
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
    treat(answer.body(), answer.flow(), gateway.mayHaveHandlers(this, answer.flow()));
  }

  private void leaveAttributes(SuspendedMessage suspended, MessageProperties after) {
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
          FaultResponse.receiver("the handlers left no envelope: " + e.getMessage()),
          outerResponse);
      return;
    }
    body = Optional.empty();
    held.is(content.body().bytes().length);
    if (go.outcome().isPresent()) {
      Outcome.Completed outcome = go.outcome().get();
      leaveAttributes(go.suspended(), outcome.properties());
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

  /** The message goes to its service, or its client, next; if it may not, why. */
  private Optional<Outcome.Failed> handOver(Outcome.Completed outcome) {
    return gateway.handOver(outcome) instanceof Outcome.Failed failed
        ? Optional.of(failed)
        : Optional.empty();
  }

  /**
   * The service goes on where it is; what it has dispatched elsewhere is as any that it hands on.
   */
  private void rejoin(HttpServletRequest given, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean here = ServicePath.path(given).equals(path);
    if (here && !NextAction.Awaited.isAround(given, serviceRequest)) {
      // a filter in front has suspended it, and dispatched the request that it had itself
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
      } // else that is why, and is said below
    }
    if (!serviceRequest.suspended()) {
      served();
    } // else it comes back by a dispatch, or ends and its listener is told
  }

  /** The service has answered. */
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
        answer.outline(gateway.limits()); // all of it, as a request's
      }
    } catch (NotReadableException e) {
      answer(
          FaultResponse.receiver("the response cannot be treated: " + e.getMessage()),
          outerResponse);
      return;
    } catch (MalformedMessageException e) {
      answer(
          FaultResponse.receiver("the response is no envelope: " + e.getMessage()), outerResponse);
      return;
    }
    treat(answer, flow, handled);
  }

  /** {@code response} goes through its handlers, if it has any, and to the client. */
  private void treat(SoapBody response, Direction flow, boolean handled)
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

  /** Writes the response as its handlers have left it. */
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
