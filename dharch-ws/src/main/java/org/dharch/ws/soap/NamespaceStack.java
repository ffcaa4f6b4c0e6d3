package org.dharch.ws.soap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;

/** Tracks the namespace bindings of nested elements. Not thread-safe. */
final class NamespaceStack {
  private static final int INITIAL_DEPTH = 8;

  private record Binding(String prefix, String uri) {}

  private final List<Binding> bindings = new ArrayList<>();

  /** For each open element, the number of bindings around it. */
  private int[] starts = new int[INITIAL_DEPTH];

  private int depth;

  /** Enters an element. */
  void push() {
    if (depth == starts.length) {
      starts = Arrays.copyOf(starts, 2 * depth);
    }
    starts[depth++] = bindings.size();
  }

  /** Leaves the innermost element. */
  void pop() {
    int start = starts[--depth];
    while (bindings.size() > start) {
      bindings.remove(bindings.size() - 1);
    }
  }

  /**
   * Adds a declaration to the innermost element; an empty prefix declares the default namespace.
   */
  void declare(String prefix, String uri) {
    bindings.add(new Binding(prefix, uri));
  }

  /** Returns the namespace of {@code prefix}; empty if it is not bound. */
  String uri(String prefix) {
    if (prefix.equals(XMLConstants.XML_NS_PREFIX)) {
      return XMLConstants.XML_NS_URI;
    }
    for (int i = bindings.size() - 1; i >= 0; i--) {
      if (bindings.get(i).prefix.equals(prefix)) {
        return bindings.get(i).uri;
      }
    }
    return "";
  }

  /** Whether an open element declares {@code prefix}. */
  boolean declares(String prefix) {
    for (Binding binding : bindings) {
      if (binding.prefix.equals(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Returns all bindings in scope, prefixes to namespaces. */
  Map<String, String> inScope() {
    return bound(bindings.size());
  }

  /** Returns all bindings in scope around the innermost element. */
  Map<String, String> around() {
    return bound(starts[depth - 1]);
  }

  private Map<String, String> bound(int end) {
    Map<String, String> all = new LinkedHashMap<>();
    for (Binding binding : bindings.subList(0, end)) {
      if (binding.uri.isEmpty()) {
        all.remove(binding.prefix);
      } else {
        all.put(binding.prefix, binding.uri);
      }
    }
    return all;
  }
}
