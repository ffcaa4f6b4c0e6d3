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
 * Parses decrypted content within the limits of an envelope; XML Security's parser does not limit
 * the nesting depth. Use one instance for each message; not thread-safe.
 */
final class DecryptedXml extends AbstractSerializer {
  private static final byte[] NONE = {};

  /** The decrypted bytes by the node that received them. */
  private final IdentityHashMap<Node, byte[]> sources = new IdentityHashMap<>();

  private DecryptedXml() throws InvalidCanonicalizerException {
    super(Canonicalizer.ALGO_ID_C14N_PHYSICAL, true);
  }

  static DecryptedXml create() {
    try {
      return new DecryptedXml();
    } catch (InvalidCanonicalizerException e) {
      throw new DHArchException("canonical XML is not available", e);
    }
  }

  @Override
  public Node deserialize(byte[] source, Node context) throws XMLEncryptionException, IOException {
    Element parsed;
    try {
      parsed = SafeDom.parse(createContext(source, context)).getDocumentElement();
    } catch (SAXException e) {
      throw new XMLEncryptionException(e);
    }
    Document document =
        context instanceof Document contextDocument ? contextDocument : context.getOwnerDocument();
    DocumentFragment fragment = document.createDocumentFragment();
    for (Node child = parsed.getFirstChild(); child != null; child = parsed.getFirstChild()) {
      fragment.appendChild(document.adoptNode(child)); // removes it from parsed
    }
    sources.put(context, sources.containsKey(context) ? NONE : source);
    return fragment;
  }

  /** Serializes the content to encrypt; faster than canonicalization. */
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
   * Returns the bytes that were decrypted directly into {@code parent}; empty if it has other
   * content or nested decrypted content.
   */
  Optional<byte[]> wholeContent(Element parent) {
    byte[] source = sources.getOrDefault(parent, NONE);
    for (Node target : sources.keySet()) {
      for (Node node = target; node != null; node = node.getParentNode()) {
        if (node == parent && target != parent) {
          return Optional.empty();
        }
      }
    }
    return source == NONE ? Optional.empty() : Optional.of(source);
  }
}
