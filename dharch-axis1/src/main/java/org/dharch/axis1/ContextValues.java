package org.dharch.axis1;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.axis.AxisFault;
import org.apache.axis.Constants;
import org.apache.axis.MessageContext;
import org.apache.axis.transport.http.HTTPConstants;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts the properties of a message to Axis' message context and back. In Axis 1 request and
 * response share a context, so a property set for the request belongs to the exchange and is
 * readable for the response.
 */
final class ContextValues {
  private static final Logger log = LoggerFactory.getLogger(ContextValues.class);
  private static final String EXCHANGE = MessageProperties.EXCHANGE_PREFIX;

  /** User name and password, which are fields of the context. */
  private static final String USER = EXCHANGE + "axis.user";

  private static final String PASSWORD = EXCHANGE + "axis.password";

  private final MessageProperties before;
  private final NodeContext context;
  private final Map<String, Object> given = new LinkedHashMap<>();

  private ContextValues(MessageProperties before, NodeContext context) {
    this.before = before;
    this.context = context;
  }

  /** Sets the properties of the message on {@code context}. */
  static ContextValues set(MessageProperties properties, NodeContext context) {
    ContextValues values = new ContextValues(properties, context);
    properties.asMap().forEach(values::give);
    values.giveText(Constants.MC_REMOTE_ADDR, properties.text("REMOTE_ADDR", ""));
    values.giveText(MessageContext.TRANS_URL, properties.text(SoapProperties.HTTP_URL, ""));
    values.giveText(
        HTTPConstants.HEADER_AUTHORIZATION,
        properties.text(SoapProperties.HTTP_HEADER + "authorization", ""));
    values.given.forEach(context::setProperty);
    String action = properties.text(SoapProperties.SOAP_ACTION, "");
    if (!action.isEmpty()) {
      context.setUseSOAPAction(true);
      context.setSOAPActionURI(action);
    }
    properties.get(USER).ifPresent(user -> context.setUsername(user.toString()));
    properties.get(PASSWORD).ifPresent(addChanged -> context.setPassword(addChanged.toString()));
    return values;
  }

  private void give(String name, Object value) {
    if (name.equals(USER) || name.equals(PASSWORD)) {
      return;
    }
    if (name.startsWith(EXCHANGE)) {
      given.put(name.substring(EXCHANGE.length()), value);
    } else if (!name.startsWith(MessageProperties.RESERVED_PREFIX)) {
      given.putIfAbsent(name, value);
    }
  }

  private void giveText(String name, String value) {
    if (!value.isEmpty()) {
      given.putIfAbsent(name, value);
    }
  }

  /**
   * The changes of the properties.
   *
   * @throws DHArchException naming a property that cannot travel
   */
  void collect(Changes.Builder changes) throws AxisFault {
    Set<String> names = new TreeSet<>();
    for (Iterator<?> all = context.getPropertyNames(); all.hasNext(); ) {
      names.add(String.valueOf(all.next()));
    }
    for (String name : names) {
      Object value = context.present(name);
      boolean axis = name.equals(MessageContext.ATTACHMENTS_DIR); // set by Axis itself
      if (!axis && value != null && !value.equals(given.get(name))) {
        changed(name, value, changes);
      }
    }
    for (String name : given.keySet()) {
      if (context.present(name) == null) {
        removed(name, changes);
        removed(EXCHANGE + name, changes);
      }
    }
    addChanged(USER, context.getUsername(), changes);
    addChanged(PASSWORD, context.getPassword(), changes);
    addChanged(SoapProperties.SOAP_ACTION, context.getSOAPActionURI(), changes);
  }

  private void removed(String name, Changes.Builder changes) {
    if (before.get(name).isPresent()) {
      changes.removeProperty(name);
    }
  }

  private void addChanged(String property, String now, Changes.Builder changes) {
    Optional<Object> was = before.get(property);
    if (now == null || now.isEmpty()) {
      removed(property, changes);
    } else if (was.isEmpty() || !was.get().equals(now)) {
      changes.property(property, now);
    }
  }

  private void changed(String name, Object value, Changes.Builder changes) {
    if (!MessageProperties.canTravel(value)) {
      if (context.isLenient()) {
        log.debug("Skipped property={} type={}", name, value.getClass().getName());
        return; // reads as null
      }
      throw new DHArchException(
          "property '"
              + name
              + "' set by the handler must be a String, Boolean or number (got "
              + value.getClass().getName()
              + ")");
    }
    changes.property(name, value);
    changes.property(EXCHANGE + name, value);
  }
}
