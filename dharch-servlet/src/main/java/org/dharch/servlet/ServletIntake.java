package org.dharch.servlet;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.DHManager;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;

/**
 * Submits received messages to the manager. Returns the next action of the container's thread;
 * empty if the outcome of the accepted message will determine it. Thread-safe.
 */
final class ServletIntake {
  private final ServletGateway gateway;
  private final DHManager manager;
  private final FilterSettings settings;

  ServletIntake(ServletGateway gateway, DHManager manager, FilterSettings settings) {
    this.gateway = gateway;
    this.manager = manager;
    this.settings = settings;
  }

  Optional<NextAction> request(FilterExchange exchange, byte[] bytes) {
    HttpServletRequest request = exchange.suspended();
    try {
      SoapBody body =
          SoapBody.read(
              new SoapBody.Content(bytes, request.getHeader("Content-Type")), exchange.type());
      exchange.read(body, body.outline(limits()));
      long more = body.bytes() - bytes.length;
      if (more > 0 && !exchange.held().take(more)) {
        return Optional.of(exchange.reply(gateway.noCapacity()));
      }
    } catch (NotReadableException e) {
      return Optional.of(exchange.reply(FaultResponse.unreadable(e)));
    } catch (MalformedMessageException e) {
      return Optional.of(exchange.reply(FaultResponse.sender(400, e.getMessage())));
    }
    return envelope(exchange, request);
  }

  Optional<NextAction> envelope(FilterExchange exchange, ServletRequest request) {
    Submission submission;
    try {
      submission = submission(exchange, request);
    } catch (NotReadableException e) {
      return Optional.of(exchange.reply(FaultResponse.unreadable(e)));
    }
    exchange.submit(submission);
    Admission admission;
    try {
      admission = manager.admit(gateway, exchange, submission);
    } catch (MalformedMessageException e) {
      return Optional.of(exchange.reply(FaultResponse.sender(400, e.getMessage())));
    } catch (IllegalArgumentException e) {
      return Optional.of(exchange.reply(FaultResponse.receiver(e.getMessage())));
    }
    if (admission instanceof Admission.Accepted accepted) {
      exchange.accepted(submission.flow(), accepted.id());
      return Optional.empty();
    } else if (admission instanceof Admission.Busy busy) {
      return Optional.of(exchange.reply(FaultResponse.busy(busy)));
    } else if (admission instanceof Admission.Refused refused) {
      return Optional.of(exchange.reply(gateway.refused(refused.fault())));
    }
    return Optional.of(NextAction.proceed(submission.flow(), Optional.empty()));
  }

  private Submission submission(FilterExchange exchange, ServletRequest request)
      throws NotReadableException {
    String service = exchange.prefilter().service();
    Map<String, String> own = new LinkedHashMap<>(exchange.sending());
    own.put(SoapProperties.FLOW, exchange.flow().toString());
    own.put(SoapProperties.SOAP_VERSION, exchange.soap12() ? "1.2" : "1.1");
    own.put(SoapProperties.SERVICE, service);
    own.put(SoapProperties.OPERATION, exchange.operation());
    own.put(SoapProperties.SOAP_ACTION, exchange.action());
    Map<String, ?> more =
        exchange.flow() == Direction.IN
            ? HttpProperties.received((HttpServletRequest) request)
            : exchange.left().asMap();
    MessageProperties properties = HttpProperties.of(request, own, more, limits());
    Submission submission =
        Submission.of(
                exchange.flow(),
                service,
                exchange.operation(),
                exchange.action(),
                new MessageContent(exchange.body().envelope(), properties, Set.of()))
            .client(client(request));
    return exchange
        .requestId()
        .filter(id -> exchange.flow() != Direction.IN)
        .map(submission::within)
        .orElseGet(
            () ->
                submission.withinHeader(
                    ((HttpServletRequest) request).getHeader(Submission.WITHIN)));
  }

  private String client(ServletRequest request) {
    Optional<String> named =
        settings
            .clientHeader()
            .flatMap(name -> Optional.ofNullable(((HttpServletRequest) request).getHeader(name)));
    return named.orElseGet(request::getRemoteAddr);
  }

  private Limits limits() {
    return manager.config().limits();
  }
}
