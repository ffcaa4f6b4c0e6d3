package org.dharch.servlet;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A value of HTTP's Content-Type (RFC 9110, section 8.3).
 *
 * @param name type and subtype in small letters; empty if there is none
 * @param parameters by their names in small letters, unquoted, in their order
 */
record MediaType(String name, Map<String, String> parameters) {
  private static final Set<String> SINGLE = Set.of("text/xml", "application/soap+xml");
  private static final Set<String> ROOTS =
      Set.of("application/xop+xml", "text/xml", "application/soap+xml");

  /**
   * Reads {@code text}.
   *
   * @throws NotReadableException if it is none, or a parameter stands twice: what one reader takes
   *     for it another one may not
   */
  static MediaType parse(String text) throws NotReadableException {
    if (text == null) {
      return new MediaType("", Map.of());
    }
    int p = text.indexOf(';');
    String name = (p < 0 ? text : text.substring(0, p)).strip().toLowerCase(Locale.ROOT);
    Map<String, String> parameters = new LinkedHashMap<>();
    while (p >= 0 && p < text.length()) {
      int equals = text.indexOf('=', ++p);
      if (equals < 0) {
        if (text.substring(p).isBlank()) {
          break; // a semicolon at the end
        }
        throw wrong(text);
      }
      String parameter = text.substring(p, equals).strip().toLowerCase(Locale.ROOT);
      StringBuilder value = new StringBuilder();
      p = value(text, equals + 1, value);
      if (parameter.isEmpty()
          || parameter.indexOf(';') >= 0
          || parameters.put(parameter, value.toString()) != null) {
        throw wrong(text);
      }
    }
    return new MediaType(name, parameters);
  }

  /** Reads a value and gives the place of the semicolon behind it. */
  private static int value(String text, int from, StringBuilder value) throws NotReadableException {
    int p = from;
    while (p < text.length() && text.charAt(p) == ' ') {
      p++;
    }
    if (p == text.length() || text.charAt(p) != '"') {
      int end = text.indexOf(';', p);
      end = end < 0 ? text.length() : end;
      value.append(text.substring(p, end).strip());
      return end;
    }
    for (p++; p < text.length() && text.charAt(p) != '"'; p++) {
      if (text.charAt(p) == '\\' && p + 1 < text.length()) {
        p++;
      }
      value.append(text.charAt(p));
    }
    int end = text.indexOf(';', p);
    if (p >= text.length() || !text.substring(p + 1, end < 0 ? text.length() : end).isBlank()) {
      throw wrong(text);
    }
    return end < 0 ? text.length() : end;
  }

  private static NotReadableException wrong(String text) {
    return new NotReadableException(415, "Content-Type '" + text + "' cannot be read");
  }

  Optional<String> parameter(String parameter) {
    return Optional.ofNullable(parameters.get(parameter)).filter(value -> !value.isEmpty());
  }

  /** Whether it says that the body is a SOAP envelope, or one with attachments. */
  boolean soap() {
    return SINGLE.contains(name) || multipart();
  }

  /** Whether it says that the body is a SOAP envelope with attachments (SwA, MTOM). */
  boolean multipart() {
    return name.equals("multipart/related") && ROOTS.contains(root());
  }

  private String root() {
    return parameter("type").orElse("text/xml").toLowerCase(Locale.ROOT);
  }

  /** Whether it says SOAP 1.2; else 1.1 is to be expected. */
  boolean soap12() {
    return (multipart() ? parameter("start-info").orElse(root()) : name)
        .toLowerCase(Locale.ROOT)
        .startsWith("application/soap+xml");
  }

  /** The same with one parameter set. */
  MediaType with(String parameter, String value) {
    Map<String, String> more = new LinkedHashMap<>(parameters);
    more.put(parameter, value);
    return new MediaType(name, more);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name);
    parameters.forEach(
        (parameter, value) ->
            text.append("; ").append(parameter).append('=').append(quoted(value)));
    return text.toString();
  }

  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")
        ? value
        : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
