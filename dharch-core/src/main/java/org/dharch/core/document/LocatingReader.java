package org.dharch.core.document;

import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.LocatorImpl;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * A hardened SAX reader that reports the start of an element's start tag. SAX itself reports the
 * end of the tag, which may be lines away. A start tag contains no {@code <}, so its start is the
 * nearest one before its end.
 */
final class LocatingReader extends XMLFilterImpl {
  /** The bound on nested elements. */
  private static final int MAX_DEPTH = 128;

  private static final SAXParserFactory FACTORY = factory();

  private final String text;
  private final LocatorImpl place = new LocatorImpl();
  private Locator parser = new LocatorImpl();
  private int depth;
  // The parser moves only forward, so each search starts at the end of the previous one.
  private int line = 1;
  private int lineStart;

  LocatingReader(String text) {
    super(reader());
    this.text = text;
  }

  /** Cached, because each feature that is set creates a parser to check it. */
  private static SAXParserFactory factory() {
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      factory.setValidating(false);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
      factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
      return factory;
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("failed to configure the JDK's XML parser", e);
    }
  }

  private static XMLReader reader() {
    try {
      XMLReader reader;
      synchronized (FACTORY) {
        reader = FACTORY.newSAXParser().getXMLReader();
      }
      reader.setProperty("jdk.xml.maxElementDepth", "0"); // this class has its own bound
      return reader;
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("failed to configure the JDK's XML parser", e);
    }
  }

  @Override
  public void setDocumentLocator(Locator locator) {
    parser = locator;
    super.setDocumentLocator(place);
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes attributes)
      throws SAXException {
    locate();
    depth++;
    if (depth > MAX_DEPTH) {
      throw new SAXParseException(
          "elements must be nested at most " + MAX_DEPTH + " deep",
          null,
          null,
          place.getLineNumber(),
          place.getColumnNumber() - 1);
    }
    super.startElement(uri, local, name, attributes);
  }

  @Override
  public void endElement(String uri, String local, String name) throws SAXException {
    depth--;
    super.endElement(uri, local, name);
  }

  private void locate() {
    place.setLineNumber(parser.getLineNumber());
    place.setColumnNumber(parser.getColumnNumber());
    while (line < parser.getLineNumber()) {
      int next = nextLine(lineStart);
      if (next < 0) {
        return;
      }
      lineStart = next;
      line++;
    }
    int end = Math.min(text.length(), lineStart + parser.getColumnNumber() - 1) - 1;
    int start = text.lastIndexOf('<', end);
    if (start < 0) {
      return;
    }
    int startOfLine = lineStart;
    int lineOfStart = line;
    while (startOfLine > start) {
      startOfLine = previousLine(startOfLine);
      lineOfStart--;
    }
    place.setLineNumber(lineOfStart);
    place.setColumnNumber(start - startOfLine + 2); // XMLBeans subtracts one
  }

  private int nextLine(int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        return i + 1;
      }
      if (c == '\r') {
        return i + 1 < text.length() && text.charAt(i + 1) == '\n' ? i + 2 : i + 1;
      }
    }
    return -1;
  }

  private int previousLine(int startOfLine) {
    int i = startOfLine - 1; // at the previous line break
    if (i > 0 && text.charAt(i) == '\n' && text.charAt(i - 1) == '\r') {
      i--;
    }
    while (i > 0 && text.charAt(i - 1) != '\n' && text.charAt(i - 1) != '\r') {
      i--;
    }
    return i;
  }
}
