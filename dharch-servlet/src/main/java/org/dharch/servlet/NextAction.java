package org.dharch.servlet;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.CallDepth;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.envelope.Envelopes;

/** The action of the container's next thread on an exchange. */
sealed interface NextAction {
  /** Executes the action with the dispatched request. */
  void run(
      FilterExchange exchange,
      HttpServletRequest given,
      HttpServletResponse response,
      FilterChain chain)
      throws IOException, ServletException;

  /** Returns whether the service is processing the message and may have sent its response. */
  default boolean isAtService() {
    return false;
  }

  /** Returns the response to send if the container rejects the dispatch. */
  default FaultResponse withoutDispatch() {
    return FaultResponse.stopping();
  }

  /**
   * Returns the action that continues with the message.
   *
   * @param outcome without an outcome, the message has no handlers and is unchanged
   */
  static NextAction proceed(Direction flow, Optional<Outcome.Completed> outcome) {
    return flow == Direction.IN ? new Serve(outcome) : new Respond(outcome);
  }

  /** Call the service. */
  record Serve(Optional<Outcome.Completed> outcome) implements NextAction {
    @Override
    public void run(
        FilterExchange exchange,
        HttpServletRequest given,
        HttpServletResponse response,
        FilterChain chain)
        throws IOException, ServletException {
      exchange.outerRequest = given;
      exchange.outerResponse = response;
      serve(exchange, outcome, chain);
    }
  }

  /** Write the service's response. */
  record Respond(Optional<Outcome.Completed> outcome) implements NextAction {
    @Override
    public void run(
        FilterExchange exchange,
        HttpServletRequest given,
        HttpServletResponse response,
        FilterChain chain)
        throws IOException {
      respond(exchange, outcome);
    }
  }

  /** Send a handler's response, or its acceptance. */
  record Answer(Outcome.Responded outcome) implements NextAction {
    @Override
    public void run(
        FilterExchange exchange,
        HttpServletRequest given,
        HttpServletResponse response,
        FilterChain chain)
        throws IOException, ServletException {
      exchange.outerRequest = given;
      exchange.outerResponse = response;
      answered(exchange, outcome);
    }
  }

  /** End the exchange with a response of DHArch. */
  record Reply(FaultResponse answer) implements NextAction {
    @Override
    public void run(
        FilterExchange exchange,
        HttpServletRequest given,
        HttpServletResponse response,
        FilterChain chain)
        throws IOException {
      if (exchange.unread) {
        Requests.endConnection(given, response);
      }
      write(exchange, answer, exchange.kept.isPresent() ? exchange.outerResponse : response);
    }

    @Override
    public FaultResponse withoutDispatch() {
      return answer;
    }
  }

  /** Continue after the service has dispatched the request to itself. */
  record Rejoin() implements NextAction {
    @Override
    public void run(
        FilterExchange exchange,
        HttpServletRequest given,
        HttpServletResponse response,
        FilterChain chain)
        throws IOException, ServletException {
      rejoin(exchange, given, response, chain);
    }

    @Override
    public boolean isAtService() {
      return true;
    }
  }

  /** Continue after the service has completed its asynchronous processing. */
  record Finish() implements NextAction {
    @Override
    public void run(
        FilterExchange exchange,
        HttpServletRequest given,
        HttpServletResponse response,
        FilterChain chain)
        throws IOException, ServletException {
      served(exchange);
    }

    @Override
    public boolean isAtService() {
      return true;
    }
  }

  private static void write(
      FilterExchange exchange, FaultResponse answer, HttpServletResponse response)
      throws IOException {
    answer.write(response, exchange.soap12());
    exchange.ended();
  }

