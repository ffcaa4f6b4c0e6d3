package org.dharch.servlet;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.ChangedProperties;
import org.dharch.core.message.PropertySize;
import org.dharch.core.text.Brief;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts headers, method, URL and attributes of a request, and the headers of a response, to
 * properties and back. Converts attributes that are a text, a boolean or a number and not the
 * container's own. Thread-safe.
 */
final class HttpProperties {
  private static final Logger LOG = LoggerFactory.getLogger(HttpProperties.class);

  /** Request headers that the filter writes itself. */
  private static final Set<String> OF_REQUEST =
      Set.of(
          "content-type", "content-length", "content-encoding", "transfer-encoding", "soapaction");

  /** Response headers that the filter or the container writes. */
  private static final Set<String> OF_RESPONSE =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "date",
          "keep-alive",
          "server",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  /** RFC 9110, section 5.6.2. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** RFC 9110, section 5.5. */
  private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

  private static final List<String> CONTAINERS =
      List.of("jakarta.", "javax.", "java.", "sun.", "org.apache.", "org.eclipse.", "org.dharch.");

  /** Properties of {@link SoapProperties} that count towards the limit. */
  private static final int RESERVED = 32;

  private HttpProperties() {}

  /**
   * Returns the headers, method and URL of {@code request}; each header once with all its values.
   */
  static Map<String, String> received(HttpServletRequest request) {
    Map<String, String> all = new TreeMap<>();
    for (String name : Collections.list(request.getHeaderNames())) {
      String property = MessageProperties.name(SoapProperties.HTTP_HEADER + name);
      if (!all.containsKey(property)) {
        Collections.list(request.getHeaders(name))
            .forEach(
                value -> all.merge(property, value, (a, b) -> SoapProperties.joined(name, a, b)));
      }
    }
    String query = request.getQueryString();
    all.put(SoapProperties.HTTP_METHOD, request.getMethod());
    all.put(SoapProperties.HTTP_URL, request.getRequestURL() + (query == null ? "" : "?" + query));
    return all;
  }

  /**
   * Returns the request headers that handlers have changed, by names in lower case; empty for
   * removed ones. Omits headers that the filter writes.
   */
  static Map<String, Optional<String>> changed(MessageProperties before, MessageProperties after) {
    Map<String, Optional<String>> changed = new TreeMap<>();
    ChangedProperties.between(before, after, HttpProperties::isHeader)
        .forEach((name, value) -> changed.put(header(name), value.map(Object::toString)));
    changed.keySet().removeIf(name -> isOwn(name, OF_REQUEST));
    return changed;
  }

  private static boolean isHeader(String property) {
    return property.startsWith(SoapProperties.HTTP_HEADER);
  }

  private static String header(String property) {
    return property.substring(SoapProperties.HTTP_HEADER.length());
  }

  private static boolean isOwn(String name, Set<String> own) {
    boolean is = own.contains(name);
    if (is) {
      LOG.warn(
          "Ignored a handler's change of HTTP header={}, which the filter or container writes",
          name);
    }
    return is;
  }

  /** The error for a property that exceeds a limit. */
  static NotReadableException pastLimit(String name) {
    return new NotReadableException(
        431,
        (isHeader(name) ? "HTTP header '" + Brief.of(header(name)) : "property '" + Brief.of(name))
            + "' exceeds a limit: too large, or one of too many");
  }

  /** Returns the headers of {@code response} as lines, or a mark that they are too long. */
  static Map<String, String> sending(HttpServletResponse response, Limits limits) {
    String lines = lines(response);
    return PropertySize.fits(SoapProperties.HTTP_SENDING, lines, limits)
        ? Map.of(SoapProperties.HTTP_SENDING, lines)
        : Map.of(SoapProperties.STAYS, "message HTTP_HEADERS");
  }

  private static String lines(HttpServletResponse response) {
    StringBuilder lines = new StringBuilder();
    for (String name : Set.copyOf(response.getHeaderNames())) {
      if (!OF_RESPONSE.contains(name.toLowerCase(Locale.ROOT))) {
        for (String value : response.getHeaders(name)) {
          lines.append(lines.isEmpty() ? "" : "\n").append(name).append(": ");
          lines.append(value.replaceAll("[\\r\\n]+", " "));
        }
      }
    }
    return lines.toString();
  }

  /**
   * Returns the response headers that handlers have changed, with all their values; none for
   * removed ones.
   *
   * @param before the properties from {@link #sending}
   * @throws NotReadableException if a line is not a header
   */
  static Map<String, List<String>> toSend(Map<String, String> before, MessageProperties after)
      throws NotReadableException {
    String left = after.text(SoapProperties.HTTP_SENDING, "");
    String sent = before.getOrDefault(SoapProperties.HTTP_SENDING, "");
    if (left.equals(sent)) {
      return Map.of();
    }
    Map<String, List<String>> was = headers(sent);
    Map<String, List<String>> changed = headers(left);
    was.keySet().forEach(name -> changed.putIfAbsent(name, List.of()));
    changed.entrySet().removeIf(entry -> entry.getValue().equals(was.get(entry.getKey())));
    changed.keySet().removeIf(name -> isOwn(name.toLowerCase(Locale.ROOT), OF_RESPONSE));
    return changed;
  }

