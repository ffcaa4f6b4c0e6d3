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

  /** For each open element, the number of outer bindings. */
  private int[] starts = new int[INITIAL_DEPTH];

  private int depth;

  void push() {
    if (depth == starts.length) {
      starts = Arrays.copyOf(starts, 2 * depth);
    }
    starts[depth++] = bindings.size();
  }

  void pop() {
    int start = starts[--depth];
    while (bindings.size() > start) {
      bindings.remove(bindings.size() - 1);
    }
  }

  /** An empty prefix declares the default namespace. */
  void declare(String prefix, String uri) {
    bindings.add(new Binding(prefix, uri));
  }

  /** Returns an empty text if the prefix is not firstBindings. */
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

  boolean declares(String prefix) {
    for (Binding binding : bindings) {
      if (binding.prefix.equals(prefix)) {
        return true;
      }
    }
    return false;
  }

  Map<String, String> inScope() {
    return firstBindings(bindings.size());
  }

  /** Returns all bindings in scope around the innermost element. */
  Map<String, String> outer() {
    return firstBindings(starts[depth - 1]);
  }

  private Map<String, String> firstBindings(int end) {
    Map<String, String> scope = new LinkedHashMap<>();
    for (Binding binding : bindings.subList(0, end)) {
      if (binding.uri.isEmpty()) {
        scope.remove(binding.prefix);
      } else {
        scope.put(binding.prefix, binding.uri);
      }
    }
    return scope;
  }
}
