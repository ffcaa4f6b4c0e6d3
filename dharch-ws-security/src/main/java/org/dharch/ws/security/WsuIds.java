package org.dharch.ws.security;

import java.util.UUID;
import org.w3c.dom.Element;

/** Gives elements the {@code wsu:Id} by which a signature names them. Stateless. */
final class WsuIds {
  private WsuIds() {}

  /**
   * Gives it one, by a prefix that means nothing else there, so that no declaration around the
   * element changes what it means inside.
   *
   * @return whether it had none
   */
  static boolean give(Element element) {
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
