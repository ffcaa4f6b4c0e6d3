package org.dharch.ws.security;

import org.w3c.dom.Element;

/**
 * Detects content in attachments (XOP). The envelope contains only references to it. So a signature
 * over the envelope does not cover the content, and encryption would encrypt only the reference.
 */
final class Attached {
  private static final String XOP = "http://www.w3.org/2004/08/xop/include";

  private Attached() {}

  /** Whether the element refers to an attachment. */
  static boolean isIn(Element element) {
    return element.getElementsByTagNameNS(XOP, "Include").item(0) != null;
  }
}
