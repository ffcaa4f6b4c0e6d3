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
 * Parses decrypted content within the limits of an envelope. XML Security's own parser does not
 * limit the nesting depth, and anyone can encrypt to a public key. Use one instance for each
 * message; not thread-safe.
 */
final class DecryptedXml extends AbstractSerializer {
  private static final byte[] NONE = {};

  /** The decrypted bytes, by the node that received them. */
  private final IdentityHashMap<Node, byte[]> sources = new IdentityHashMap<>();

  private DecryptedXml() throws InvalidCanonicalizerException {
    super(Canonicalizer.ALGO_ID_C14N_PHYSICAL, true);
  }

  /** Creates an instance for a message. */
  static DecryptedXml create() {
    try {
      return new DecryptedXml();
    } catch (InvalidCanonicalizerException e) {
      throw new DHArchException("canonical XML is not available", e);
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
      fragment.appendChild(document.adoptNode(child)); // removes it from there
    }
    sources.put(around, sources.containsKey(around) ? NONE : source);
    return fragment;
  }

  /**
   * Serializes the content to encrypt as parts are written, which is faster than canonicalization.
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
   * Returns the bytes that were decrypted directly into {@code parent}, if it contains nothing else
   * and no nested decrypted content; otherwise empty.
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
