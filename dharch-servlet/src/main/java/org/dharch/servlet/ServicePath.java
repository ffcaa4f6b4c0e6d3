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
import org.dharch.core.message.Brief;
import org.dharch.core.orchestration.Orchestrations;

/**
 * Tells from a request's path which service it is for. A path that could be another service's than
 * the one that is told is refused: stacks serve more paths than one.
 */
final class ServicePath {
  private static final int REFUSED = 404;

  /** A segment of one or two dots, between what some container takes for a slash. */
  private static final Pattern DOTS =
      Pattern.compile(
          "(?:^|[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:[;/\\\\]|%2f|%5c|\\z)",
          Pattern.CASE_INSENSITIVE);

  private final Optional<Pattern> pattern;

  /**
   * @param pattern the service is its first group
   */
  ServicePath(Optional<Pattern> pattern) {
    this.pattern = pattern;
  }

  /**
   * The service's name: what the pattern says; without one, that of the rule that names a segment,
   * or one up to a dot, or else the last segment.
   *
   * @throws NotReadableException if the path does not fit the pattern, or names two services
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
          REFUSED,
          "the path '" + Brief.of(path) + "' is no service's: it does not fit dharch.service");
    }
    return found.group(1) == null ? "" : found.group(1);
  }

  /**
   * Whether a request's path names its service, or none, and nothing behind it that a stack could
   * take for an operation: at most one segment where the servlet is asked for a path of its own,
   * and with a pattern nothing behind the service's name.
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
   * Whether the path, as the client has written it, has segments that a container takes out of it.
   * A stack that looks at it as it was written, as Axis2 does, finds another service there; and
   * Tomcat does not find it again, when the handlers have performed, if it begins with two slashes.
   */
  static boolean hasDots(HttpServletRequest request) {
    String written = request.getRequestURI();
    return written.startsWith("//") || DOTS.matcher(written).find();
  }

  static NotReadableException dots() {
    return new NotReadableException(
        REFUSED,
        "the path has '.' or '..' in it, or begins with '//'; one without them names a service");
  }

  /** What the servlet finds its services by. */
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
          "the path '"
              + Brief.of(path)
              + "' names two services; dharch.service tells which counts");
    }
    String last = segments.isEmpty() ? "" : segments.get(segments.size() - 1);
    return named.isEmpty() ? last : named.iterator().next();
  }

  /**
   * Those of {@code services} that a segment names: its own name, or else, for stacks append an
   * endpoint's to it, those that it has before a dot.
   */
  private static Set<String> named(String segment, Set<String> services) {
    return services.contains(segment)
        ? Set.of(segment)
        : services.stream()
            .filter(service -> !service.isEmpty() && segment.startsWith(service + "."))
            .collect(Collectors.toSet());
  }

  /** The path in the application; of what is included, if that is what the request is here for. */
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
