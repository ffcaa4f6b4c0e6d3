package org.dharch.servlet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.dharch.core.message.Brief;

/**
 * Reads the parameters of a SOAP message's Content-Type. It takes what is meant in one way, even if
 * it should be quoted and is not; the service is told in the filter's own words. What another
 * reader could take for something else is refused. Not safe for several threads.
 */
final class MediaParameters {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'+.^_`|~-]+");
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  private static final List<String> COUNTING =
      List.of("boundary", "charset", "type", "start", "action");
  private static final List<String> COUNTING_TOO = List.of("start-info", "type-info");

  private final String text;
  private int at;

  /**
   * @param from the semicolon before the first of them
   */
  MediaParameters(String text, int from) {
    this.text = text;
    this.at = from;
  }

  Map<String, String> read() throws NotReadableException {
    if (!text.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7f))) {
      throw wrong("it has a control character, or one that is not ASCII");
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    while (at < text.length()) {
      at++; // the semicolon
      skipBlanks();
      if (at == text.length() || text.charAt(at) == ';') {
        continue; // an empty parameter
      }
      String name = name();
      if (parameters.put(name, value()) != null) {
        throw wrong("parameter '" + Brief.of(name) + "' stands twice");
      }
    }
    return parameters;
  }

  private String name() throws NotReadableException {
    int equals = text.indexOf('=', at);
    String name = equals < 0 ? "" : text.substring(at, equals).strip().toLowerCase(Locale.ROOT);
    if (!NAME.matcher(name).matches()) {
      throw wrong("parameters are of the form name=value, between semicolons");
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

  /** Reads a value and all blanks up to the semicolon behind it. */
  private String value() throws NotReadableException {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == '"') {
      return quotedValue();
    }
    int semicolon = text.indexOf(';', at);
    int end = semicolon < 0 ? text.length() : semicolon;
    String value = text.substring(at, end).strip();
    if (value.chars().anyMatch(c -> c == '"' || c == '\\' || c == ' ' || c == '\t')) {
      throw wrong("a value with a blank or a quotation mark has to be quoted");
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
      throw wrong("something stands behind a quoted value");
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

  /** How often {@code text} has {@code parameter=}, wherever that is. */
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
