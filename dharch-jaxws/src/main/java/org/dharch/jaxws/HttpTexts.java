package org.dharch.jaxws;

import jakarta.xml.ws.handler.MessageContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;

/**
 * Converts HTTP headers to JAX-WS's form and back: a map from case-insensitive names to lists of
 * values.
 *
 * @param receivedName the property with the received headers
 * @param sendingName the property with the headers to send
 */
record HttpTexts(String receivedName, String sendingName) {
  static HttpTexts of(Exchange way) {
    String request = MessageContext.HTTP_REQUEST_HEADERS;
    String response = MessageContext.HTTP_RESPONSE_HEADERS;
    return way.server() ? new HttpTexts(request, response) : new HttpTexts(response, request);
  }

  Optional<Map<String, List<String>>> received(MessageProperties properties) {
    Map<String, List<String>> headers = none();
    properties
        .asMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith(SoapProperties.HTTP_HEADER)) {
                add(headers, name.substring(SoapProperties.HTTP_HEADER.length()), value.toString());
              }
            });
    return headers.isEmpty() ? Optional.empty() : Optional.of(headers);
  }

  Optional<Map<String, List<String>>> sending(MessageProperties properties) {
    Map<String, List<String>> sending = none();
    for (String line : properties.text(SoapProperties.HTTP_SENDING, "").lines().toList()) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        add(sending, line.substring(0, colon), line.substring(colon + 2));
      }
    }
    return sending.isEmpty() ? Optional.empty() : Optional.of(sending);
  }

  static Map<String, List<String>> copy(Map<String, List<String>> headers) {
    Map<String, List<String>> copy = none();
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    return copy;
  }

  private static Map<String, List<String>> none() {
    return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  }

  private static void add(Map<String, List<String>> headers, String name, String value) {
    headers.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
  }

  /** The changes of the headers. */
  void collect(Map<String, Object> given, ContextMap context, Changes.Builder changes) {
    Map<String, List<String>> was = headers(receivedName, given.get(receivedName));
    Map<String, List<String>> is = headers(receivedName, context.present(receivedName));
    is.forEach(
        (name, values) -> {
          if (!values.equals(was.get(name))) {
            changes.property(SoapProperties.HTTP_HEADER + name, joined(name, values));
          }
        });
    for (String name : was.keySet()) {
      if (!is.containsKey(name)) {
        changes.removeProperty(SoapProperties.HTTP_HEADER + name);
      }
    }
    Map<String, List<String>> out = headers(sendingName, context.present(sendingName));
    if (!out.equals(headers(sendingName, given.get(sendingName)))) {
      if (out.isEmpty()) {
        changes.removeProperty(SoapProperties.HTTP_SENDING);
      } else {
        changes.property(SoapProperties.HTTP_SENDING, lines(out));
      }
    }
  }

  private static String joined(String name, List<String> values) {
    return values.stream()
        .reduce((a, b) -> SoapProperties.joined(name, a, b))
        .orElseThrow(() -> new DHArchException("HTTP header '" + name + "' must have a value"));
  }

  private static String lines(Map<String, List<String>> headers) {
    List<String> lines = new ArrayList<>();
    headers.forEach((name, values) -> values.forEach(value -> lines.add(name + ": " + value)));
    return String.join("\n", lines);
  }

  private static Map<String, List<String>> headers(String property, Object value) {
    Map<String, List<String>> headers = none();
    if (value == null) {
      return headers;
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong(property, value);
    }
    map.forEach(
        (name, values) -> {
          if (!(name instanceof String text) || !(values instanceof List<?> list)) {
            throw wrong(property, value);
          }
          for (Object each : list) {
            if (!(each instanceof String line) || (text + line).matches("(?s).*[\\r\\n].*")) {
              throw wrong(property, value);
            }
            add(headers, text, line);
          }
        });
    return headers;
  }

  private static DHArchException wrong(String property, Object value) {
    return new DHArchException(
        "property '"
            + property
            + "' set by the handler must be a Map of names to Lists of single lines (got "
            + value
            + ")");
  }
}
