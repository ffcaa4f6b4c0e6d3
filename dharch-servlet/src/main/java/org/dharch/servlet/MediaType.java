package org.dharch.servlet;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dharch.core.text.Brief;

/**
 * A value of HTTP's Content-Type (RFC 9110, section 8.3), as far as SOAP requires.
 *
 * @param name type and subtype in lower case; empty if there is none
 * @param parameters by their names in lower case, unquoted, in their order; empty for types other
 *     than SOAP's
 */
record MediaType(String name, Map<String, String> parameters) {
  private static final String SOAP12 = "application/soap+xml";
  private static final String MULTIPART = "multipart/related";
  private static final Set<String> SINGLE = Set.of("text/xml", SOAP12);
  private static final Set<String> ROOTS = Set.of("application/xop+xml", "text/xml", SOAP12);

  /**
   * @throws NotReadableException if the text is a SOAP type with invalid or ambiguous parameters
   */
  static MediaType parse(String text) throws NotReadableException {
    if (text == null) {
      return new MediaType("", Map.of());
    }
    int semicolon = text.indexOf(';');
    String name =
        (semicolon < 0 ? text : text.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    boolean known = ROOTS.contains(name) || name.equals(MULTIPART);
    return new MediaType(
        name, known && semicolon >= 0 ? new Parameters(text, semicolon).read() : Map.of());
  }

  Optional<String> parameter(String parameter) {
    return Optional.ofNullable(parameters.get(parameter)).filter(value -> !value.isEmpty());
  }

  /** Returns true if the body is a SOAP envelope, with or without attachments. */
  boolean soap() {
    return SINGLE.contains(name) || multipart();
  }

  /** Returns true if the body is a SOAP envelope with attachments (SwA, MTOM). */
  boolean multipart() {
    return name.equals(MULTIPART) && ROOTS.contains(root());
  }

  /** Returns true for a type of the root part of a multipart. */
  boolean isRoot() {
    return ROOTS.contains(name);
  }

  /** The declared type of the root part. */
  String root() {
    return nameIn("type").orElse("text/xml");
  }

  /** Returns true if the type declares SOAP 1.2. */
  boolean soap12() {
    return (multipart() ? nameIn("start-info").orElse(root()) : name).equals(SOAP12);
  }

  /**
   * Returns the distinct actions of this type and its nested types.
   *
   * @throws NotReadableException if a nested type is invalid
   */
  Set<String> actions() throws NotReadableException {
    Set<String> actions = new LinkedHashSet<>();
    parameter("action").ifPresent(actions::add);
    for (String nested :
        Stream.of("type", "start-info").flatMap(p -> parameter(p).stream()).toList()) {
      parse(nested).parameter("action").ifPresent(actions::add);
    }
    return actions;
  }

  /** The nested type in a parameter, without parameters. */
  private Optional<String> nameIn(String parameter) {
    return parameter(parameter).map(text -> text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the type for the service: only significant parameters, each unambiguous, the boundary
   * first.
   *
   * @param action the action; empty for none
   * @throws NotReadableException if the value of a parameter contains another parameter
   */
  String written(String action) throws NotReadableException {
    Map<String, String> counting = new LinkedHashMap<>();
    if (multipart()) {
      counting.put("boundary", parameters.getOrDefault("boundary", ""));
      parameter("type").ifPresent(type -> counting.put("type", root()));
      nameIn("start-info").ifPresent(info -> counting.put("start-info", info));
    } else {
      counting.put("charset", "UTF-8");
    }
    if (!action.isEmpty()) {
      counting.put("action", action);
    }
    String text = new MediaType(name, counting).toString();
    for (String counts : new String[] {"boundary", "charset", "start", "action"}) {
      int seen = Parameters.mentions(text, counts);
      if (seen > (counting.containsKey(counts) ? 1 : 0)) {
        throw new NotReadableException(
            400, "the Content-Type '" + Brief.of(text) + "' has '" + counts + "=' in a value");
      }
    }
    return text;
  }

  /** Returns a copy with one parameter set. */
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
            text.append("; ").append(parameter).append('=').append(Parameters.quoted(value)));
    return text.toString();
  }

  /**
   * Parses the parameters of a SOAP message's Content-Type. Accepts unquoted values with only one
   * meaning, and rejects values that another parser could read differently. Not thread-safe.
   */
  private static final class Parameters {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'+.^_`|~-]+");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final List<String> COUNTING =
        List.of("boundary", "charset", "type", "start", "action");
    private static final List<String> COUNTING_TOO = List.of("start-info", "type-info");

    private final String text;
    private int at;

    /**
     * @param from the semicolon before the first parameter
     */
    Parameters(String text, int from) {
      this.text = text;
      this.at = from;
    }

    Map<String, String> read() throws NotReadableException {
      if (!text.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7f))) {
        throw wrong("it has a control character, or one that is not ASCII");
      }
      Map<String, String> parameters = new LinkedHashMap<>();
      while (at < text.length()) {
        at++; // skips the semicolon
        skipBlanks();
        if (at == text.length() || text.charAt(at) == ';') {
          continue; // skips an empty parameter
        }
        String name = name();
        if (parameters.put(name, value()) != null) {
          throw wrong("parameter '" + Brief.of(name) + "' is repeated");
        }
      }
      return parameters;
    }

    private String name() throws NotReadableException {
      int equals = text.indexOf('=', at);
      String name = equals < 0 ? "" : text.substring(at, equals).strip().toLowerCase(Locale.ROOT);
      if (!NAME.matcher(name).matches()) {
        throw wrong("parameters must have the form name=value, separated by semicolons");
      }
      if (!COUNTING_TOO.contains(name)) {
        for (String counting : COUNTING) {
          if (name.contains(counting) && !name.equals(counting)) {
            throw wrong("parameter '" + Brief.of(name) + "' could be taken for '" + counting + "'");
          }
        }
      }
      at = equals + 1;
      return name;
    }

    /** Parses a value and the blanks before the next semicolon. */
    private String value() throws NotReadableException {
      skipBlanks();
      if (at < text.length() && text.charAt(at) == '"') {
        return quotedValue();
      }
      int semicolon = text.indexOf(';', at);
      int end = semicolon < 0 ? text.length() : semicolon;
      String value = text.substring(at, end).strip();
      if (value.chars().anyMatch(c -> c == '"' || c == '\\' || c == ' ' || c == '\t')) {
        throw wrong("a value with a blank or a quotation mark must be quoted");
      }
      at = end;
      return value;
    }

    private String quotedValue() throws NotReadableException {
      StringBuilder value = new StringBuilder();
      for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
        if (text.charAt(at) == '\\' && at + 1 < text.length()) {
          at++;
        }
        value.append(text.charAt(at));
      }
      if (at == text.length()) {
        throw wrong("a quotation mark is not closed");
      }
      at++;
      skipBlanks();
      if (at < text.length() && text.charAt(at) != ';') {
        throw wrong("a quoted value must be followed by a semicolon");
      }
      return value.toString();
    }

    private void skipBlanks() {
      while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
        at++;
      }
    }

    private NotReadableException wrong(String reason) {
      return new NotReadableException(
          400, "Content-Type '" + Brief.of(text) + "' cannot be read: " + reason);
    }

    /** Returns the number of occurrences of {@code parameter=} in {@code text}. */
    static int mentions(String text, String parameter) {
      return (int)
          Pattern.compile(Pattern.quote(parameter) + "\\s*=", Pattern.CASE_INSENSITIVE)
              .matcher(text)
              .results()
              .count();
    }

    static String quoted(String value) {
      return TOKEN.matcher(value).matches()
          ? value
          : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
  }
}
