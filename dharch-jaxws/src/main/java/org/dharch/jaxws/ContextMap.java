package org.dharch.jaxws;

import jakarta.xml.ws.handler.MessageContext;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.message.DHArchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The properties of a message context with their scopes. Reading a property that stays in its
 * container throws, unless the handler is lenient. Iterations skip such properties.
 */
abstract class ContextMap extends AbstractMap<String, Object> implements MessageContext {
  private static final Logger log = LoggerFactory.getLogger(ContextMap.class);

  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Map<String, Scope> scopes = new HashMap<>();
  private final boolean lenient;

  ContextMap(boolean lenient) {
    this.lenient = lenient;
  }

  /** Adds a property before the handler runs. */
  final void given(String name, Object value, Scope scope) {
    values.put(name, value);
    scopes.put(name, scope);
  }

  /** The value, or null without an error. */
  final Object present(String name) {
    return values.get(name);
  }

  @Override
  public Object get(Object name) {
    Object value = values.get(name);
    if (value == null && name instanceof String text) {
      absent(text);
    }
    return value;
  }

  private void absent(String name) {
    Optional<String> why = Absent.property(name);
    if (why.isPresent() && lenient) {
      log.debug("Returned null: {}", why.get());
    } else if (why.isPresent()) {
      throw new DHArchException("unavailable on a node: " + why.get());
    }
  }

  @Override
  public boolean containsKey(Object name) {
    return values.containsKey(name);
  }

  /** Sets a property; the scope of a new one is HANDLER. */
  @Override
  public Object put(String name, Object value) {
    scopes.putIfAbsent(name, Scope.HANDLER);
    return values.put(name, value);
  }

  @Override
  public Object remove(Object name) {
    return values.remove(name);
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return values.entrySet();
  }

  @Override
  public void setScope(String name, Scope scope) {
    if (!values.containsKey(name)) {
      throw new IllegalArgumentException("property '" + name + "' must be set before its scope");
    }
    scopes.put(name, scope);
  }

  @Override
  public Scope getScope(String name) {
    if (!values.containsKey(name)) {
      throw new IllegalArgumentException("property '" + name + "' must be set before its scope");
    }
    return scopes.getOrDefault(name, Scope.HANDLER);
  }
}
