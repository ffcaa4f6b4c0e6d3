package org.dharch.servlet;

import jakarta.servlet.ServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.ChangedProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries properties out of a request's attributes and changed ones back: those that are a text, a
 * truth value or a number and are not the container's own. Whatever else is there stays there.
 */
final class AttributeProperties {
  private static final Logger LOG = LoggerFactory.getLogger(AttributeProperties.class);
  private static final List<String> CONTAINERS =
      List.of("jakarta.", "javax.", "java.", "sun.", "org.apache.", "org.eclipse.", "org.dharch.");

  /** Room for the names of {@link SoapProperties} within the limit on all. */
  private static final int RESERVED = 32;

  private AttributeProperties() {}

  /**
   * What travels with a message of {@code request}.
   *
   * @param said what is said of the message itself; an empty text is not
   * @param more what comes before the attributes, and in their room
   * @throws NotReadableException if one of these is past a limit: none may be missed silently
   */
  static MessageProperties of(
      ServletRequest request, Map<String, String> said, Map<String, ?> more, Limits limits)
      throws NotReadableException {
    Map<String, Object> all = new LinkedHashMap<>();
    said.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            all.put(name, value);
          }
        });
    all.put(SoapProperties.SERVER_SIDE, true);
    int capacity = Math.max(0, limits.maxProperties() - RESERVED);
    for (Map.Entry<String, ?> entry : more.entrySet()) {
      if (capacity-- <= 0 || !fits(entry.getKey(), entry.getValue(), limits)) {
        throw HeaderProperties.pastLimit(entry.getKey());
      }
      all.put(entry.getKey(), entry.getValue());
    }
    for (String name : Collections.list(request.getAttributeNames())) {
      Object value = request.getAttribute(name);
      if (!travels(name) || !MessageProperties.canTravel(value)) {
        continue;
      }
      if (capacity > 0 && fits(name, value, limits)) {
        all.put(name, value);
        capacity--;
      } else {
        LOG.debug("attribute '{}' stays behind: past a limit", name);
      }
    }
    return MessageProperties.of(all);
  }

  /** Sets in {@code request} what {@code after} has and {@code before} had not, and removes. */
  static void apply(ServletRequest request, MessageProperties before, MessageProperties after) {
    ChangedProperties.between(before, after, AttributeProperties::comesBack)
        .forEach(
            (name, value) ->
                value.ifPresentOrElse(
                    it -> set(request, name, it), () -> request.removeAttribute(name)));
  }

  private static void set(ServletRequest request, String name, Object value) {
    Object present = request.getAttribute(name);
    if (present != null && !MessageProperties.canTravel(present)) {
      // a handler elsewhere could not see it, so it cannot mean it
      LOG.warn("attribute '{}' is {}; it stays", name, present.getClass().getName());
      return;
    }
    request.setAttribute(name, value);
  }

  /** What was verified of a message is for its service, though none brings it along. */
  private static boolean comesBack(String name) {
    return travels(name) || name.startsWith(MessageProperties.SECURITY_PREFIX);
  }

  private static boolean travels(String name) {
    return !name.startsWith(MessageProperties.RESERVED_PREFIX)
        && CONTAINERS.stream().noneMatch(name::startsWith);
  }

  /** Whether a property of this name and value is within the limit on one. */
  static boolean fits(String name, Object value, Limits limits) {
    String text = value instanceof String string ? string : "12345678";
    int max = limits.maxPropertyBytes();
    return 3L * (name.length() + text.length()) <= max // whatever the characters are
        || (long) utf8(name) + utf8(text) <= max;
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
