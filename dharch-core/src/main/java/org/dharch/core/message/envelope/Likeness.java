package org.dharch.core.message.envelope;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.dharch.core.message.xml.ResolvedText;
import org.dharch.core.message.xml.StartTag.Attribute;
import org.dharch.core.message.xml.XmlScanner;

/** When two start tags count as the same. */
enum Likeness {
  /** They have the same names with their namespaces, and the same attributes. */
  MEANING,

  /**
   * The canonical forms are equal in any context: prefixes and namespace declarations count too.
   * Only then does a signature over one verify with the other.
   */
  CANONICAL;

  boolean names(XmlScanner one, XmlScanner two) {
    return one.uri().equals(two.uri())
        && same(one, one.localStart(), one.nameEnd(), two, two.localStart(), two.nameEnd())
        && (this == MEANING
            || same(one, one.nameStart(), one.nameEnd(), two, two.nameStart(), two.nameEnd()));
  }

  boolean attributes(XmlScanner one, XmlScanner two) {
    return InfosetCursor.sameAttributes(one, two)
        && (this == MEANING || written(one).equals(written(two)));
  }

  private static boolean same(XmlScanner one, int from, int to, XmlScanner two, int f, int t) {
    return Arrays.equals(one.bytes(), from, to, two.bytes(), f, t);
  }

  /** Returns the names of the attributes with their prefixes, and the namespace declarations. */
  private static Set<String> written(XmlScanner tag) {
    Set<String> written = new HashSet<>();
    for (int i = 0; i < tag.attributeCount(); i++) {
      Attribute a = tag.attribute(i);
      String value =
          a.declaration ? ResolvedText.attribute(tag.bytes(), a.valueStart, a.valueEnd) : "";
      written.add(tag.text(a.start, a.end) + '=' + value);
    }
    return written;
  }
}