  /** Sends a handler's response like a service's; the service is not called. */
  private static void answered(FilterExchange exchange, Outcome.Responded outcome)
      throws IOException, ServletException {
    applyAttributes(exchange, outcome.properties());
    exchange.body = Optional.empty();
    if (outcome.envelope().isEmpty()) {
      exchange.outerResponse.setStatus(HttpServletResponse.SC_ACCEPTED);
      BodyHeaders.length(exchange.outerResponse, 0);
      exchange.ended();
      return;
    }
    HandlerResponse answer =
        HandlerResponse.of(outcome.envelope().get(), exchange.gateway.limits());
    exchange.held().is(answer.body().bytes());
    exchange.outerResponse.setStatus(answer.status());
    exchange.outerResponse.setContentType(answer.body().whole().type());
    process(
        exchange,
        answer.body(),
        answer.flow(),
        exchange.gateway.mayHaveHandlers(exchange, answer.flow()));
  }

  private static void applyAttributes(FilterExchange exchange, MessageProperties after) {
    exchange
        .submission()
        .ifPresent(
            before -> HttpProperties.apply(exchange.outerRequest, before.properties(), after));
  }

  private static void serve(
      FilterExchange exchange, Optional<Outcome.Completed> done, FilterChain chain)
      throws IOException, ServletException {
    exchange.gateway.checkSameHandlers(exchange, exchange.outerRequest);
    exchange.path = ServicePath.path(exchange.outerRequest);
    ServiceRequest.Content content;
    try {
      content =
          ServiceRequest.Content.of(
              exchange, done, exchange.outerRequest, exchange.gateway.limits());
    } catch (MalformedMessageException | NotReadableException e) {
      write(
          exchange,
          FaultResponse.receiver("the handlers left an invalid envelope: " + e.getMessage()),
          exchange.outerResponse);
      return;
    }
    exchange.body = Optional.empty();
    exchange.held().is(content.body().bytes().length);
    if (done.isPresent()) {
      Outcome.Completed outcome = done.get();
      applyAttributes(exchange, outcome.properties());
      exchange.outerRequest.setAttribute(DHArchFilter.MESSAGE_ID, outcome.id().toString());
      exchange.outerRequest.setAttribute(
          DHArchFilter.WITHIN, CallDepth.ofServicesCall(outcome.id(), outcome.properties()));
    }
    exchange.outerRequest.setAttribute(DHArchFilter.SERVICE, exchange.prefilter().service());
    exchange.outerRequest.setAttribute(DHArchFilter.OPERATION, exchange.operation());
    boolean keeps = exchange.gateway.mayRespondThroughHandlers(exchange);
    exchange.serviceRequest =
        new ServiceRequest(
            exchange.outerRequest, exchange, keeps ? content.answeredPlain() : content);
    if (keeps) {
      exchange.kept =
          Optional.of(
              new ServiceResponse(
                  exchange.outerResponse,
                  exchange.serviceRequest,
                  exchange.gateway.limits(),
                  exchange.held()));
    }
    exchange.serviceRequest.answeredBy(
        exchange.kept.<HttpServletResponse>map(r -> r).orElse(exchange.outerResponse));
    Optional<Outcome.Failed> failed = done.flatMap(outcome -> handOver(exchange, outcome));
    if (failed.isPresent()) {
      write(
          exchange,
          exchange.gateway.failed(failed.get(), exchange.sending()),
          exchange.outerResponse);
      return;
    }
    invoke(exchange, exchange.serviceRequest, exchange.serviceRequest.response(), chain);
  }

  /** Reports the handover to the service or client; returns the failure if it is denied. */
  private static Optional<Outcome.Failed> handOver(
      FilterExchange exchange, Outcome.Completed outcome) {
    return exchange.gateway.handOver(outcome) instanceof Outcome.Failed failed
        ? Optional.of(failed)
        : Optional.empty();
  }

  /** Continues the service at its path; treats a dispatch to another path as a forward. */
  private static void rejoin(
      FilterExchange exchange,
      HttpServletRequest given,
      HttpServletResponse response,
      FilterChain chain)
      throws IOException, ServletException {
    boolean here = ServicePath.path(given).equals(exchange.path);
    if (here && !AwaitedDispatch.isAround(given, exchange.serviceRequest)) {
      // a filter in front has suspended the request and dispatched its own
      invoke(exchange, exchange.serviceRequest, exchange.serviceRequest.response(), chain);
      return;
    }
    invoke(exchange, here ? given : exchange.gateway.handedOn(exchange, given), response, chain);
  }

