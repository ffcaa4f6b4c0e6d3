package org.dharch.core.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.message.MalformedMessageException;

/**
 * On which messages a reply's results were done, as far as other nodes passed these on: properties
 * of its DMFormat, one for each result. Only a manager that had them passed is answered so.
 */
final class OnProperties {
  private static final String PREFIX = MessageProperties.RESERVED_PREFIX + "on.";

  private OnProperties() {}

  /**
   * {@code properties}, and the fingerprints.
   *
   * @throws MalformedMessageException if these are too many: without one a result means another
   */
  static MessageProperties with(
      MessageProperties properties, List<HandlerResult> results, Limits limits) {
    Map<String, Object> all = null;
    for (HandlerResult result : results) {
      if (result.on() != Fingerprint.NONE) {
        all = all == null ? new HashMap<>(properties.asMap()) : all;
        all.put(name(result), result.on());
      }
    }
    if (all == null) {
      return properties;
    }
    if (all.size() > limits.maxProperties()) {
      throw new MalformedMessageException(
          "properties must be at most " + limits.maxProperties() + " (got " + all.size() + ")");
    }
    return MessageProperties.of(all);
  }

  /** {@code result} with its fingerprint, if it has one. */
  static HandlerResult on(HandlerResult result, MessageProperties properties) {
    if (properties.size() == 1) { // of what kind it is, and no more
      return result;
    }
    return properties
        .get(name(result))
        .filter(Long.class::isInstance)
        .map(value -> result.on((Long) value))
        .orElse(result);
  }

  private static String name(HandlerResult result) {
    return PREFIX + result.index() + "." + result.attempt();
  }
}
