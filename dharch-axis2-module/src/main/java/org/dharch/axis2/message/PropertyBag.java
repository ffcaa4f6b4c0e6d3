package org.dharch.axis2.message;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;

/**
 * Collects what travels beside an envelope, within the limits, and the names of what does not: a
 * handler elsewhere that asks for that is told so, and does not find nothing. For one thread.
 */
final class PropertyBag {
  /** Room for the names of {@link SoapProperties}, and those of a task batch, within the limit. */
  private static final int RESERVED = 32;

  /** What is there is on the message's own context. */
  static final String MESSAGE = "message";

  /** On the operation's. */
  static final String OPERATION = "operation";

  /** A parameter of the service. */
  static final String SERVICE_PARAMETER = "service-parameter";

  /** One of the operation. */
  static final String OPERATION_PARAMETER = "operation-parameter";

  /** One of the message's own description. */
  static final String MESSAGE_PARAMETER = "message-parameter";

  /** One of what is above the service: its group, the container. */
  static final String CONTAINER_PARAMETER = "container-parameter";

  private final Map<String, Object> all = new LinkedHashMap<>();
  private final StringBuilder stays = new StringBuilder();
  private final Limits limits;
  private int capacity;

  PropertyBag(Limits limits) {
    this.limits = limits;
    this.capacity = Math.max(0, limits.maxProperties() - RESERVED);
  }

  /** One that every message may have; an empty text is none. */
  void put(String name, String value) {
    if (value != null && !value.isEmpty()) {
      all.put(name, value);
    }
  }

  void put(String name, boolean value) {
    all.put(name, value);
  }

  /** One that has a usual value, which need not be said; null is none, and is said as empty. */
  void unusual(String name, String value, String usual) {
    if (!Objects.equals(value, usual)) {
      all.put(name, value == null ? "" : value);
    }
  }

  /** Takes {@code value} along if it can travel and there is room; else its name stays. */
  void offer(String prefix, String kind, String name, Object value) {
    if (value != null && !take(prefix + name, value)) {
      stays(kind, name);
    }
  }

  /** Takes {@code value} along if it can travel and there is room; says whether. */
  boolean take(String name, Object value) {
    boolean taken = MessageProperties.canTravel(value) && capacity > 0 && fits(name, value);
    if (taken) {
      all.put(name, value);
      capacity--;
    }
    return taken;
  }

  /** There is something of this name that cannot travel. */
  void stays(String kind, String name) {
    String line = kind + " " + name.replaceAll("[\\r\\n]", " ");
    if (fits(SoapProperties.STAYS, stays + "\n" + line)) {
      stays.append(stays.isEmpty() ? "" : "\n").append(line);
    }
  }

  /** Whether a property of this name and value is within the limit on one. */
  boolean fits(String name, Object value) {
    String text = value instanceof String string ? string : "12345678";
    int max = limits.maxPropertyBytes();
    return 3L * (name.length() + text.length()) <= max // whatever the characters are
        || (long) utf8(name) + utf8(text) <= max;
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  MessageProperties properties() {
    put(SoapProperties.STAYS, stays.toString());
    return MessageProperties.of(all);
  }
}
