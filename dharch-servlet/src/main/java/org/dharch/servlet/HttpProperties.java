package org.dharch.servlet;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
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
import org.dharch.core.message.Brief;
import org.dharch.core.message.ChangedProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts headers, method, URL and attributes of a request, and the headers of a response, to
 * properties and back. Attributes travel if they are a text, a boolean or a number and not the
 * container's own. Stateless, safe for any thread.
 */
final class HttpProperties {
  private static final Logger LOG = LoggerFactory.getLogger(HttpProperties.class);

  /** What the filter says itself of the body that a service gets. */
  private static final Set<String> OF_REQUEST =
      Set.of(
          "content-type", "content-length", "content-encoding", "transfer-encoding", "soapaction");

  /** What filter and container say themselves of a response, or of its connection. */
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

  /** Room for the names of {@link SoapProperties} within the limit on all. */
  private static final int RESERVED = 32;

  private HttpProperties() {}

  /** All that came with {@code request}: each header once, in any case, with all its values. */
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
   * The headers of a request that handlers have changed, by their names in small letters; empty is
   * removed. Those that the filter says itself stay as they are.
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
      LOG.warn("handlers have changed HTTP header '{}', which is said otherwise; it stays", name);
    }
    return is;
  }

  /** Why a message whose property {@code name} is past a limit is refused. */
  static NotReadableException pastLimit(String name) {
    return new NotReadableException(
        431,
        (isHeader(name) ? "HTTP header '" + Brief.of(header(name)) : "property '" + Brief.of(name))
            + "' is past a limit: too large, or one of too many");
  }

  /**
   * The headers that are to go out with {@code response}, a line each; that they cannot travel if
   * they are too long.
   */
  static Map<String, String> sending(HttpServletResponse response, Limits limits) {
    String lines = lines(response);
    return fits(SoapProperties.HTTP_SENDING, lines, limits)
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
   * The headers of a response that handlers have changed, with all their values; none is removed.
   *
   * @param before what was handed in
   * @throws NotReadableException if a line that they left is no header
   */
  static Map<String, List<String>> toSend(Map<String, String> before, MessageProperties after)
      throws NotReadableException {
    String left = after.text(SoapProperties.HTTP_SENDING, "");
    String came = before.getOrDefault(SoapProperties.HTTP_SENDING, "");
    if (left.equals(came)) {
      return Map.of();
    }
    Map<String, List<String>> was = headers(came);
    Map<String, List<String>> changed = headers(left);
    was.keySet().forEach(name -> changed.putIfAbsent(name, List.of()));
    changed.entrySet().removeIf(entry -> entry.getValue().equals(was.get(entry.getKey())));
    changed.keySet().removeIf(name -> isOwn(name.toLowerCase(Locale.ROOT), OF_RESPONSE));
    return changed;
  }

  private static Map<String, List<String>> headers(String lines) throws NotReadableException {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : lines.lines().toList()) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).strip();
      if (colon < 0 || !TOKEN.matcher(name).matches() || !VALUE.matcher(value).matches()) {
        throw new NotReadableException(
            500, "'" + Brief.of(line) + "' is no HTTP header; name: value is allowed, in Latin-1");
      }
      headers.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
    }
    return headers;
  }

  /** Sets and removes in {@code response}, of which nothing is sent, what is {@code changed}. */
  static void send(HttpServletResponse response, Map<String, List<String>> changed) {
    changed.forEach((name, values) -> set(response, name, values));
    if (changed.entrySet().stream().anyMatch(each -> isLeft(response, each))) {
      removeAnew(response, changed);
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
   * Begins the response's head anew: Servlet 6.0 has no way to remove a header, and Tomcat 10.1
   * offers none.
   */
  private static void removeAnew(HttpServletResponse response, Map<String, List<String>> changed) {
    Map<String, List<String>> left = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : response.getHeaderNames()) {
      boolean goes = changed.containsKey(name) && changed.get(name).isEmpty();
      if (!goes && !"Content-Type".equalsIgnoreCase(name)) {
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
   * What travels with a message of {@code request}.
   *
   * @param said what is said of the message itself; an empty text is not
   * @param more what comes before the attributes, and in their room
   * @throws NotReadableException if one of these is past a limit: none may be missed silently
   */
  static MessageProperties of(
      ServletRequest request, Map<String, String> said, Map<String, ?> more, Limits limits)
      throws NotReadableException {
    Map<String, Object> all = new LinkedHashMap<>();
    said.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            all.put(name, value);
          }
        });
    all.put(SoapProperties.SERVER_SIDE, true);
    int capacity = Math.max(0, limits.maxProperties() - RESERVED);
    for (Map.Entry<String, ?> entry : more.entrySet()) {
      if (capacity-- <= 0 || !fits(entry.getKey(), entry.getValue(), limits)) {
        throw pastLimit(entry.getKey());
      }
      all.put(entry.getKey(), entry.getValue());
    }
    for (String name : Collections.list(request.getAttributeNames())) {
      Object value = request.getAttribute(name);
      if (!travels(name) || !MessageProperties.canTravel(value)) {
        continue;
      }
      if (capacity > 0 && fits(name, value, limits)) {
        all.put(name, value);
        capacity--;
      } else {
        LOG.debug("attribute '{}' stays behind: past a limit", name);
      }
    }
    return MessageProperties.of(all);
  }

  /** Sets in {@code request} what {@code after} has and {@code before} had not, and removes. */
  static void apply(ServletRequest request, MessageProperties before, MessageProperties after) {
    ChangedProperties.between(before, after, HttpProperties::comesBack)
        .forEach(
            (name, value) ->
                value.ifPresentOrElse(
                    it -> set(request, name, it), () -> request.removeAttribute(name)));
  }

  private static void set(ServletRequest request, String name, Object value) {
    Object present = request.getAttribute(name);
    if (present != null && !MessageProperties.canTravel(present)) {
      // a handler elsewhere could not see it, so it cannot mean it
      LOG.warn("attribute '{}' is {}; it stays", name, present.getClass().getName());
      return;
    }
    request.setAttribute(name, value);
  }

  /** What was verified of a message is for its service, though none brings it along. */
  private static boolean comesBack(String name) {
    return travels(name) || name.startsWith(MessageProperties.SECURITY_PREFIX);
  }

  private static boolean travels(String name) {
    return !name.startsWith(MessageProperties.RESERVED_PREFIX)
        && CONTAINERS.stream().noneMatch(name::startsWith);
  }

  /** Whether a property of this name and value is within the limit on one. */
  static boolean fits(String name, Object value, Limits limits) {
    String text = value instanceof String string ? string : "12345678";
    int max = limits.maxPropertyBytes();
    return 3L * (name.length() + text.length()) <= max // whatever the characters are
        || (long) utf8(name) + utf8(text) <= max;
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
