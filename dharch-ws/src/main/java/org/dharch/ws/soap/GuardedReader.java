package org.dharch.ws.soap;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * Throws where a document type declaration stands: with DTDs switched off Woodstox passes over it
 * without a word.
 */
final class GuardedReader extends StreamReaderDelegate {
  GuardedReader(XMLStreamReader reader) {
    super(reader);
  }

  @Override
  public int next() throws XMLStreamException {
    int event = super.next();
    if (event == XMLStreamConstants.DTD) {
      throw new XMLStreamException(
          "a document type declaration is not allowed", getParent().getLocation());
    }
    if (event == XMLStreamConstants.ENTITY_REFERENCE) {
      throw new XMLStreamException(
          "the entity " + getLocalName() + " is not defined", getParent().getLocation());
    }
    return event;
  }

  /** Not needed by anybody, and the one way past {@link #next}. */
  @Override
  public int nextTag() {
    throw new UnsupportedOperationException("nextTag");
  }
}
