package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Detects a {@code GET} for the description of a service. Unknown queries count as calls, because
 * stacks with REST, such as Axis2, call operations by {@code GET}.
 */
final class DescriptionRequest {
  /** Queries for a description at any path. */
  private static final Set<String> ANYWHERE = Set.of("wsdl", "wsdl2", "xsd", "policy");

  /** Queries for a description at the path of a service. */
  private static final Set<String> AT_SERVICES =
      Set.of("singlewsdl", "disco", "_wadl", "stylesheet", "formatted");

  private static final String POLICY_BY_ID = "policy&id=";

  private DescriptionRequest() {}

  /**
   * Returns true if {@code request} can call no operation.
   *
   * @param atService whether its path ends at a service, or names none
   */
  static boolean is(HttpServletRequest request, boolean atService) {
    List<String> queries = queries(request);
    return queries.isEmpty()
        ? atService || isDocument(request)
        : queries.stream().allMatch(query -> asks(query, atService));
  }

  private static boolean asks(String query, boolean atService) {
    String rest = query.startsWith(POLICY_BY_ID) ? query.substring(POLICY_BY_ID.length()) : query;
    if (rest.contains("&") || rest.contains(";")) {
      return false;
    }
    String name = query.split("[=&]", 2)[0].toLowerCase(Locale.ROOT);
    return ANYWHERE.contains(name) || (atService && AT_SERVICES.contains(name));
  }

  /** Returns true if its path, encoded and decoded, names a file of a description. */
  private static boolean isDocument(HttpServletRequest request) {
    return Stream.of(request.getRequestURI(), ServicePath.path(request))
        .map(path -> path.toLowerCase(Locale.ROOT))
        .allMatch(path -> path.endsWith(".wsdl") || path.endsWith(".xsd"));
  }

  /** Returns the queries of the request and of an include. */
  private static List<String> queries(HttpServletRequest request) {
    Object included =
        request.getDispatcherType() == DispatcherType.INCLUDE
            ? request.getAttribute(RequestDispatcher.INCLUDE_QUERY_STRING)
            : null;
    return Stream.of(request.getQueryString(), included)
        .filter(query -> query != null && !query.equals(""))
        .map(Object::toString)
        .toList();
  }
}
