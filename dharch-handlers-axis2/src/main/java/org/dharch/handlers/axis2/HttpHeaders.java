package org.dharch.handlers.axis2;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.handlers.axis2.context.NodeMessageContext;

/**
 * Converts HTTP information between a message's properties and its context: received headers as
 * Axis2's case-insensitive map, headers to send as Axis2's list, method and URL under the names of
 * Axis2's own server.
 */
final class HttpHeaders {
  /** The properties of the context that are converted here and not sent unchanged. */
  static final List<String> NAMES =
      List.of(MessageContext.TRANSPORT_HEADERS, HTTPConstants.HTTP_HEADERS);

  private HttpHeaders() {}

  static void set(MessageProperties properties, MessageContext context) {
    Map<String, String> received = received(properties);
    if (!received.isEmpty()) {
      context.setProperty(MessageContext.TRANSPORT_HEADERS, received);
    }
    String sending = properties.text(SoapProperties.HTTP_SENDING, "");
    if (!sending.isEmpty()) {
      List<NamedValue> values = new ArrayList<>();
      for (String line : sending.lines().toList()) {
        int colon = line.indexOf(": ");
        if (colon > 0) {
          values.add(new NamedValue(line.substring(0, colon), line.substring(colon + 2)));
        }
      }
      context.setProperty(HTTPConstants.HTTP_HEADERS, values);
    }
  }

  /** Additional properties of the context, for those that are not set. */
  static Map<String, String> additional(MessageProperties properties) {
    Map<String, String> values = new TreeMap<>();
    put(values, HTTPConstants.HTTP_METHOD, properties.text(SoapProperties.HTTP_METHOD, ""));
    put(
        values,
        Constants.Configuration.TRANSPORT_IN_URL,
        properties.text(SoapProperties.HTTP_URL, ""));
    values.keySet().removeAll(properties.asMap().keySet());
    return values;
  }

  private static void put(Map<String, String> values, String name, String value) {
    if (!value.isEmpty()) {
      values.put(name, value);
    }
  }

  private static Map<String, String> received(MessageProperties properties) {
    Map<String, String> received = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    properties
        .asMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith(SoapProperties.HTTP_HEADER)) {
                received.put(name.substring(SoapProperties.HTTP_HEADER.length()), value.toString());
              }
            });
    return received;
  }

  /**
   * The changes on {@code context}.
   *
   * @throws DHArchException naming a property that cannot be sent
   */
  static void collect(
      MessageProperties before, NodeMessageContext context, Changes.Builder changes) {
    Map<String, String> was = received(before);
    Map<String, String> is = now(context.present(MessageContext.TRANSPORT_HEADERS));
    is.forEach(
        (name, value) -> {
          if (!value.equals(was.get(name))) {
            changes.property(SoapProperties.HTTP_HEADER + name, value);
          }
        });
    for (String name : was.keySet()) {
      if (!is.containsKey(name)) {
        changes.removeProperty(SoapProperties.HTTP_HEADER + name);
      }
    }
    String sending = lines(context.present(HTTPConstants.HTTP_HEADERS));
    if (!sending.equals(before.text(SoapProperties.HTTP_SENDING, ""))) {
      if (sending.isEmpty()) {
        changes.removeProperty(SoapProperties.HTTP_SENDING);
      } else {
        changes.property(SoapProperties.HTTP_SENDING, sending);
      }
    }
  }

  private static Map<String, String> now(Object headers) {
    Map<String, String> now = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (headers == null) {
      return now;
    }
    if (!(headers instanceof Map<?, ?> map)) {
      throw cannotTravel(MessageContext.TRANSPORT_HEADERS, headers, "a Map of texts");
    }
    map.forEach(
        (name, value) -> {
          if (!(name instanceof String text) || !(value instanceof String header)) {
            throw cannotTravel(
                MessageContext.TRANSPORT_HEADERS + "' with header '" + name,
                value,
                "a name and a value that are texts");
          }
          now.put(text, header);
        });
    return now;
  }

  private static String lines(Object headers) {
    List<String> lines = new ArrayList<>();
    if (headers instanceof Map<?, ?> map) {
      map.forEach((name, value) -> lines.add(line(name, value)));
    } else if (headers instanceof List<?> list) {
      for (Object item : list) {
        if (!(item instanceof NamedValue header)) {
          throw cannotTravel(HTTPConstants.HTTP_HEADERS, item, "NamedValue");
        }
        lines.add(line(header.getName(), header.getValue()));
      }
    } else if (headers != null) {
      throw cannotTravel(
          HTTPConstants.HTTP_HEADERS, headers, "a List of NamedValue or a Map of texts");
    }
    return String.join("\n", lines);
  }

  private static String line(Object name, Object value) {
    String line = name + ": " + value;
    if (!(name instanceof String)
        || !(value instanceof String)
        || line.matches("(?s).*[\\r\\n].*")) {
      throw cannotTravel(
          HTTPConstants.HTTP_HEADERS + "' with header '" + name, value, "texts of one line");
    }
    return line;
  }

  private static DHArchException cannotTravel(String name, Object value, String allowed) {
    return new DHArchException(
        "property '"
            + name
            + "' set by the handler must be "
            + allowed
            + " (got "
            + (value == null ? "null" : value.getClass().getName())
            + ")");
  }
}
