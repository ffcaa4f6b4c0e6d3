package org.dharch.axis2.message;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.axis2.envelope.Faults;
import org.dharch.core.message.ChangedProperties;

/**
 * Converts the HTTP part of a message to properties and back: request headers, headers to send,
 * method and URL. Leaves the container's map of headers unchanged.
 */
public final class HttpProperties {
  /**
   * Axis2's map of a servlet request's headers. It reads the request until a caller iterates over
   * it; then it becomes a plain map, which finds a header only in the case that the client used. So
   * it is read past its own methods.
   */
  private static final String REQUEST_MAP = "org.apache.axis2.transport.http.TransportHeaders";

  private HttpProperties() {}

  /**
   * Adds the HTTP properties of {@code context}.
   *
   * @throws AxisFault if a request header exceeds a limit; none may be dropped silently
   */
  static void take(MessageContext context, PropertyBag to) throws AxisFault {
    for (Map.Entry<String, String> header : requestHeaders(context).entrySet()) {
      header(context, header.getKey(), header.getValue(), to);
    }
    Object headers = context.getLocalProperty(MessageContext.TRANSPORT_HEADERS);
    if (headers != null && !(headers instanceof Map<?, ?>)) {
      to.stays(PropertyBag.MESSAGE, MessageContext.TRANSPORT_HEADERS);
    }
    String sending = lines(context.getLocalProperty(HTTPConstants.HTTP_HEADERS));
    if (to.fits(SoapProperties.HTTP_SENDING, sending)) {
      to.put(SoapProperties.HTTP_SENDING, sending);
    } else {
      to.stays(PropertyBag.MESSAGE, HTTPConstants.HTTP_HEADERS);
    }
    Object request = context.getLocalProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST);
    if (request != null) {
      Servlet.take(request, to);
    }
    to.put(SoapProperties.HTTP_METHOD, text(context, HTTPConstants.HTTP_METHOD));
    to.put(SoapProperties.HTTP_URL, text(context, Constants.Configuration.TRANSPORT_IN_URL));
  }

  private static void header(MessageContext context, String name, String value, PropertyBag to)
      throws AxisFault {
    if (!to.take(MessageProperties.name(SoapProperties.HTTP_HEADER + name), value)) {
      throw Faults.wrong(
          context, "HTTP header '" + name + "' exceeds a limit: too large, or one of too many");
    }
  }

  private static String text(MessageContext context, String name) {
    return context.getLocalProperty(name) instanceof String text ? text : null;
  }

  private static String lines(Object headers) {
    StringBuilder lines = new StringBuilder();
    if (headers instanceof List<?> list) {
      for (Object item : list) {
        if (item instanceof NamedValue header) {
          line(lines, header.getName(), header.getValue());
        }
      }
    } else if (headers instanceof Map<?, ?> map) {
      map.forEach((name, value) -> line(lines, String.valueOf(name), String.valueOf(value)));
    }
    return lines.toString();
  }

  private static void line(StringBuilder lines, String name, String value) {
    // a line break would start another header
    lines.append(lines.isEmpty() ? "" : "\n").append(name.replaceAll("[\\r\\n:]", " "));
    lines.append(": ").append(String.valueOf(value).replaceAll("[\\r\\n]+", " "));
  }

  /** Applies the difference between {@code before} and {@code after} to {@code context}. */
  static void apply(MessageContext context, MessageProperties before, MessageProperties after) {
    Map<String, String> set = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    List<String> removed = new ArrayList<>();
    ChangedProperties.between(before, after, name -> name.startsWith(SoapProperties.HTTP_HEADER))
        .forEach(
            (name, value) ->
                value.ifPresentOrElse(
                    it -> set.put(header(name), it.toString()), () -> removed.add(header(name))));
    if (!set.isEmpty() || !removed.isEmpty()) {
      Map<Object, Object> headers = new TreeMap<>(HttpProperties::compare);
      copyOfHeaders(context).ifPresent(headers::putAll);
      removed.forEach(headers::remove);
      headers.putAll(set);
      context.setProperty(MessageContext.TRANSPORT_HEADERS, headers);
    }
    String sending = after.text(SoapProperties.HTTP_SENDING, "");
    if (!sending.equals(before.text(SoapProperties.HTTP_SENDING, ""))) {
      context.setProperty(
          HTTPConstants.HTTP_HEADERS, sending.isEmpty() ? null : namedValues(sending));
    }
  }

  private static String header(String property) {
    return property.substring(SoapProperties.HTTP_HEADER.length());
  }

  private static List<NamedValue> namedValues(String lines) {
    List<NamedValue> values = new ArrayList<>();
    for (String line : lines.lines().toList()) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        values.add(new NamedValue(line.substring(0, colon), line.substring(colon + 2)));
      }
    }
    return values;
  }

  /** The headers of the request by case-insensitive name, each with all its values. */
  public static Map<String, String> requestHeaders(MessageContext context) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (context.getLocalProperty(MessageContext.TRANSPORT_HEADERS) instanceof Map<?, ?> headers) {
      Optional<RequestMap> requestMap = requestMap(headers);
      if (requestMap.isPresent()) {
        requestMap.get().sent().forEach((name, values) -> values.forEach(v -> add(all, name, v)));
        requestMap.get().put().keySet().forEach(all::remove);
        requestMap.get().put().forEach((name, value) -> add(all, name, value));
      } else {
        headers.forEach((name, value) -> add(all, name, value));
      }
    }
    return all;
  }

  private static void add(Map<String, String> to, Object name, Object value) {
    if (value != null) {
      String text = String.valueOf(name);
      to.merge(text, value.toString(), (a, b) -> SoapProperties.joined(text, a, b));
    }
  }

  /** A copy of the container's map that does not need the request. */
  static Optional<Map<Object, Object>> copyOfHeaders(MessageContext context) {
    if (!(context.getLocalProperty(MessageContext.TRANSPORT_HEADERS)
        instanceof Map<?, ?> headers)) {
      return Optional.empty();
    }
    Optional<RequestMap> requestMap = requestMap(headers);
    if (requestMap.isEmpty()) {
      return Optional.of(new HashMap<>(headers));
    }
    Map<Object, Object> copy = new TreeMap<>(HttpProperties::compare);
    requestMap.get().sent().forEach((name, values) -> copy.put(name, values.get(0)));
    copy.putAll(requestMap.get().put());
    return Optional.of(copy);
  }

  /** Compares header names. */
  static int compare(Object a, Object b) {
    return String.valueOf(a).compareToIgnoreCase(String.valueOf(b));
  }

  private static Optional<RequestMap> requestMap(Map<?, ?> headers) {
    return headers.getClass().getName().equals(REQUEST_MAP)
        ? RequestMap.of(headers)
        : Optional.empty();
  }

  /**
   * The request behind Axis2's map. A class of its own because the servlet API is optional.
   *
   * @param put the headers that were added to the map
   */
  private record RequestMap(HttpServletRequest request, Map<?, ?> put) {

    /** Empty if a caller has iterated over the map. */
    static Optional<RequestMap> of(Map<?, ?> headers) {
      try {
        return field(headers, "headerMap") == null
                && field(headers, "req") instanceof HttpServletRequest request
                && field(headers, "localHeaderMap") instanceof Map<?, ?> put
            ? Optional.of(new RequestMap(request, put))
            : Optional.empty();
      } catch (ReflectiveOperationException e) {
        return Optional.empty(); // another version of Axis2: read it as a plain map
      }
    }

    private static Object field(Map<?, ?> headers, String name)
        throws ReflectiveOperationException {
      Field field = headers.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(headers);
    }

    /** The values of each header, at least one. */
    Map<String, List<String>> sent() {
      Map<String, List<String>> sent = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      for (String name : Collections.list(request.getHeaderNames())) {
        List<String> values = Collections.list(request.getHeaders(name));
        if (!values.isEmpty()) {
          sent.put(name, values);
        }
      }
      return sent;
    }
  }

  /** A class of its own because the servlet API is optional. */
  private static final class Servlet {
    static void take(Object from, PropertyBag to) {
      if (from instanceof HttpServletRequest request) {
        String query = request.getQueryString();
        to.put(SoapProperties.HTTP_METHOD, request.getMethod());
        to.put(
            SoapProperties.HTTP_URL, request.getRequestURL() + (query == null ? "" : "?" + query));
      }
    }
  }
}
