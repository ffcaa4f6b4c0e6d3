package org.dharch.ws.security;

import java.io.IOException;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.c14n.InvalidCanonicalizerException;
import org.apache.xml.security.encryption.AbstractSerializer;
import org.apache.xml.security.encryption.XMLEncryptionException;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentFragment;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Reads what was encrypted within the limits of an envelope: XML Security's own reader has none on
 * how deep elements are nested, and everybody can encrypt to a public key. For one message, one
 * thread.
 */
final class DecryptedXml extends AbstractSerializer {
  DecryptedXml() throws InvalidCanonicalizerException {
    super(Canonicalizer.ALGO_ID_C14N_PHYSICAL, true);
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
    for (Node child = read.getFirstChild(); child != null; child = child.getNextSibling()) {
      fragment.appendChild(document.importNode(child, true));
    }
    return fragment;
  }
}
