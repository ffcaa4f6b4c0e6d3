package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.message.Brief;

/** What a request says of its message before its body is read. */
final class Requests {
  // not getContentType(): Jetty refuses there what the filter refuses with a fault
  static final String CONTENT_TYPE = "Content-Type";

  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private Requests() {}

  /** Whether it is one of the methods that nobody sends a message by. */
  static boolean isBodiless(HttpServletRequest request) {
    return WITHOUT_BODY.contains(request.getMethod());
  }

  /** Whether it says that it has a body; in HTTP/2 it may have one without saying so. */
  static boolean saysItHasABody(HttpServletRequest request) {
    return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
  }

  /**
   * Whether what a request has behind its head can be waited for without a thread, and nobody waits
   * to be asked for it.
   */
  static boolean mayBeDropped(HttpServletRequest request) {
    return saysItHasABody(request)
        && request.getHeader("Expect") == null
        && request.getDispatcherType() != DispatcherType.ERROR
        && request.isAsyncSupported()
        && !request.isAsyncStarted();
  }

  /**
   * The answer to a request that has not been read ends its connection: what still comes is not
   * waited for. Undertow would read it to its end on one of its threads.
   */
  static void endConnection(HttpServletRequest request, HttpServletResponse response) {
    if (request.getProtocol().startsWith("HTTP/1.")) { // else it is a stream's, not a connection's
      response.setHeader("Connection", "close");
    }
  }

  /**
   * The type of the body.
   *
   * @throws NotReadableException if it could be read in two ways
   */
  static MediaType type(HttpServletRequest request) throws NotReadableException {
    return MediaType.parse(one(request, CONTENT_TYPE).orElse(null));
  }

  /**
   * The action that SOAPAction and Content-Type name; empty if neither does.
   *
   * @throws NotReadableException if they name two
   */
  static String action(HttpServletRequest request, MediaType type) throws NotReadableException {
    Set<String> actions = new LinkedHashSet<>(type.actions());
    one(request, "SOAPAction").map(Requests::unquoted).ifPresent(actions::add);
    return one(actions);
  }

  /** The one that is not empty. */
  static String one(Set<String> actions) throws NotReadableException {
    List<String> named = new ArrayList<>(actions);
    named.removeIf(String::isEmpty);
    if (named.size() > 1) {
      throw new NotReadableException(
          400,
          "two actions are named: '"
              + Brief.of(named.get(0))
              + "' and '"
              + Brief.of(named.get(1))
              + "'; one is allowed");
    }
    return named.isEmpty() ? "" : named.get(0);
  }

  private static String unquoted(String header) {
    String text = header.strip();
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  private static Optional<String> one(HttpServletRequest request, String header)
      throws NotReadableException {
    List<String> values = Collections.list(request.getHeaders(header));
    if (values.size() > 1) {
      throw new NotReadableException(
          400, "header " + header + " stands " + values.size() + " times; once is allowed");
    }
    return values.stream().findFirst();
  }

  /** Whether one of these values of Content-Encoding says that the body is compressed, or so. */
  static boolean isEncoded(Collection<String> contentEncodings) {
    return contentEncodings.stream()
        .map(String::strip)
        .anyMatch(value -> !value.isEmpty() && !value.equalsIgnoreCase("identity"));
  }
}