  /** The status that a handler set for its fault; 0 if it set none. */
  static int status(MessageProperties properties) {
    boolean isStatus =
        properties.get(SoapProperties.HTTP_STATUS).orElse(null) instanceof Integer status
            && status >= 200
            && status <= 599;
    return isStatus ? (Integer) properties.get(SoapProperties.HTTP_STATUS).orElseThrow() : 0;
  }

  private static Map<String, List<String>> headers(String lines) throws NotReadableException {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : lines.lines().toList()) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).strip();
      if (colon < 0 || !TOKEN.matcher(name).matches() || !VALUE.matcher(value).matches()) {
        throw new NotReadableException(
            500,
            "'" + Brief.of(line) + "' must be an HTTP header of the form name: value in Latin-1");
      }
      headers.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
    }
    return headers;
  }

  /** Nothing of the response may have been sent. */
  static void send(HttpServletResponse response, Map<String, List<String>> changed) {
    changed.forEach((name, values) -> set(response, name, values));
    if (changed.entrySet().stream().anyMatch(each -> isLeft(response, each))) {
      resetWithout(response, changed);
    }
  }

  private static void set(HttpServletResponse response, String name, List<String> values) {
    response.setHeader(name, values.isEmpty() ? null : values.get(0));
    values.stream().skip(1).forEach(value -> response.addHeader(name, value));
  }

  private static boolean isLeft(
      HttpServletResponse response, Map.Entry<String, List<String>> changed) {
    return changed.getValue().isEmpty() && response.containsHeader(changed.getKey());
  }

  /**
   * Resets the response and sets the other headers again, because Servlet 6.0 and Tomcat 10.1
   * cannot remove a header.
   */
  private static void resetWithout(
      HttpServletResponse response, Map<String, List<String>> changed) {
    Map<String, List<String>> left = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : response.getHeaderNames()) {
      boolean isRemoved = changed.containsKey(name) && changed.get(name).isEmpty();
      if (!isRemoved && !"Content-Type".equalsIgnoreCase(name)) {
        left.put(name, List.copyOf(response.getHeaders(name)));
      }
    }
    int status = response.getStatus();
    String type = response.getContentType();
    response.reset();
    response.setStatus(status);
    if (type != null) {
      response.setContentType(type);
    }
    left.forEach((name, values) -> set(response, name, values));
  }

  /**
   * Creates the properties of a message of {@code request}.
   *
   * @param own properties of DHArch; empty texts are omitted
   * @param more properties that precede the attributes
   * @throws NotReadableException if one of {@code more} exceeds a limit
   */
  static MessageProperties of(
      ServletRequest request, Map<String, String> own, Map<String, ?> more, Limits limits)
      throws NotReadableException {
    Map<String, Object> all = new LinkedHashMap<>();
    own.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            all.put(name, value);
          }
        });
    all.put(SoapProperties.SERVER_SIDE, true);
    int capacity = Math.max(0, limits.maxProperties() - RESERVED);
    for (Map.Entry<String, ?> entry : more.entrySet()) {
      if (capacity-- <= 0 || !PropertySize.fits(entry.getKey(), entry.getValue(), limits)) {
        throw pastLimit(entry.getKey());
      }
      all.put(entry.getKey(), entry.getValue());
    }
    for (String name : Collections.list(request.getAttributeNames())) {
      Object value = request.getAttribute(name);
      if (!travels(name) || !MessageProperties.canTravel(value)) {
        continue;
      }
      if (capacity > 0 && PropertySize.fits(name, value, limits)) {
        all.put(name, value);
        capacity--;
      } else {
        LOG.debug("Skipped attribute={} reason=too-large", name);
      }
    }
    return MessageProperties.of(all);
  }

  /** Applies the difference between {@code before} and {@code after} to {@code request}. */
  static void apply(ServletRequest request, MessageProperties before, MessageProperties after) {
    ChangedProperties.between(before, after, HttpProperties::isReturned)
        .forEach(
            (name, value) ->
                value.ifPresentOrElse(
                    it -> set(request, name, it), () -> request.removeAttribute(name)));
  }

  private static void set(ServletRequest request, String name, Object value) {
    Object present = request.getAttribute(name);
    if (present != null && !MessageProperties.canTravel(present)) {
      // a distributed handler cannot see the present value
      LOG.warn("Kept attribute={} type={}", name, present.getClass().getName());
      return;
    }
    request.setAttribute(name, value);
  }

  /** Returns true if handlers may set it. Results of verification are for the service only. */
  private static boolean isReturned(String name) {
    return travels(name) || name.startsWith(MessageProperties.SECURITY_PREFIX);
  }

  private static boolean travels(String name) {
    return !name.startsWith(MessageProperties.RESERVED_PREFIX)
        && CONTAINERS.stream().noneMatch(name::startsWith);
  }
}
