package org.dharch.ws.security;

import java.util.UUID;
import org.w3c.dom.Element;

/** Assigns the {@code wsu:Id} by which a signature refers to an element. */
final class WsuIds {
  private WsuIds() {}

  /**
   * Assigns an id with an unused prefix, which does not change the meaning of the element's
   * content.
   *
   * @return false if the element had one
   */
  static boolean assign(Element element) {
    if (!element.getAttributeNS(Names.WSU, "Id").isEmpty()) {
      return false;
    }
    String prefix = element.lookupPrefix(Names.WSU);
    if (prefix == null || prefix.isEmpty()) {
      prefix = "wsu";
      for (int i = 1; element.lookupNamespaceURI(prefix) != null; i++) {
        prefix = "wsu" + i;
      }
      element.setAttributeNS(Names.XMLNS, "xmlns:" + prefix, Names.WSU);
    }
    element.setAttributeNS(Names.WSU, prefix + ":Id", "id-" + UUID.randomUUID());
    return true;
  }
}
