package org.dharch.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Reads and writes XML with the JDK's DOM. Stateless. */
public final class DomXml {
  private DomXml() {}

  /**
   * Reads a document with namespaces.
   *
   * @throws AssertionError if it is not well-formed
   */
  public static Document parse(byte[] xml) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml));
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new AssertionError("not well-formed: " + Utf8.text(xml), e);
    }
  }

  /** Writes a document with an XML declaration, or an element without one. */
  public static byte[] write(Node node) {
    try {
      Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
      if (!(node instanceof Document)) {
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      transformer.transform(new DOMSource(node), new StreamResult(out));
      return out.toByteArray();
    } catch (TransformerException e) {
      throw new AssertionError(e);
    }
  }
}
