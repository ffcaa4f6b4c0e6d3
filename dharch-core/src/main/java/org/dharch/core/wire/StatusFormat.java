package org.dharch.core.wire;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.NodeStatus.Trait;

/**
 * Maps {@link NodeStatus} to DMFormat and back: everything is in reserved properties, the payload
 * is empty. Reading trusts nothing. Stateless, safe for any thread.
 */
public final class StatusFormat {
  private static final String KIND = MessageProperties.RESERVED_PREFIX + "kind";
  private static final String NODE = MessageProperties.RESERVED_PREFIX + "node";
  private static final String STATE = MessageProperties.RESERVED_PREFIX + "state";
  private static final String HANDLERS = MessageProperties.RESERVED_PREFIX + "handlers";
  private static final String WORKERS = MessageProperties.RESERVED_PREFIX + "workers";
  private static final String ACTIVE = MessageProperties.RESERVED_PREFIX + "active";
  private static final String TRAITS = MessageProperties.RESERVED_PREFIX + "traits";
  private static final String ANNOUNCED = MessageProperties.RESERVED_PREFIX + "announcedNanos";
  private static final String WAITING = MessageProperties.RESERVED_PREFIX + "waiting";

  private static final int MAX_HANDLERS = 1000;
  private static final int MAX_NAME = 1000;

  private StatusFormat() {}

  /**
   * The status as a DMFormat.
   *
   * @param id the heartbeat's own id
   */
  public static DMFormat encode(MessageId id, NodeStatus status) {
    for (String handler : status.handlers()) {
      checkName("handler", handler);
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(KIND, "status");
    properties.put(NODE, status.node().toString());
    properties.put(STATE, status.state().name());
    properties.put(HANDLERS, String.join("\n", status.handlers()));
    properties.put(WORKERS, status.workers());
    properties.put(ACTIVE, status.active());
    properties.put(WAITING, status.waiting());
    properties.put(ANNOUNCED, status.announcedNanos());
    properties.put(
        TRAITS,
        status.traits().stream().map(Trait::name).sorted().collect(Collectors.joining(" ")));
    return new DMFormat(id, MessageProperties.of(properties), new byte[0]);
  }

  /**
   * The status that {@code message} holds.
   *
   * @throws MalformedMessageException if it holds none
   */
  public static NodeStatus status(DMFormat message) {
    String kind = get(message, KIND, String.class);
    if (!kind.equals("status")) {
      throw new MalformedMessageException("a DMFormat of kind '" + kind + "'; status is allowed");
    }
    if (message.payload().length > 0) {
      throw new MalformedMessageException(
          "a status with a payload of " + message.payload().length + " bytes; none is allowed");
    }
    return new NodeStatus(
        node(get(message, NODE, String.class)),
        state(get(message, STATE, String.class)),
        handlers(get(message, HANDLERS, String.class)),
        count(message, WORKERS),
        count(message, ACTIVE),
        count(message, WAITING),
        traits(get(message, TRAITS, String.class)),
        get(message, ANNOUNCED, Long.class));
  }

  private static NodeId node(String text) {
    try {
      NodeId node = NodeId.parse(text);
      checkName("node", text);
      return node;
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }

  private static NodeStatus.State state(String text) {
    for (NodeStatus.State state : NodeStatus.State.values()) {
      if (state.name().equals(text)) {
        return state;
      }
    }
    throw new MalformedMessageException(
        STATE + "='" + text + "'; READY, DRAINING and STOPPED are understood");
  }

  /** A trait of a newer version means nothing to this one. */
  private static Set<Trait> traits(String text) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    for (Trait trait : Trait.values()) {
      if (List.of(text.split(" ", -1)).contains(trait.name())) {
        traits.add(trait);
      }
    }
    return traits;
  }

  private static List<String> handlers(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> handlers = List.of(text.split("\n", -1));
    if (handlers.size() > MAX_HANDLERS) {
      throw new MalformedMessageException("handlers=" + handlers.size() + " > " + MAX_HANDLERS);
    }
    try {
      handlers.forEach(handler -> checkName("handler", handler));
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
    return handlers;
  }

  private static void checkName(String what, String name) {
    if (name.isEmpty() || name.length() > MAX_NAME || name.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(
          what
              + " '"
              + name
              + "'; 1 to "
              + MAX_NAME
              + " characters without a new line are allowed");
    }
  }

  private static int count(DMFormat message, String name) {
    int value = get(message, name, Integer.class);
    if (value < 0) {
      throw new MalformedMessageException(name + "=" + value + "; 0 or more is allowed");
    }
    return value;
  }

  private static <T> T get(DMFormat message, String name, Class<T> type) {
    Object value = message.properties().get(name).orElse(null);
    if (!type.isInstance(value)) {
      throw new MalformedMessageException(
          "property " + name + "=" + value + "; a " + type.getSimpleName() + " is needed");
    }
    return type.cast(value);
  }
}
