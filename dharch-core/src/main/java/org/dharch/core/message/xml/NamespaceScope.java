package org.dharch.core.message.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The namespace bindings in force at one place of a document: a stack, so that the first {@code n}
 * of them are those of an ancestor. Not safe for several threads.
 */
public final class NamespaceScope {
  static final String XML_URI = "http://www.w3.org/XML/1998/namespace";
  public static final String XMLNS_URI = "http://www.w3.org/2000/xmlns/";
  private static final byte[] XML = {'x', 'm', 'l'};

  private byte[][] source;
  private int[] from;
  private int[] to;
  private String[] uri;
  private int size;

  private NamespaceScope(int capacity) {
    source = new byte[capacity][];
    from = new int[capacity];
    to = new int[capacity];
    uri = new String[capacity];
  }

  /** Returns the scope without any declarations. */
  public static NamespaceScope empty() {
    NamespaceScope scope = new NamespaceScope(16);
    scope.declare(XML, 0, XML.length, XML_URI);
    return scope;
  }

  /**
   * Returns a scope of these declarations by prefix; the default namespace has the empty prefix.
   */
  public static NamespaceScope of(Map<String, String> declared) {
    NamespaceScope scope = empty();
    declared.forEach(
        (prefix, uri) -> {
          byte[] name = prefix.getBytes(StandardCharsets.UTF_8);
          scope.declare(name, 0, name.length, uri);
        });
    return scope;
  }

  /** Returns an independent copy. */
  public NamespaceScope copy() {
    return copy(size);
  }

  /** A copy of the first {@code count} bindings. */
  public NamespaceScope copy(int count) {
    NamespaceScope copy = new NamespaceScope(Math.max(16, count + 8));
    System.arraycopy(source, 0, copy.source, 0, count);
    System.arraycopy(from, 0, copy.from, 0, count);
    System.arraycopy(to, 0, copy.to, 0, count);
    System.arraycopy(uri, 0, copy.uri, 0, count);
    copy.size = count;
    return copy;
  }

  public int size() {
    return size;
  }

  /** Forgets all but the first {@code newSize} bindings. */
  void cut(int newSize) {
    size = newSize;
  }

  /** Binds a prefix, empty for the default namespace, to {@code value}, empty for none. */
  void declare(byte[] b, int start, int end, String value) {
    if (size == uri.length) {
      source = Arrays.copyOf(source, size * 2);
      from = Arrays.copyOf(from, size * 2);
      to = Arrays.copyOf(to, size * 2);
      uri = Arrays.copyOf(uri, size * 2);
    }
    source[size] = b;
    from[size] = start;
    to[size] = end;
    uri[size] = value;
    size++;
  }

  /**
   * Returns the namespace of a prefix; empty for the empty prefix without a default namespace.
   *
   * @return null if the prefix is not bound; no Optional, since this runs for every name
   */
  public String lookup(byte[] b, int start, int end) {
    return lookup(b, start, end, size);
  }

  /** The same as {@link #lookup(byte[], int, int)}, among the first {@code count} bindings. */
  public String lookup(String prefix, int count) {
    byte[] name = prefix.getBytes(StandardCharsets.UTF_8);
    return lookup(name, 0, name.length, count);
  }

  private String lookup(byte[] b, int start, int end, int count) {
    for (int i = count - 1; i >= 0; i--) {
      if (to[i] - from[i] == end - start
          && Arrays.equals(source[i], from[i], to[i], b, start, end)) {
        return uri[i];
      }
    }
    return start == end ? "" : null;
  }

  /** The bindings in force among the first {@code count}, by prefix; no default is the text "". */
  public Map<String, String> bindings(int count) {
    Map<String, String> result = new LinkedHashMap<>();
    result.put("", "");
    for (int i = 0; i < count; i++) {
      String prefix = new String(source[i], from[i], to[i] - from[i], StandardCharsets.UTF_8);
      result.put(prefix, uri[i]);
    }
    return result;
  }

  /** Whether all that is bound in {@code other} means the same here. */
  public boolean covers(NamespaceScope other) {
    return bindings(size).entrySet().containsAll(other.bindings(other.size).entrySet());
  }
}
