package org.dharch.core.xpath;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.dharch.core.message.MalformedMessageException;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;

/**
 * An XML document as the input of XPaths. Needs some dozen times the memory of its bytes. Not
 * thread-safe.
 */
public final class XmlTree {
  private static final SAXParserFactory FACTORY = factory();

  private final XmlNode root;

  private XmlTree(XmlNode root) {
    this.root = root;
  }

  XmlNode root() {
    return root;
  }

  /**
   * Parses a document; rejects a document type.
   *
   * @param maxDepth the bound on nested elements
   * @throws MalformedMessageException if it cannot be parsed
   */
  public static XmlTree parse(byte[] document, int maxDepth) {
    Reader reader = new Reader();
    try {
      XMLReader parser = parser();
      // The JDK's own bound differs between versions.
      parser.setProperty("jdk.xml.maxElementDepth", maxDepth);
      parser.setProperty("http://xml.org/sax/properties/lexical-handler", reader);
      parser.setContentHandler(reader);
      parser.setErrorHandler(reader);
      parser.setEntityResolver(reader);
      parser.parse(new InputSource(new ByteArrayInputStream(document)));
    } catch (SAXException | IOException e) {
      throw new MalformedMessageException("cannot read the envelope: " + e.getMessage());
    }
    return new XmlTree(reader.root);
  }

  private static XMLReader parser() throws SAXException {
    try {
      synchronized (FACTORY) { // not documented as thread-safe
        return FACTORY.newSAXParser().getXMLReader();
      }
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SAXParserFactory factory() {
    SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException(e);
    }
    factory.setXIncludeAware(false);
    return factory;
  }

  private static final class Reader extends DefaultHandler2 {
    private final XmlNode root = new XmlNode(XmlNode.Kind.ROOT, null, 0, "", "", null);
    private XmlNode open = root;
    private int nodes = 1;
    private Map<String, String> declared = Map.of();
    private final StringBuilder text = new StringBuilder();

    private XmlNode node(
        XmlNode.Kind kind, XmlNode parent, String namespace, String name, String value) {
      return new XmlNode(kind, parent, nodes++, namespace, name, value);
    }

    private void child(XmlNode.Kind kind, String name, String value) {
      endText();
      open.append(node(kind, open, "", name, value));
    }

    private void endText() {
      if (!text.isEmpty()) {
        String all = text.toString();
        text.setLength(0);
        if (open.kind != XmlNode.Kind.ROOT) {
          open.append(node(XmlNode.Kind.TEXT, open, "", "", all));
        }
      }
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) {
      if (declared.isEmpty()) {
        declared = new TreeMap<>();
      }
      declared.put(prefix, uri);
    }

    @Override
    public void startElement(String uri, String local, String name, Attributes attributes) {
      endText();
      XmlNode element = node(XmlNode.Kind.ELEMENT, open, uri, name, null);
      element.declared = declared;
      declared = Map.of();
      if (attributes.getLength() > 0) {
        element.attributes = new ArrayList<>(attributes.getLength());
        for (int i = 0; i < attributes.getLength(); i++) {
          element.attributes.add(
              node(
                  XmlNode.Kind.ATTRIBUTE,
                  element,
                  attributes.getURI(i),
                  attributes.getQName(i),
                  attributes.getValue(i)));
        }
      }
      open.append(element);
      open = element;
    }

    @Override
    public void endElement(String uri, String local, String name) {
      endText();
      open = open.parent;
    }

    @Override
    public void characters(char[] characters, int start, int length) {
      text.append(characters, start, length);
    }

    @Override
    public void ignorableWhitespace(char[] characters, int start, int length) {
      text.append(characters, start, length);
    }

    @Override
    public void processingInstruction(String target, String data) {
      child(XmlNode.Kind.INSTRUCTION, target, data == null ? "" : data);
    }

    @Override
    public void comment(char[] characters, int start, int length) {
      child(XmlNode.Kind.COMMENT, "", new String(characters, start, length));
    }

    @Override
    public void error(SAXParseException e) {
      // Only validity errors, which do not matter here.
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }
}
