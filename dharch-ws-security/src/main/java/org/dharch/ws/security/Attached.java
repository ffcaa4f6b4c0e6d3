package org.dharch.ws.security;

import org.w3c.dom.Element;

/**
 * Detects content in attachments (XOP), which signatures and encryption of the envelope do not
 * cover.
 */
final class Attached {
  private static final String XOP = "http://www.w3.org/2004/08/xop/include";

  private Attached() {}

  /** Returns true if the element refers to an attachment. */
  static boolean isIn(Element element) {
    return element.getElementsByTagNameNS(XOP, "Include").item(0) != null;
  }
}
