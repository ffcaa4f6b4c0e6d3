package org.dharch.core.orchestration;

import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.dharch.core.message.Limits;
import org.dharch.core.message.MalformedMessageException;

/**
 * What the XPath expression {@code count(//p:name)} says, without a tree of the envelope: that
 * takes ten times as long as to read it once, and it is what most classes of messages go by.
 *
 * @param namespace of the elements that are counted; empty if they are in none
 * @param name their local name
 */
record ElementCount(String namespace, String name) {
  private static final Pattern SIMPLE =
      Pattern.compile("\\s*count\\(\\s*//(?:([\\w.-]+):)?([\\w.-]+)\\s*\\)\\s*");
  private static final XMLInputFactory FACTORY = factory();

  /** The same as this expression; empty if it is another one. */
  static Optional<ElementCount> of(String expression, Map<String, String> namespaces) {
    Matcher matcher = SIMPLE.matcher(expression);
    return matcher.matches()
        ? Optional.of(
            new ElementCount(
                matcher.group(1) == null ? "" : namespaces.get(matcher.group(1)), matcher.group(2)))
        : Optional.empty();
  }

  /**
   * How many there are.
   *
   * @throws MalformedMessageException if the envelope cannot be read
   */
  double in(byte[] envelope) {
    int count = 0;
    int depth = 0;
    try {
      XMLStreamReader reader = FACTORY.createXMLStreamReader(new ByteArrayInputStream(envelope));
      while (reader.hasNext()) {
        int event = reader.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          depth(++depth);
          count += isOne(reader) ? 1 : 0;
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          depth--;
        } else if (event == XMLStreamConstants.DTD) {
          throw new MalformedMessageException(
              "the envelope cannot be read: a DOCTYPE is not allowed");
        }
      }
    } catch (XMLStreamException e) {
      throw new MalformedMessageException("the envelope cannot be read: " + e.getMessage());
    }
    return count;
  }

  private static void depth(int depth) {
    if (depth > Limits.DEFAULT.maxDepth()) {
      throw new MalformedMessageException(
          "the envelope cannot be read: depth=" + depth + " > " + Limits.DEFAULT.maxDepth());
    }
  }

  private boolean isOne(XMLStreamReader reader) {
    String of = reader.getNamespaceURI();
    return reader.getLocalName().equals(name) && (of == null ? "" : of).equals(namespace);
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }
}
