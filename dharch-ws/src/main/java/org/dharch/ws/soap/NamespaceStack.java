package org.dharch.ws.soap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;

/** Which prefix stands for which namespace, element by element. Not safe for several threads. */
final class NamespaceStack {
  private static final int INITIAL_DEPTH = 8;

  private record Binding(String prefix, String uri) {}

  private final List<Binding> bindings = new ArrayList<>();

  /** Of each element that has not ended, how many bindings there are around it. */
  private int[] starts = new int[INITIAL_DEPTH];

  private int depth;

  /** An element begins. */
  void push() {
    if (depth == starts.length) {
      starts = Arrays.copyOf(starts, 2 * depth);
    }
    starts[depth++] = bindings.size();
  }

  /** The element that began last ends. */
  void pop() {
    int start = starts[--depth];
    while (bindings.size() > start) {
      bindings.remove(bindings.size() - 1);
    }
  }

  /** A declaration at the element that began last; an empty prefix is the default namespace. */
  void declare(String prefix, String uri) {
    bindings.add(new Binding(prefix, uri));
  }

  /** What {@code prefix} stands for; empty if it is not bound. */
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

  /** Whether {@code prefix} has been declared by an element that has not ended. */
  boolean declares(String prefix) {
    for (Binding binding : bindings) {
      if (binding.prefix.equals(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** All that is bound now, prefixes to namespaces. */
  Map<String, String> inScope() {
    return bound(bindings.size());
  }

  /** All that is bound around the element that began last. */
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
