package org.dharch.ws.security;

import org.w3c.dom.Element;

/**
 * Content that is in an attachment (XOP): all that stands in the envelope is where it is. So a
 * signature over the envelope says nothing of it, and to encrypt that is to encrypt the place
 * alone.
 */
final class Attached {
  private static final String XOP = "http://www.w3.org/2004/08/xop/include";

  private Attached() {}

  /** Whether some of what is in the element is elsewhere. */
  static boolean isIn(Element element) {
    return element.getElementsByTagNameNS(XOP, "Include").item(0) != null;
  }
}