  private static void invoke(
      FilterExchange exchange,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws IOException, ServletException {
    exchange.serviceRequest.begin();
    try {
      exchange.serve(chain, request, response);
    } catch (IOException | ServletException | RuntimeException e) {
      int clientError = Requests.clientError(e);
      if (clientError > 0) {
        exchange.outerResponse.sendError(clientError);
        exchange.ended();
        return;
      }
      if (exchange.kept.isEmpty()
          || !exchange.kept.get().overflowed()
          || exchange.serviceRequest.suspended()) {
        throw e;
      } // otherwise the overflow is the reason and is reported below
    }
    if (!exchange.serviceRequest.suspended()) {
      served(exchange);
    } // otherwise a dispatch or its listener continues
  }

  private static void served(FilterExchange exchange) throws IOException, ServletException {
    if (exchange.kept.isEmpty() || !exchange.kept.get().holds()) {
      exchange.ended();
      return;
    }
    ServiceResponse response = exchange.kept.get();
    SoapBody answer;
    Direction flow;
    boolean handled;
    try {
      answer = response.body();
      boolean fault = Envelopes.outline(answer.envelope(), exchange.gateway.limits()).fault();
      flow = fault ? Direction.OUT_FAULT : Direction.OUT;
      handled = exchange.gateway.mayHaveHandlers(exchange, flow);
      if (handled) {
        answer.outline(exchange.gateway.limits()); // parses all of it, like a request
      }
    } catch (NotReadableException e) {
      write(
          exchange,
          FaultResponse.receiver("the response cannot be processed: " + e.getMessage()),
          exchange.outerResponse);
      return;
    } catch (MalformedMessageException e) {
      write(
          exchange,
          FaultResponse.receiver("the response must be a SOAP envelope: " + e.getMessage()),
          exchange.outerResponse);
      return;
    }
    process(exchange, answer, flow, handled);
  }

  /** Sends {@code response} through its handlers, if any, and to the client. */
  private static void process(
      FilterExchange exchange, SoapBody response, Direction flow, boolean handled)
      throws IOException, ServletException {
    exchange.body = Optional.of(response);
    if (!handled) {
      respond(exchange, Optional.empty());
      return;
    }
    if (!exchange.outerRequest.isAsyncSupported()) {
      throw new ServletException(
          "the response has handlers, so the servlet behind DHArch's filter must be declared with"
              + " async-supported=true: "
              + exchange.outerRequest.getHttpServletMapping().getServletName());
    }
    exchange.sending = HttpProperties.sending(exchange.outerResponse, exchange.gateway.limits());
    exchange.gateway.respond(exchange, flow, exchange.outerRequest, exchange.outerResponse);
  }

  /** Writes the response after its handlers. */
  private static void respond(FilterExchange exchange, Optional<Outcome.Completed> outcome)
      throws IOException {
    SoapBody.Content content = exchange.body().whole();
    Map<String, List<String>> headers = Map.of();
    if (outcome.isPresent()) {
      try {
        content = exchange.body().with(outcome.get().envelope());
        headers = HttpProperties.toSend(exchange.sending, outcome.get().properties());
      } catch (NotReadableException e) {
        write(
            exchange,
            FaultResponse.receiver("the response cannot be written: " + e.getMessage()),
            exchange.outerResponse);
        return;
      }
    }
    Optional<Outcome.Failed> failed = outcome.flatMap(done -> handOver(exchange, done));
    if (failed.isPresent()) {
      write(
          exchange,
          exchange.gateway.failed(failed.get(), exchange.sending()).ofResponse(),
          exchange.outerResponse);
      return;
    }
    if (!content.type().equals(exchange.body().whole().type())) {
      exchange.outerResponse.setContentType(content.type());
    }
    if (content.bytes() == exchange.body().whole().bytes()) {
      exchange.kept.ifPresent(BodyHeaders::sendDescription);
    }
    HttpProperties.send(exchange.outerResponse, headers);
    BodyHeaders.length(exchange.outerResponse, content.bytes().length);
    exchange.outerResponse.getOutputStream().write(content.bytes());
    exchange.ended();
  }
}
