package org.dharch.ws.soap;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/** Rejects document type declarations, which Woodstox skips silently if its DTD support is off. */
final class GuardedReader extends StreamReaderDelegate {
  GuardedReader(XMLStreamReader reader) {
    super(reader);
  }

  @Override
  public int next() throws XMLStreamException {
    int event = super.next();
    if (event == XMLStreamConstants.DTD) {
      throw new XMLStreamException(
          "the XML must not contain a document type declaration", getParent().getLocation());
    }
    if (event == XMLStreamConstants.ENTITY_REFERENCE) {
      throw new XMLStreamException(
          "the entity " + getLocalName() + " is not defined", getParent().getLocation());
    }
    return event;
  }

  /** Unsupported, because it would bypass {@link #next}. */
  @Override
  public int nextTag() {
    throw new UnsupportedOperationException("nextTag");
  }
}
