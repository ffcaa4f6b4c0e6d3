package org.dharch.core.orchestration;

import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;

/** What is said of XPath expressions and their prefixes. */
final class XPaths {
  private XPaths() {}

  /** What is wrong, in the words of the one who found it. */
  static String reason(Exception e) {
    Throwable reason = e;
    while (reason.getCause() != null) {
      reason = reason.getCause();
    }
    String message = reason.getMessage();
    return message == null ? reason.toString() : message;
  }

  /**
   * The prefixes of the names in {@code expression}, but for xml, which is always bound.
   *
   * @throws IllegalArgumentException if the expression is none, or can never be evaluated
   */
  static Set<String> prefixes(String expression) {
    Set<String> prefixes = XPathCheck.prefixes(expression);
    prefixes.remove(XMLConstants.XML_NS_PREFIX);
    return prefixes;
  }

  /** That prefixes are not bound, and which are. */
  static String unbound(Set<String> prefixes, Set<String> bound) {
    return (prefixes.size() == 1 ? "prefix " : "prefixes ")
        + String.join(", ", prefixes)
        + (prefixes.size() == 1 ? " is" : " are")
        + " not bound to a namespace; allowed: "
        + (bound.isEmpty()
            ? "none, until one is declared with xmlns:prefix='namespace'"
            : String.join(", ", new TreeSet<>(bound)));
  }
}
