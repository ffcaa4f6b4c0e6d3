package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A {@code GET} that asks what a service is. Stacks that serve REST, Axis2 for one, take others for
 * calls: {@code /services/Orders/pay?amount=1}. So what is not known to be a question is none.
 */
final class DescriptionRequest {
  /** What asks for a description wherever it stands. */
  private static final Set<String> ANYWHERE = Set.of("wsdl", "wsdl2", "xsd", "policy");

  /** What asks for one where no operation can be named. */
  private static final Set<String> AT_SERVICES =
      Set.of("singlewsdl", "disco", "_wadl", "stylesheet", "formatted");

  private static final String POLICY_BY_ID = "policy&id=";

  private DescriptionRequest() {}

  /**
   * Whether {@code request} can call no operation.
   *
   * @param atService whether its path names a service, or none, and nothing behind it
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

  /** Whether it is for a file of a description, for whoever reads its path. */
  private static boolean isDocument(HttpServletRequest request) {
    return Stream.of(request.getRequestURI(), ServicePath.path(request))
        .map(path -> path.toLowerCase(Locale.ROOT))
        .allMatch(path -> path.endsWith(".wsdl") || path.endsWith(".xsd"));
  }

  /** Its own, and that of what is included, if that is what it is here for. */
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
