package org.dharch.axis2.message;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.axis2.context.MessageContext;
import org.dharch.api.SoapProperties;

/**
 * The HTTP headers that came with a message, read so that the container's map stays as it was. That
 * of a servlet's request asks the request as long as nobody goes through it, and so finds a header
 * in any case; whoever goes through it makes a plain map of it, which finds a header only as its
 * client wrote it.
 */
public final class RequestHeaders {
  private static final String ASKING = "org.apache.axis2.transport.http.TransportHeaders";

  private RequestHeaders() {}

  /** All of them: each name once, in any case, with all its values. */
  public static Map<String, String> of(MessageContext context) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (context.getLocalProperty(MessageContext.TRANSPORT_HEADERS) instanceof Map<?, ?> headers) {
      Optional<Asking> asking = asking(headers);
      if (asking.isPresent()) {
        asking.get().sent().forEach((name, values) -> values.forEach(v -> add(all, name, v)));
        asking.get().put().keySet().forEach(all::remove);
        asking.get().put().forEach((name, value) -> add(all, name, value));
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

  /** A map that finds what the container's finds, and needs no request; empty if there is none. */
  static Optional<Map<Object, Object>> copy(MessageContext context) {
    if (!(context.getLocalProperty(MessageContext.TRANSPORT_HEADERS)
        instanceof Map<?, ?> headers)) {
      return Optional.empty();
    }
    Optional<Asking> asking = asking(headers);
    if (asking.isEmpty()) {
      return Optional.of(new HashMap<>(headers));
    }
    Map<Object, Object> copy = new TreeMap<>(RequestHeaders::compare);
    asking.get().sent().forEach((name, values) -> copy.put(name, values.get(0)));
    copy.putAll(asking.get().put());
    return Optional.of(copy);
  }

  /** As header names are compared. */
  static int compare(Object a, Object b) {
    return String.valueOf(a).compareToIgnoreCase(String.valueOf(b));
  }

  private static Optional<Asking> asking(Map<?, ?> headers) {
    return headers.getClass().getName().equals(ASKING) ? Asking.of(headers) : Optional.empty();
  }

  /**
   * What is behind a map that asks its request. Apart, because the servlet API need not be there.
   *
   * @param put what was put into it besides
   */
  private record Asking(HttpServletRequest request, Map<?, ?> put) {

    /** Empty if somebody has gone through it. */
    static Optional<Asking> of(Map<?, ?> headers) {
      try {
        return field(headers, "headerMap") == null
                && field(headers, "req") instanceof HttpServletRequest request
                && field(headers, "localHeaderMap") instanceof Map<?, ?> put
            ? Optional.of(new Asking(request, put))
            : Optional.empty();
      } catch (ReflectiveOperationException e) {
        return Optional.empty(); // another version's: going through it is the only way
      }
    }

    private static Object field(Map<?, ?> headers, String name)
        throws ReflectiveOperationException {
      Field field = headers.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(headers);
    }

    /** Each header's values, at least one. */
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
}
