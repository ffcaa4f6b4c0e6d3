package org.dharch.axis2.message;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.PropertySize;

/**
 * Collects the properties that travel with an envelope, within the limits, and the names of those
 * that do not. So a distributed handler that reads one of the latter gets an error instead of null.
 * For one thread.
 */
final class PropertyBag {
  /** Properties of {@link SoapProperties} and of a task batch that count towards the limit. */
  private static final int RESERVED = 32;

  /** Kind of a property of the message context. */
  static final String MESSAGE = "message";

  /** Kind of a property of the operation context. */
  static final String OPERATION = "operation";

  /** Kind of a parameter of the service. */
  static final String SERVICE_PARAMETER = "service-parameter";

  /** Kind of a parameter of the operation. */
  static final String OPERATION_PARAMETER = "operation-parameter";

  /** Kind of a parameter of the message's description. */
  static final String MESSAGE_PARAMETER = "message-parameter";

  /** Kind of a parameter of the service group or the container. */
  static final String CONTAINER_PARAMETER = "container-parameter";

  private final Map<String, Object> all = new LinkedHashMap<>();
  private final StringBuilder stays = new StringBuilder();
  private final Limits limits;
  private int capacity;

  PropertyBag(Limits limits) {
    this.limits = limits;
    this.capacity = Math.max(0, limits.maxProperties() - RESERVED);
  }

  /** Adds a property of DHArch, if not empty. */
  void put(String name, String value) {
    if (value != null && !value.isEmpty()) {
      all.put(name, value);
    }
  }

  void put(String name, boolean value) {
    all.put(name, value);
  }

  /** Adds a property unless it has its default value; null is added as an empty text. */
  void unusual(String name, String value, String usual) {
    if (!Objects.equals(value, usual)) {
      all.put(name, value == null ? "" : value);
    }
  }

  /** Adds {@code value} if it can travel and the limit permits, otherwise only its name. */
  void offer(String prefix, String kind, String name, Object value) {
    if (value != null && !take(prefix + name, value)) {
      stays(kind, name);
    }
  }

  /** Adds {@code value} if it can travel and the limit permits; returns whether it did. */
  boolean take(String name, Object value) {
    boolean taken = MessageProperties.canTravel(value) && capacity > 0 && fits(name, value);
    if (taken) {
      all.put(name, value);
      capacity--;
    }
    return taken;
  }

  /** Adds the name of a property that cannot travel. */
  void stays(String kind, String name) {
    String line = kind + " " + name.replaceAll("[\\r\\n]", " ");
    if (fits(SoapProperties.STAYS, stays + "\n" + line)) {
      stays.append(stays.isEmpty() ? "" : "\n").append(line);
    }
  }

  /** Whether a property of this name and value is within the limit for one property. */
  boolean fits(String name, Object value) {
    return PropertySize.fits(name, value, limits);
  }

  MessageProperties properties() {
    put(SoapProperties.STAYS, stays.toString());
    return MessageProperties.of(all);
  }
}
