package org.dharch.ws.soap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.util.StreamReaderDelegate;
import org.codehaus.stax2.XMLStreamReader2;

/**
 * The positions, in characters, of a document element and its children in a text. Immutable.
 *
 * @param name the name of the document element
 * @param start the position of its start tag
 * @param content the end of its start tag
 * @param contentEnd the position of its end tag; equal to {@code content} if it is empty
 * @param isEmptyTag whether it has no end tag
 * @param depth the nesting depth of elements, including the document element
 * @param children the child elements in document order
 */
public record ElementSpans(
    QName name,
    int start,
    int content,
    int contentEnd,
    boolean isEmptyTag,
    int depth,
    List<Child> children) {

  /** A child from its start tag to its end tag. */
  public record Child(QName name, int start, int end) {}

  public ElementSpans {
    children = List.copyOf(children);
  }

  /**
   * Locates the elements of a document.
   *
   * @throws org.dharch.core.message.MalformedMessageException if it is not well-formed, or exceeds
   *     a bound of {@link SafeXml}
   */
  public static ElementSpans of(String xml) {
    XMLStreamReader2 reader =
        (XMLStreamReader2)
            ((StreamReaderDelegate) SafeXml.reader(xml.getBytes(StandardCharsets.UTF_8)))
                .getParent();
    try {
      return new Scan(reader).scan();
    } catch (XMLStreamException e) {
      throw SafeXml.malformed(e);
    }
  }

  private static final class Scan {
    private final XMLStreamReader2 reader;
    private final List<Child> children = new ArrayList<>();
    private int maxDepth = 1;

    Scan(XMLStreamReader2 reader) {
      this.reader = reader;
    }

    ElementSpans scan() throws XMLStreamException {
      while (next() != XMLStreamConstants.START_ELEMENT) {
        // the prolog
      }
      QName name = reader.getName();
      int start = start();
      boolean isEmptyTag = reader.isEmptyElement();
      int content = end();
      int contentEnd = content;
      while (true) {
        int event = next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          child();
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          contentEnd = isEmptyTag ? content : start();
          break;
        }
      }
      while (reader.hasNext()) {
        next();
      }
      return new ElementSpans(name, start, content, contentEnd, isEmptyTag, maxDepth, children);
    }

    private void child() throws XMLStreamException {
      QName name = reader.getName();
      int start = start();
      maxDepth = Math.max(maxDepth, 2);
      int depth = 1;
      while (depth > 0) {
        int event = next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          depth++;
          maxDepth = Math.max(maxDepth, depth + 1);
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          depth--;
        }
      }
      children.add(new Child(name, start, end()));
    }

    private int next() throws XMLStreamException {
      int event = reader.next();
      if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
        throw new XMLStreamException(
            "the XML must not contain a document type declaration", reader.getLocation());
      }
      return event;
    }

    private int start() {
      return (int) reader.getLocationInfo().getStartingCharOffset();
    }

    private int end() throws XMLStreamException {
      return (int) reader.getLocationInfo().getEndingCharOffset();
    }
  }
}
