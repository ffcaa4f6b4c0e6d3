package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.text.Brief;

/**
 * Derives the service from a request's path. Rejects ambiguous paths, because stacks serve a
 * service at several paths.
 */
final class ServicePath {
  private static final int REFUSED = 404;

  /** A segment of one or two dots between characters that some container reads as a slash. */
  private static final Pattern DOTS =
      Pattern.compile(
          "(?:^|[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:[;/\\\\]|%2f|%5c|\\z)",
          Pattern.CASE_INSENSITIVE);

  private final Optional<Pattern> pattern;

  /**
   * @param pattern matches a path with the service as its first group; by default the rules decide
   */
  ServicePath(Optional<Pattern> pattern) {
    this.pattern = pattern;
  }

  /**
   * Returns the service's name: by the pattern; otherwise the service of a rule that equals a
   * segment or its part before a dot; otherwise the last segment.
   *
   * @throws NotReadableException if the path does not match the pattern or names two services
   */
  String service(HttpServletRequest request, Orchestrations orchestrations)
      throws NotReadableException {
    String path = path(request);
    return pattern.isPresent() ? fitting(path, pattern.get()) : segment(path, orchestrations);
  }

  private static String fitting(String path, Pattern pattern) throws NotReadableException {
    Matcher found = pattern.matcher(path);
    if (!found.matches()) {
      throw new NotReadableException(
          REFUSED, "the path must match dharch.service (got '" + Brief.of(path) + "')");
    }
    return found.group(1) == null ? "" : found.group(1);
  }

  /**
   * Returns true if the path ends at its service, so that no stack can find an operation in it: at
   * most one segment after the servlet's path and, with a pattern, none after the service.
   */
  boolean endsAtService(HttpServletRequest request) {
    String path = path(request);
    Matcher found = pattern.map(it -> it.matcher(path)).orElse(null);
    boolean more =
        found != null
            && found.matches()
            && found.group(1) != null
            && !segments(path.substring(found.end(1))).isEmpty();
    return !more && segments(behindServlet(request)).size() <= 1;
  }

  /**
   * Returns true if the path as sent has segments that a container removes. A stack that reads it
   * as sent, such as Axis2, would find another service, and Tomcat cannot dispatch a path that
   * begins with two slashes.
   */
  static boolean hasDots(HttpServletRequest request) {
    String written = request.getRequestURI();
    return written.startsWith("//") || DOTS.matcher(written).find();
  }

  static NotReadableException dots() {
    return new NotReadableException(
        REFUSED, "the path must not contain '.' or '..' segments or begin with '//'");
  }

  /** The part of the path after the servlet's path. */
  private static String behindServlet(HttpServletRequest request) {
    MappingMatch match = request.getHttpServletMapping().getMappingMatch();
    if (request.getDispatcherType() == DispatcherType.INCLUDE || match == MappingMatch.DEFAULT) {
      return path(request);
    }
    return request.getPathInfo() == null ? "" : request.getPathInfo();
  }

  private static List<String> segments(String path) {
    return Stream.of(path.split("/")).filter(text -> !text.isEmpty()).toList();
  }

  private static String segment(String path, Orchestrations orchestrations)
      throws NotReadableException {
    List<String> segments = segments(path);
    Set<String> rules =
        orchestrations.rules().stream()
            .flatMap(rule -> rule.match().service().stream())
            .collect(Collectors.toSet());
    Set<String> named =
        segments.stream()
            .flatMap(segment -> named(segment, rules).stream())
            .collect(Collectors.toSet());
    if (named.size() > 1) {
      throw new NotReadableException(
          REFUSED,
          "the path '" + Brief.of(path) + "' names two services; set dharch.service to select one");
    }
    String last = segments.isEmpty() ? "" : segments.get(segments.size() - 1);
    return named.isEmpty() ? last : named.iterator().next();
  }

  /**
   * Returns the services named by a segment: the equal one, otherwise those before a dot, because
   * stacks append the endpoint's name.
   */
  private static Set<String> named(String segment, Set<String> services) {
    return services.contains(segment)
        ? Set.of(segment)
        : services.stream()
            .filter(service -> !service.isEmpty() && segment.startsWith(service + "."))
            .collect(Collectors.toSet());
  }

  /** The path in the application; for an include, the included path. */
  static String path(HttpServletRequest request) {
    boolean included =
        request.getDispatcherType() == DispatcherType.INCLUDE
            && request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH) != null;
    Object servlet =
        included
            ? request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH)
            : request.getServletPath();
    Object rest =
        included
            ? request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO)
            : request.getPathInfo();
    return servlet + (rest == null ? "" : rest.toString());
  }
}
