package org.dharch.servlet;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.settings.Parameters;

/**
 * The validated parameters of the filter, described in docs/servlet-filter.md.
 *
 * @param service matches the path of a request with the service's name as its first group; by
 *     default the last segment
 * @param others the treatment of requests that are not SOAP
 * @param timeToRead the longest time to receive a body
 * @param grace the time after a message's deadline when the filter stops waiting
 * @param clientHeader the header with the client's name; by default the client's address
 * @param heldBytes the limit for bytes of messages; by default a part of the heap
 * @param deliver the addresses of services that receive emissions
 * @param hideFaultDetail whether clients get a handler's fault without its detail
 */
record FilterSettings(
    Optional<Pattern> service,
    Others others,
    Duration timeToRead,
    Duration grace,
    Optional<String> clientHeader,
    Optional<Long> heldBytes,
    ServiceAddresses deliver,
    boolean hideFaultDetail) {
  private static final String SERVICE = "dharch.service";
  private static final String OTHERS = "dharch.others";
  private static final String TIME_TO_READ = "dharch.timeToRead";
  private static final String GRACE = "dharch.grace";
  private static final String CLIENT_HEADER = "dharch.clientHeader";

  /** Parameters that other gateways do not have. */
  private static final Set<String> NAMES =
      Set.of(SERVICE, OTHERS, TIME_TO_READ, HeldBytes.PARAMETER);

  /** The treatment of a request that is not SOAP, for a service with handlers. */
  enum Others {
    /** Reject it, because the service might read it as SOAP. */
    REFUSE,
    /** Pass it to the service. */
    PASS
  }

  /**
   * @throws DHArchException naming each invalid parameter, its value and the allowed values
   */
  static FilterSettings of(Parameters parameters) {
    return new FilterSettings(
        parameters.text(SERVICE).map(FilterSettings::pattern),
        parameters.text(OTHERS).map(FilterSettings::others).orElse(Others.REFUSE),
        parameters.duration(TIME_TO_READ, Duration.ofSeconds(30)),
        parameters.duration(GRACE, Duration.ofSeconds(1)),
        parameters.text(CLIENT_HEADER),
        HeldBytes.configured(parameters),
        ServiceAddresses.of(parameters),
        parameters.flag(GatewaySettings.HIDE_FAULT_DETAIL));
  }

  /** Returns the names in {@code texts} that other gateways do not have. */
  static Set<String> names(Map<String, String> texts) {
    Set<String> names = new TreeSet<>(NAMES);
    names.addAll(ServiceAddresses.names(texts));
    return names;
  }

  /**
   * Checks that no parameter configures the manager, which the application has created.
   *
   * @throws DHArchException like {@link #of}
   */
  static void checkAlone(Map<String, String> texts) {
    Set<String> allowed = names(texts);
    allowed.add(GRACE);
    allowed.add(CLIENT_HEADER);
    allowed.add(GatewaySettings.HIDE_FAULT_DETAIL);
    for (String name : texts.keySet()) {
      if (name.startsWith(Parameters.PREFIX) && !allowed.contains(name)) {
        throw new DHArchException(
            "parameter '"
                + name
                + "' requires a filter with its own manager; for this filter it must be "
                + String.join(", ", allowed));
      }
    }
  }

  private static Pattern pattern(String text) {
    try {
      // a line end in a path must not bypass the pattern
      Pattern pattern = Pattern.compile(text, Pattern.DOTALL);
      if (pattern.matcher("").groupCount() == 1) {
        return pattern;
      }
    } catch (PatternSyntaxException e) {
      // reported below, like a pattern without a group
    }
    throw new DHArchException(
        SERVICE
            + " must be a regular expression with one group, such as /services/([^/]+)/.* (got "
            + text
            + ")");
  }

  private static Others others(String text) {
    return switch (text) {
      case "refuse" -> Others.REFUSE;
      case "pass" -> Others.PASS;
      default -> throw new DHArchException(OTHERS + " must be refuse or pass (got " + text + ")");
    };
  }
}
