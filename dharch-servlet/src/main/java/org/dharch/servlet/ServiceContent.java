package org.dharch.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Envelopes;
import org.dharch.core.message.Outcome;

/**
 * What a service gets of a request as its handlers have left it.
 *
 * @param body with its Content-Type in the filter's own words
 * @param headers those that are others than came, by their names in any case; empty is none
 */
record ServiceContent(SoapBody.Content body, Map<String, Optional<String>> headers) {
  private static final String ACTION = "SOAPAction";

  /**
   * That of {@code exchange}, whose message goes on as {@code go} says.
   *
   * @throws NotReadableException if the handlers left no such body
   * @throws org.dharch.core.message.MalformedMessageException if they left no envelope
   */
  static ServiceContent of(
      FilterExchange exchange, NextAction.Go go, HttpServletRequest request, Limits limits)
      throws NotReadableException {
    SoapBody came = exchange.body();
    byte[] envelope = go.outcome().map(it -> understood(it, limits)).orElse(came.envelope());
    Optional<String> changed =
        go.outcome()
            .map(outcome -> outcome.properties().text(SoapProperties.SOAP_ACTION, ""))
            .filter(text -> !text.equals(exchange.action()));
    // the Content-Type names an action only if it is to say one
    boolean named = !came.actions().isEmpty() || (exchange.soap12() && changed.isPresent());
    SoapBody.Content body =
        came.forService(envelope, named ? changed.orElse(exchange.action()) : "");
    Map<String, Optional<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    MessageProperties after =
        go.outcome().map(Outcome.Completed::properties).orElse(MessageProperties.empty());
    if (go.outcome().isPresent()) {
      go.suspended()
          .submission()
          .ifPresent(
              before -> headers.putAll(HeaderProperties.changed(before.properties(), after)));
    }
    if (!exchange.soap12() || request.getHeader(ACTION) != null) {
      changed.ifPresent(action -> headers.put(ACTION, Optional.of('"' + action + '"')));
    }
    return new ServiceContent(body, headers);
  }

  private static byte[] understood(Outcome.Completed outcome, Limits limits) {
    return Envelopes.understood(outcome.envelope(), outcome.processed(), limits);
  }

  /** The same for a service whose response has handlers, which cannot look into compressed ones. */
  ServiceContent answeredPlain() {
    Map<String, Optional<String>> plain = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    plain.putAll(headers);
    plain.put("Accept-Encoding", Optional.empty());
    return new ServiceContent(body, plain);
  }
}
