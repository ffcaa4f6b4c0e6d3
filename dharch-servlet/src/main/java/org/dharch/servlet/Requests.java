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
import org.dharch.core.text.Brief;

final class Requests {
  // not getContentType(): Jetty throws where the filter responds with a fault
  static final String CONTENT_TYPE = "Content-Type";

  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private static final String INVALID_PARAMETER =
      "org.apache.tomcat.util.http.InvalidParameterException";

  private Requests() {}

  /** Returns true if its method has no body. */
  static boolean isBodiless(HttpServletRequest request) {
    return WITHOUT_BODY.contains(request.getMethod());
  }

  /** Returns true if it declares a body; in HTTP/2 a body may be undeclared. */
  static boolean declaresBody(HttpServletRequest request) {
    return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
  }

  /**
   * Returns true if the body can be dropped without blocking a thread, and the client does not
   * expect 100-continue.
   */
  static boolean mayBeDropped(HttpServletRequest request) {
    return declaresBody(request)
        && request.getHeader("Expect") == null
        && request.getDispatcherType() != DispatcherType.ERROR
        && request.isAsyncSupported()
        && !request.isAsyncStarted();
  }

  /**
   * Closes the connection after the response to an unread request; otherwise Undertow would read
   * the body on one of its threads.
   */
  static void endConnection(HttpServletRequest request, HttpServletResponse response) {
    if (request.getProtocol().startsWith("HTTP/1.")) { // HTTP/2 has streams
      response.setHeader("Connection", "close");
    }
  }

  /**
   * Returns the client error that Tomcat finds in a query or body once the service reads the
   * parameters; 0 if {@code failure} is another one. Tomcat responds with it only outside
   * asynchronous processing.
   */
  static int clientError(Exception failure) {
    if (!failure.getClass().getName().equals(INVALID_PARAMETER)) {
      return 0;
    }
    try {
      return (int) failure.getClass().getMethod("getErrorCode").invoke(failure);
    } catch (ReflectiveOperationException e) {
      return 0;
    }
  }

  /**
   * @throws NotReadableException if the type is ambiguous
   */
  static MediaType type(HttpServletRequest request) throws NotReadableException {
    return MediaType.parse(one(request, CONTENT_TYPE).orElse(null));
  }

  /**
   * Returns the action in SOAPAction or Content-Type; may be empty.
   *
   * @throws NotReadableException if they differ
   */
  static String action(HttpServletRequest request, MediaType type) throws NotReadableException {
    Set<String> actions = new LinkedHashSet<>(type.actions());
    one(request, "SOAPAction").map(Requests::unquoted).ifPresent(actions::add);
    return one(actions);
  }

  /** Returns the action that is not empty. */
  static String one(Set<String> actions) throws NotReadableException {
    List<String> named = new ArrayList<>(actions);
    named.removeIf(String::isEmpty);
    if (named.size() > 1) {
      throw new NotReadableException(
          400,
          "the message must have one action (got '"
              + Brief.of(named.get(0))
              + "' and '"
              + Brief.of(named.get(1))
              + "')");
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
          400, "header " + header + " must not be repeated (got " + values.size() + " values)");
    }
    return values.stream().findFirst();
  }

  /** Returns true if a Content-Encoding is not identity. */
  static boolean isEncoded(Collection<String> contentEncodings) {
    return contentEncodings.stream()
        .map(String::strip)
        .anyMatch(value -> !value.isEmpty() && !value.equalsIgnoreCase("identity"));
  }
}
