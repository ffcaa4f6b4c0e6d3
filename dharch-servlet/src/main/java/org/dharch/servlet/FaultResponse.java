package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.dharch.api.MessageId;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DHArch's own answer to a request: a SOAP fault in the request's version.
 *
 * @param status HTTP's
 * @param retryAfter when the client had better come again
 */
record FaultResponse(int status, FaultReply fault, Optional<Duration> retryAfter) {
  private static final Logger LOG = LoggerFactory.getLogger(FaultResponse.class);

  /** The request is wrong. */
  static FaultResponse sender(int status, String reason) {
    return new FaultResponse(status, FaultReply.sender(reason), Optional.empty());
  }

  static FaultResponse unreadable(NotReadableException e) {
    return sender(e.status(), e.getMessage());
  }

  /** The request has more bytes than are allowed. */
  static FaultResponse tooLarge(int max) {
    String reason = "the message has more than " + max + " bytes; at most " + max + " are allowed";
    return new FaultResponse(413, FaultReply.tooLarge(reason), Optional.empty());
  }

  /** The request did not arrive in time. */
  static FaultResponse late(Duration limit) {
    return sender(408, "the message did not arrive within " + limit.toMillis() + " ms");
  }

  /** The request ended, or its client paused for longer than the container waits. */
  static FaultResponse incomplete(Throwable failure) {
    boolean late = failure instanceof TimeoutException || failure instanceof SocketTimeoutException;
    return late
        ? sender(408, "the message did not arrive while the container waited for it")
        : sender(400, "the message ended before all of it had come");
  }

  /** Something is wrong on this side. */
  static FaultResponse receiver(String reason) {
    return new FaultResponse(500, FaultReply.receiver(reason), Optional.empty());
  }

  /** Its application is being stopped, and takes no request back. */
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
    return new FaultResponse(status, FaultReply.failed(fault, id), Optional.empty());
  }

  /** The message was halted, or not taken in, by what passes. */
  static FaultResponse passing(FaultReply reply, Duration retryAfter) {
    return new FaultResponse(503, reply, Optional.of(retryAfter));
  }

  /** There is no place for the message now, or no time. */
  static FaultResponse busy(String reason, Duration retryAfter, Optional<MessageId> id) {
    return passing(FaultReply.busy(reason, retryAfter, id), retryAfter);
  }

  static FaultResponse busy(Admission.Busy busy) {
    return busy(busy.reason(), busy.retryAfter(), Optional.empty());
  }

  /** The same of a response: whatever is wrong with that, it is not its requester's doing. */
  FaultResponse ofResponse() {
    FaultReply mine =
        new FaultReply(false, fault.code(), fault.handler(), fault.message(), fault.reason());
    // the service has been called: its requester had better not come again
    boolean passes = status == 503 && !fault.code().equals(Fault.Code.NOT_SERVED.name());
    return new FaultResponse(passes ? 503 : 500, mine, passes ? retryAfter : Optional.empty());
  }

  /** Writes it; nothing of another answer may have been written. */
  void write(HttpServletResponse response, boolean soap12) throws IOException {
    byte[] bytes = fault.envelope(soap12).getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType((soap12 ? "application/soap+xml" : "text/xml") + "; charset=UTF-8");
    BodyHeaders.length(response, bytes.length);
    retryAfter.ifPresent(
        after ->
            response.setHeader("Retry-After", Long.toString(FaultReply.retryAfterSeconds(after))));
    response.getOutputStream().write(bytes);
  }

  /** The same, and the last, for a client who may be gone, from a thread of another's. */
  void tryToWrite(AsyncContext async, HttpServletRequest request, boolean soap12) {
    try {
      HttpServletResponse response = (HttpServletResponse) async.getResponse();
      Requests.endConnection(request, response);
      write(response, soap12);
    } catch (IOException | RuntimeException e) {
      LOG.debug("its client is gone", e);
    }
  }
}
