package org.dharch.ws.security;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Optional;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.c14n.InvalidCanonicalizerException;
import org.apache.xml.security.encryption.AbstractSerializer;
import org.apache.xml.security.encryption.XMLEncryptionException;
import org.dharch.core.message.DHArchException;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Reads what was encrypted within the limits of an envelope: XML Security's own reader has none on
 * how deep elements are nested, and everybody can encrypt to a public key. For one message, one
 * thread.
 */
final class DecryptedXml extends AbstractSerializer {
  private static final byte[] NONE = {};

  /** By the nodes into which something was decrypted. */
  private final IdentityHashMap<Node, byte[]> sources = new IdentityHashMap<>();

  private DecryptedXml() throws InvalidCanonicalizerException {
    super(Canonicalizer.ALGO_ID_C14N_PHYSICAL, true);
  }

  /** For a message. */
  static DecryptedXml create() {
    try {
      return new DecryptedXml();
    } catch (InvalidCanonicalizerException e) {
      throw new DHArchException("no canonical form of XML", e);
    }
  }

  @Override
  public Node deserialize(byte[] source, Node around) throws XMLEncryptionException, IOException {
    Element read;
    try {
      read = SafeDom.parse(createContext(source, around)).getDocumentElement();
    } catch (SAXException e) {
      throw new XMLEncryptionException(e);
    }
    Document document = around instanceof Document it ? it : around.getOwnerDocument();
    DocumentFragment fragment = document.createDocumentFragment();
    for (Node child = read.getFirstChild(); child != null; child = read.getFirstChild()) {
      fragment.appendChild(document.adoptNode(child)); // takes it away from there
    }
    sources.put(around, sources.containsKey(around) ? NONE : source);
    return fragment;
  }

  /**
   * What is encrypted of the tree is written as parts are, which is faster than canonical forms.
   */
  @Override
  public byte[] serializeToByteArray(Element element) {
    return NodeBytes.of(element);
  }

  @Override
  public byte[] serializeToByteArray(NodeList content) {
    NodeWriter writer = new NodeWriter();
    for (int i = 0; i < content.getLength(); i++) {
      writer.node(content.item(i));
    }
    return writer.bytes();
  }

  /**
   * The bytes that were decrypted right into {@code parent}, if nothing else was, and nothing
   * within it; else empty.
   */
  Optional<byte[]> whole(Element parent) {
    byte[] source = sources.getOrDefault(parent, NONE);
    for (Node each : sources.keySet()) {
      for (Node node = each; node != null; node = node.getParentNode()) {
        if (node == parent && each != parent) {
          return Optional.empty();
        }
      }
    }
    return source == NONE ? Optional.empty() : Optional.of(source);
  }
}
