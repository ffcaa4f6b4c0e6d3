package org.dharch.handlers.axis2;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.handlers.axis2.context.NodeMessageContext;

/** Converts the message's properties to Axis2's message context and back. */
final class MessageContextProperties {
  /** Properties that Axis2 and its addressing module use internally and can restore. */
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
    HttpHeaders.set(properties, context);
    HttpHeaders.additional(properties).forEach(context::setProperty);
    if (context.getOperationContext() != null) {
      String prefix = SoapProperties.OPERATION_PROPERTY;
      properties
          .asMap()
          .forEach(
              (name, value) -> {
                if (name.startsWith(prefix)) {
                  String own = name.substring(prefix.length());
                  context.getOperationContext().setProperty(own, value);
                }
              });
    }
  }

  /**
   * The changes on {@code context}.
   *
   * @throws DHArchException naming a property that cannot be sent
   */
  static void collect(
      MessageProperties before, NodeMessageContext context, Changes.Builder changes) {
    Map<String, String> besides = HttpHeaders.additional(before);
    for (Iterator<String> names = context.getPropertyNames(); names.hasNext(); ) {
      String name = names.next();
      Object value = context.present(name);
      if (!HttpHeaders.NAMES.contains(name)
          && !(value != null && value.equals(besides.get(name)))) {
        changed(before, "", name, value, "", changes);
      }
    }
    Map<String, Object> options = context.getOptions().getProperties();
    options.forEach(
        (name, value) -> {
          if (!HttpHeaders.NAMES.contains(name) && context.own(name) == null) {
            changed(before, "", name, value, "", changes);
          }
        });
    for (String name : before.asMap().keySet()) {
      boolean set = !name.startsWith(MessageProperties.RESERVED_PREFIX);
      if (set && context.present(name) == null) {
        changes.removeProperty(name);
      }
    }
    HttpHeaders.collect(before, context, changes);
    if (context.getOperationContext() != null) {
      collectOperation(before, context.getOperationContext(), changes);
    }
  }

  private static void collectOperation(
      MessageProperties before, OperationContext operation, Changes.Builder changes) {
    String prefix = SoapProperties.OPERATION_PROPERTY;
    Set<String> present = new HashSet<>();
    for (Iterator<String> names = operation.getPropertyNames(); names.hasNext(); ) {
      String name = names.next();
      Object value = operation.getLocalProperty(name);
      if (value != null) {
        present.add(prefix + name);
      }
      changed(before, prefix, name, value, " on the operation context", changes);
    }
    for (String name : before.asMap().keySet()) {
      if (name.startsWith(prefix) && !present.contains(name)) {
        changes.removeProperty(name);
      }
    }
  }

  private static void changed(
      MessageProperties before,
      String prefix,
      String name,
      Object value,
      String where,
      Changes.Builder changes) {
    if (value == null
        || IGNORED.contains(name)
        || value.equals(before.asMap().get(prefix + name))) {
      return;
    }
    if (!MessageProperties.canTravel(value)) {
      throw new DHArchException(
          "property '"
              + name
              + "' set by the handler"
              + where
              + " must be a String, Boolean or number (got "
              + value.getClass().getName()
              + ")");
    }
    changes.property(prefix + name, value);
  }
}
