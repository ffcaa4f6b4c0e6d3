package org.dharch.core.message.xml;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Finds the namespace prefixes that text and attribute values may use, as in {@code
 * xsi:type="k:T"}, an XPath expression, or a list of prefixes. Stateless.
 */
public final class TextPrefixes {
  private static final String XSI_TYPE = "{http://www.w3.org/2001/XMLSchema-instance}type";

  private static final Pattern WORDS = Pattern.compile("\\s+");

  private TextPrefixes() {}

  /** Returns the names before colons. They may be something else, such as {@code http}. */
  public static Set<String> ofText(CharSequence text) {
    Set<String> found = new TreeSet<>();
    for (int colon = 0; colon < text.length(); colon++) {
      if (text.charAt(colon) == ':') {
        int start = colon;
        while (start > 0 && isNameCharacter(text.charAt(start - 1))) {
          start--;
        }
        if (start < colon) {
          found.add(text.subSequence(start, colon).toString());
        }
      }
    }
    return found;
  }

  /**
   * Returns the names before colons and the words, since a list of prefixes has no colons. The
   * empty prefix is one of them if the value is a type in the default namespace.
   *
   * @param name the attribute's name in the form of {@link javax.xml.namespace.QName#toString}
   */
  public static Set<String> ofAttribute(String name, String value) {
    Set<String> found = ofText(value);
    for (String word : WORDS.split(value.strip(), -1)) {
      if (!word.isEmpty() && word.chars().allMatch(c -> isNameCharacter((char) c))) {
        found.add(word);
      }
    }
    if (name.equals(XSI_TYPE) && value.indexOf(':') < 0) {
      found.add("");
    }
    return found;
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c >= 0x80;
  }
}
