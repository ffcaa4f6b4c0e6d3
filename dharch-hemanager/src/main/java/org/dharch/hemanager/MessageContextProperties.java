package org.dharch.hemanager;

import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.context.MessageContext;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.DHArchException;

/** The message's properties on Axis2's message context. */
final class MessageContextProperties {
  /** What Axis2 and its addressing module keep for themselves; found again where it is needed. */
  static final Set<String> IGNORED =
      Set.of(
          Constants.AXIS_BINDING_MESSAGE,
          Constants.AXIS_BINDING_OPERATION,
          AddressingConstants.ACTION_ATTRIBUTES,
          AddressingConstants.MESSAGEID_ATTRIBUTES);

  private MessageContextProperties() {}

  static void set(MessageProperties properties, MessageContext context) {
    properties
        .asMap()
        .forEach(
            (name, value) -> {
              if (!name.startsWith(MessageProperties.RESERVED_PREFIX)) {
                context.setProperty(name, value);
              }
            });
  }

  /**
   * What is different on {@code context}.
   *
   * @throws DHArchException naming a property that cannot travel
   */
  static void collect(MessageProperties before, MessageContext context, Changes.Builder changes) {
    for (Iterator<String> names = context.getPropertyNames(); names.hasNext(); ) {
      String name = names.next();
      changed(before, name, context.getLocalProperty(name), changes);
    }
    Map<String, Object> options = context.getOptions().getProperties();
    options.forEach(
        (name, value) -> {
          if (context.getLocalProperty(name) == null) {
            changed(before, name, value, changes);
          }
        });
    for (String name : before.asMap().keySet()) {
      boolean set = !name.startsWith(MessageProperties.RESERVED_PREFIX);
      if (set && context.getLocalProperty(name) == null && options.get(name) == null) {
        changes.removeProperty(name);
      }
    }
    if (context.getOperationContext() != null) {
      Iterator<String> names = context.getOperationContext().getPropertyNames();
      if (names.hasNext()) {
        throw cannotTravel(names.next(), "on the operation context");
      }
    }
  }

  private static void changed(
      MessageProperties before, String name, Object value, Changes.Builder changes) {
    if (value == null || IGNORED.contains(name) || value.equals(before.asMap().get(name))) {
      return;
    }
    if (!MessageProperties.canTravel(value)) {
      throw cannotTravel(name, "of type " + value.getClass().getName());
    }
    changes.property(name, value);
  }

  private static DHArchException cannotTravel(String name, String where) {
    return new DHArchException(
        "the handler set property '"
            + name
            + "' "
            + where
            + ", which cannot travel; String, Boolean and number on the message context can");
  }
}
