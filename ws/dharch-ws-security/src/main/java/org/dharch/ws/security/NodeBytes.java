package org.dharch.ws.security;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.dharch.core.message.DHArchException;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** Serializes nodes with only their own namespace declarations. */
final class NodeBytes {
  private NodeBytes() {}

  static byte[] of(Node node) {
    NodeWriter writer = new NodeWriter();
    writer.node(node);
    return writer.bytes();
  }

  static byte[] content(Element element) {
    NodeWriter writer = new NodeWriter();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      writer.node(node);
    }
    return writer.bytes();
  }

  /** Without comments. */
  static byte[] canonical(Element element) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      Canonicalizer.getInstance(Canonicalizer.ALGO_ID_C14N_EXCL_OMIT_COMMENTS)
          .canonicalizeSubtree(element, out);
    } catch (XMLSecurityException e) {
      throw new DHArchException("cannot serialize a part", e);
    }
    return out.toByteArray();
  }

  /**
   * Serializes the attributes of {@code element} without its original declarations.
   *
   * @param before the names of the original attributes and declarations
   */
  static byte[] attributes(Element element, Set<String> before) {
    StringBuilder text = new StringBuilder();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      boolean isDeclaration = Names.XMLNS.equals(attribute.getNamespaceURI());
      if (!isDeclaration || !before.contains(attribute.getName())) {
        text.append(' ').append(attribute.getName()).append("=\"");
        NodeWriter.value(attribute.getValue(), text);
        text.append('"');
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
