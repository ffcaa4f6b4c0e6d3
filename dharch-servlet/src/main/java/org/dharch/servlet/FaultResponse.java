package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.dharch.api.MessageId;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * @param status the HTTP status; 0 for that of SOAP's bindings
 * @param retryAfter the delay before the client may retry
 * @param headers those that the handlers set
 */
record FaultResponse(
    int status,
    FaultReply fault,
    Optional<Duration> retryAfter,
    Map<String, List<String>> headers) {
  private static final Logger LOG = LoggerFactory.getLogger(FaultResponse.class);

  FaultResponse(int status, FaultReply fault, Optional<Duration> retryAfter) {
    this(status, fault, retryAfter, Map.of());
  }

  /** For an invalid request. */
  static FaultResponse sender(int status, String reason) {
    return new FaultResponse(status, FaultReply.sender(reason), Optional.empty());
  }

  static FaultResponse unreadable(NotReadableException e) {
    return sender(e.status(), e.getMessage());
  }

  static FaultResponse tooLarge(int max) {
    String reason = "the message must have at most " + max + " bytes";
    return new FaultResponse(413, FaultReply.tooLarge(reason), Optional.empty());
  }

  static FaultResponse late(Duration limit) {
    return sender(408, "the message did not arrive within " + limit.toMillis() + " ms");
  }

  /** For a body that ended early or stalled. */
  static FaultResponse incomplete(Throwable failure) {
    boolean late = failure instanceof TimeoutException || failure instanceof SocketTimeoutException;
    return late
        ? sender(408, "the message did not arrive while the container waited for it")
        : sender(400, "the message ended before all of it had come");
  }

  /** For an error of the server. */
  static FaultResponse receiver(String reason) {
    return new FaultResponse(500, FaultReply.receiver(reason), Optional.empty());
  }

  /** For requests while the application is being stopped. */
  static FaultResponse stopping() {
    String reason = "the application that the service is in has ended; it was not called";
    return new FaultResponse(503, FaultReply.receiver(reason), Optional.empty());
  }

  static FaultResponse failed(Fault fault, Optional<MessageId> id) {
    int status =
        switch (fault.code()) {
          case TOO_LARGE -> id.isEmpty() ? 413 : 500;
          case MALFORMED -> 400;
          default -> 500;
        };
    return new FaultResponse(
        status,
        id.map(it -> FaultReply.failed(fault, it)).orElseGet(() -> FaultReply.failed(fault)),
        Optional.empty());
  }

  /**
   * For the fault that a handler threw.
   *
   * @param sent the headers before the handlers, as properties
   */
  static FaultResponse thrown(Outcome.Failed outcome, Map<String, String> sent) {
    Map<String, List<String>> headers = Map.of();
    try {
      headers = HttpProperties.toSend(sent, outcome.properties());
    } catch (NotReadableException e) {
      LOG.warn("Dropped the headers of a fault message={} reason={}", outcome.id(), e.getMessage());
    }
    return new FaultResponse(
        HttpProperties.status(outcome.properties()),
        FaultReply.failed(outcome.fault(), outcome.id()),
        Optional.empty(),
        headers);
  }

  /** For a temporary error. */
  static FaultResponse passing(FaultReply reply, Duration retryAfter) {
    return new FaultResponse(503, reply, Optional.of(retryAfter));
  }

  /** For an overload. */
  static FaultResponse busy(String reason, Duration retryAfter) {
    return passing(FaultReply.busy(reason, retryAfter), retryAfter);
  }

  static FaultResponse busy(Admission.Busy busy) {
    return busy(busy.reason(), busy.retryAfter());
  }

  /** The fault for an invalid response, which is not the sender's error. */
  FaultResponse ofResponse() {
    if (fault.thrown().isPresent()) {
      return this;
    }
    FaultReply mine =
        new FaultReply(
            false,
            fault.code(),
            fault.handler(),
            fault.message(),
            fault.reason(),
            Optional.empty());
    // the service has been called, so the client must not retry
    boolean passes = status == 503 && fault.code().equals(Fault.Code.BUSY.name());
    return new FaultResponse(passes ? 503 : 500, mine, passes ? retryAfter : Optional.empty());
  }

  /** Nothing may have been written before. */
  void write(HttpServletResponse response, boolean soap12) throws IOException {
    byte[] bytes = fault.envelope(soap12).getBytes(StandardCharsets.UTF_8);
    HttpProperties.send(response, headers);
    response.setStatus(status == 0 ? fault.status(soap12) : status);
    response.setContentType((soap12 ? "application/soap+xml" : "text/xml") + "; charset=UTF-8");
    BodyHeaders.length(response, bytes.length);
    retryAfter.ifPresent(
        after ->
            response.setHeader("Retry-After", Long.toString(FaultReply.retryAfterSeconds(after))));
    response.getOutputStream().write(bytes);
  }

  /** The client may have disconnected. */
  void tryToWrite(AsyncContext async, HttpServletRequest request, boolean soap12) {
    try {
      HttpServletResponse response = (HttpServletResponse) async.getResponse();
      Requests.endConnection(request, response);
      write(response, soap12);
    } catch (IOException | RuntimeException e) {
      LOG.debug("Client has disconnected", e);
    }
  }
}
