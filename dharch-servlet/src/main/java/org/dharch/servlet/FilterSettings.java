package org.dharch.servlet;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.settings.Parameters;

/**
 * The parameters that only the filter has, checked. docs/servlet-filter.md describes each.
 *
 * @param service finds the service's name in a request's path: its first group; else it is the last
 *     segment
 * @param others what becomes of requests that are no SOAP
 * @param timeToRead how long a request's body may take to arrive
 * @param grace how long past a message's deadline the filter waits before it gives up itself
 * @param clientHeader the header that names the client; his address if empty
 * @param heldBytes how many bytes of messages may be in memory; a share of it if empty
 * @param deliver where the services are that get what handlers emit
 */
record FilterSettings(
    Optional<Pattern> service,
    Others others,
    Duration timeToRead,
    Duration grace,
    Optional<String> clientHeader,
    Optional<Long> heldBytes,
    ServiceAddresses deliver) {
  private static final String SERVICE = "dharch.service";
  private static final String OTHERS = "dharch.others";
  private static final String TIME_TO_READ = "dharch.timeToRead";
  private static final String GRACE = "dharch.grace";
  private static final String CLIENT_HEADER = "dharch.clientHeader";

  /** Those that no other container's module knows. */
  private static final Set<String> NAMES =
      Set.of(SERVICE, OTHERS, TIME_TO_READ, HeldBytes.PARAMETER);

  /** What becomes of a request with a body that is no SOAP, for a service that has handlers. */
  enum Others {
    /** It is refused, for the service might read it as SOAP all the same. */
    REFUSE,
    /** It goes to the service as it is. */
    PASS
  }

  /**
   * Reads {@code parameters}, all of them or those of a filter with a manager made elsewhere.
   *
   * @throws DHArchException naming the parameter, its value and what is allowed
   */
  static FilterSettings of(Parameters parameters) {
    return new FilterSettings(
        parameters.text(SERVICE).map(FilterSettings::pattern),
        parameters.text(OTHERS).map(FilterSettings::others).orElse(Others.REFUSE),
        parameters.duration(TIME_TO_READ, Duration.ofSeconds(30)),
        parameters.duration(GRACE, Duration.ofSeconds(1)),
        parameters.text(CLIENT_HEADER),
        HeldBytes.said(parameters),
        ServiceAddresses.of(parameters));
  }

  /** The names of those among {@code texts} that no other container's module knows. */
  static Set<String> names(Map<String, String> texts) {
    Set<String> names = new TreeSet<>(NAMES);
    names.addAll(ServiceAddresses.names(texts));
    return names;
  }

  /**
   * Checks that nothing is said of a manager that is there already.
   *
   * @throws DHArchException as {@link #of}
   */
  static void checkAlone(Map<String, String> texts) {
    Set<String> allowed = names(texts);
    allowed.add(GRACE);
    allowed.add(CLIENT_HEADER);
    for (String name : texts.keySet()) {
      if (name.startsWith(Parameters.PREFIX) && !allowed.contains(name)) {
        throw new DHArchException(
            "parameter '"
                + name
                + "' is for a filter that starts its own manager; this one was given one, so only "
                + String.join(", ", allowed)
                + " are allowed");
      }
    }
  }

  private static Pattern pattern(String text) {
    try {
      // no line end in a path is to be a way round it
      Pattern pattern = Pattern.compile(text, Pattern.DOTALL);
      if (pattern.matcher("").groupCount() == 1) {
        return pattern;
      }
    } catch (PatternSyntaxException e) {
      // said below, like a pattern without a group
    }
    throw new DHArchException(
        SERVICE
            + "="
            + text
            + "; a regular expression with one group is allowed, such as /services/([^/]+)/.*");
  }

  private static Others others(String text) {
    return switch (text) {
      case "refuse" -> Others.REFUSE;
      case "pass" -> Others.PASS;
      default -> throw new DHArchException(OTHERS + "=" + text + "; refuse and pass are allowed");
    };
  }
}
