package org.dharch.core.flow;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.xpath.XPath;

/**
 * Evaluates the XPath expressions {@code count(//p:name)}, {@code //p:name} and {@code
 * number(//p:name)} on an envelope by one scan. A tree would take many times as long, and most
 * message classes use these expressions.
 *
 * @param name of the elements
 * @param counted whether it is their number; otherwise it is the number in the first one
 */
record ElementNumber(QName name, boolean counted) {
  private static final String ELEMENTS = "(?U)\\s*//(?:([\\w.-]+):)?([\\w.-]+)\\s*";
  private static final Pattern COUNT = Pattern.compile("\\s*count\\(" + ELEMENTS + "\\)\\s*");
  private static final Pattern FIRST = Pattern.compile(ELEMENTS);
  private static final Pattern NUMBER = Pattern.compile("\\s*number\\(" + ELEMENTS + "\\)\\s*");

  /** The same as this expression; empty if it is another one. */
  static Optional<ElementNumber> of(String expression, Map<String, String> namespaces) {
    for (Pattern pattern : new Pattern[] {COUNT, FIRST, NUMBER}) {
      Matcher matcher = pattern.matcher(expression);
      if (matcher.matches()) {
        String namespace = matcher.group(1) == null ? "" : namespaces.get(matcher.group(1));
        return Optional.of(
            new ElementNumber(new QName(namespace, matcher.group(2)), pattern == COUNT));
      }
    }
    return Optional.empty();
  }

  /**
   * The number in UTF-8 bytes.
   *
   * @throws org.dharch.core.message.MalformedMessageException if they cannot be read
   */
  double in(byte[] envelope, Limits limits) {
    return counted
        ? Envelopes.count(envelope, name, limits)
        : XPath.number(Envelopes.firstText(envelope, name, limits).orElse(""));
  }
}
