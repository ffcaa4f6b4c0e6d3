package org.dharch.core.xpath;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A function of the core library of XPath 1.0, section 4. Immutable.
 *
 * @param type the type of its result
 * @param takesNodes whether its arguments must be node sets; otherwise they are converted
 * @param least the minimum number of arguments
 * @param most the maximum number of arguments
 */
record XPathFunction(String name, XPathType type, boolean takesNodes, int least, int most) {

  private static final Map<String, XPathFunction> ALL = new TreeMap<>();

  static {
    add(XPathType.NUMBER, true, 1, 1, "count", "sum");
    add(XPathType.STRING, true, 0, 1, "local-name", "namespace-uri", "name");
    add(XPathType.NODES, false, 1, 1, "id");
    add(XPathType.NUMBER, false, 0, 0, "last", "position");
    add(XPathType.NUMBER, false, 0, 1, "string-length", "number");
    add(XPathType.NUMBER, false, 1, 1, "floor", "ceiling", "round");
    add(XPathType.STRING, false, 0, 1, "string", "normalize-space");
    add(XPathType.STRING, false, 2, 2, "substring-before", "substring-after");
    add(XPathType.STRING, false, 2, 3, "substring");
    add(XPathType.STRING, false, 3, 3, "translate");
    add(XPathType.STRING, false, 2, Integer.MAX_VALUE, "concat");
    add(XPathType.BOOLEAN, false, 0, 0, "true", "false");
    add(XPathType.BOOLEAN, false, 1, 1, "boolean", "not", "lang");
    add(XPathType.BOOLEAN, false, 2, 2, "starts-with", "contains");
  }

  private static void add(
      XPathType type, boolean takesNodes, int least, int most, String... names) {
    for (String name : names) {
      ALL.put(name, new XPathFunction(name, type, takesNodes, least, most));
    }
  }

  static Optional<XPathFunction> named(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  /** All function names, sorted. */
  static Set<String> names() {
    return ALL.keySet();
  }

  /** The permitted number of arguments, as text. */
  String arguments() {
    return most == Integer.MAX_VALUE
        ? least + " or more"
        : least == most ? Integer.toString(least) : least + " to " + most;
  }
}
