package org.dharch.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a request says of its message before its body is read. */
final class Requests {
  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private Requests() {}

  static boolean mayHaveBody(HttpServletRequest request) {
    return !WITHOUT_BODY.contains(request.getMethod());
  }

  /** The first group of {@code pattern}, or the last segment of the path in the application. */
  static String service(HttpServletRequest request, Optional<Pattern> pattern) {
    String path =
        request.getServletPath() + (request.getPathInfo() == null ? "" : request.getPathInfo());
    if (pattern.isPresent()) {
      Matcher found = pattern.get().matcher(path);
      return found.matches() && found.group(1) != null ? found.group(1) : "";
    }
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(path.lastIndexOf('/', end - 1) + 1, end);
  }

  /** SOAPAction's value, or the action parameter of the Content-Type; empty if there is none. */
  static String action(HttpServletRequest request, MediaType type) {
    String header = request.getHeader("SOAPAction");
    if (header == null || type.soap12()) {
      return type.parameter("action").orElse("");
    }
    String text = header.strip();
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  /** Whether the body is compressed or the like. */
  static boolean isEncoded(String contentEncoding) {
    return contentEncoding != null
        && !contentEncoding.isBlank()
        && !contentEncoding.strip().equalsIgnoreCase("identity");
  }
}
