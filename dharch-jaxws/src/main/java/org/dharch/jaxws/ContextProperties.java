package org.dharch.jaxws;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.MessageContext.Scope;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;

/**
 * Converts the properties of a message to a message context and back. Properties of the container's
 * context have the scope APPLICATION, those of the exchange the scope HANDLER. A property set by a
 * handler belongs to the exchange, so that handlers of the response read it. With the scope
 * APPLICATION it is also set on the container's context.
 */
final class ContextProperties {
  /** Axis2's default namespace of services. */
  private static final String AXIS2_NAMESPACE = "http://ws.apache.org/axis2";

  private final MessageProperties before;
  private final HttpTexts http;
  private final Map<String, Object> given = new HashMap<>();
  private final Map<String, Scope> scopes = new HashMap<>();
  private final ContextMap context;

  private ContextProperties(MessageProperties before, Exchange exchange, ContextMap context) {
    this.before = before;
    this.http = HttpTexts.of(exchange);
    this.context = context;
  }

  /** Sets the properties of the message on {@code context}. */
  static ContextProperties set(MessageProperties properties, Exchange way, ContextMap context) {
    ContextProperties set = new ContextProperties(properties, way, context);
    properties
        .asMap()
        .forEach(
            (name, value) -> {
              if (!name.startsWith(MessageProperties.RESERVED_PREFIX)) {
                set.give(name, value, Scope.APPLICATION);
              }
            });
    String exchange = MessageProperties.EXCHANGE_PREFIX;
    properties
        .asMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith(exchange)) {
                String own = name.substring(exchange.length());
                boolean both = properties.get(own).isPresent();
                set.give(own, value, both ? Scope.APPLICATION : Scope.HANDLER);
              }
            });
    set.standard(way);
    return set;
  }

  private void give(String name, Object value, Scope scope) {
    given.put(name, value);
    scopes.put(name, scope);
    context.given(name, value, scope);
  }

  private void giveText(String name, String value) {
    if (!value.isEmpty()) {
      give(name, value, Scope.APPLICATION);
    }
  }

  private void standard(Exchange way) {
    give(MessageContext.MESSAGE_OUTBOUND_PROPERTY, way.outbound(), Scope.HANDLER);
    giveText(BindingProvider.SOAPACTION_URI_PROPERTY, before.text(SoapProperties.SOAP_ACTION, ""));
    giveText(MessageContext.HTTP_REQUEST_METHOD, before.text(SoapProperties.HTTP_METHOD, ""));
    path(before.text(SoapProperties.HTTP_URL, ""));
    name(MessageContext.WSDL_SERVICE, SoapProperties.SERVICE);
    name(MessageContext.WSDL_OPERATION, SoapProperties.OPERATION);
    // handlers may modify the maps, so the originals are kept
    http.received(before).ifPresent(values -> given(http.receivedName(), values));
    http.sending(before).ifPresent(sending -> given(http.sendingName(), sending));
  }

  private void given(String name, Map<String, List<String>> headers) {
    given.put(name, HttpTexts.copy(headers));
    scopes.put(name, Scope.APPLICATION);
    context.given(name, headers, Scope.APPLICATION);
  }

  private void path(String url) {
    try {
      URI uri = URI.create(url);
      giveText(MessageContext.PATH_INFO, Objects.requireNonNullElse(uri.getPath(), ""));
      giveText(MessageContext.QUERY_STRING, Objects.requireNonNullElse(uri.getRawQuery(), ""));
    } catch (IllegalArgumentException e) {
      giveText(MessageContext.PATH_INFO, url); // as the client wrote it
    }
  }

  private void name(String name, String property) {
    String local = before.text(property, "");
    if (!local.isEmpty()) {
      String usual = before.get(SoapProperties.CONTEXT_ROOT).isPresent() ? AXIS2_NAMESPACE : "";
      String namespace = before.text(SoapProperties.SERVICE_NAMESPACE, usual);
      give(name, new QName(namespace, local), Scope.APPLICATION);
    }
  }

  /**
   * The changes of the properties.
   *
   * @throws DHArchException naming a property that cannot travel
   */
  void collect(Changes.Builder changes) {
    http.collect(given, context, changes);
    Set<String> apart = Set.of(http.receivedName(), http.sendingName());
    context.forEach(
        (name, value) -> {
          if (apart.contains(name) || value == null) {
            return;
          }
          Scope scope = context.getScope(name);
          if (!value.equals(given.get(name))) {
            changed(name, value, scope, changes);
          } else if (scope != scopes.get(name)) {
            moved(name, value, scope, changes);
          }
        });
    for (String name : given.keySet()) {
      boolean gone = !context.containsKey(name) || context.present(name) == null;
      if (gone && !apart.contains(name)) {
        removed(name, changes);
      }
    }
  }

  /** The changes of the properties before the handler threw, with the status of its fault. */
  void collectThrown(Changes.Builder changes) {
    Object status = context.remove(MessageContext.HTTP_RESPONSE_CODE);
    if (status instanceof Integer) {
      changes.property(SoapProperties.HTTP_STATUS, status);
    }
    collect(changes);
  }

  private void changed(String name, Object value, Scope scope, Changes.Builder changes) {
    if (name.equals(BindingProvider.SOAPACTION_URI_PROPERTY) && value instanceof String action) {
      changes.property(SoapProperties.SOAP_ACTION, action);
      return;
    }
    if (name.startsWith("jakarta.xml.ws.")) {
      throw new DHArchException(
          "the handler must not set property '" + name + "' of the container");
    }
    if (!MessageProperties.canTravel(value)) {
      throw new DHArchException(
          "property '"
              + name
              + "' set by the handler must be a String, Boolean or number (got "
              + value.getClass().getName()
              + ")");
    }
    changes.property(MessageProperties.EXCHANGE_PREFIX + name, value);
    if (scope == Scope.APPLICATION) {
      changes.property(name, value);
    }
  }

  /** The same value in another scope. */
  private void moved(String name, Object value, Scope scope, Changes.Builder changes) {
    if (name.startsWith("jakarta.xml.ws.")) {
      return; // the container's, whatever its scope
    }
    if (scope == Scope.APPLICATION) {
      changes.property(name, value);
    } else {
      changes.removeProperty(name);
      changes.property(MessageProperties.EXCHANGE_PREFIX + name, value);
    }
  }

  private void removed(String name, Changes.Builder changes) {
    if (name.equals(BindingProvider.SOAPACTION_URI_PROPERTY)) {
      changes.removeProperty(SoapProperties.SOAP_ACTION);
    }
    for (String each : List.of(name, MessageProperties.EXCHANGE_PREFIX + name)) {
      if (before.get(each).isPresent()) {
        changes.removeProperty(each);
      }
    }
  }
}
