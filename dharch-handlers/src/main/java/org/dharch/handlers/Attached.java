package org.dharch.handlers;

import java.nio.charset.StandardCharsets;
import org.dharch.core.message.envelope.BodyContent;

/**
 * Detects content in an attachment (XOP). A container sends only the attachments that the envelope
 * references.
 */
final class Attached {
  private static final String XOP = "http://www.w3.org/2004/08/xop/include";
  private static final byte[] BYTES = XOP.getBytes(StandardCharsets.US_ASCII);

  private Attached() {}

  /**
   * Returns true if parts of the body may be in an attachment; also for a body that only mentions
   * one.
   */
  static boolean isIn(BodyContent body) {
    return body.declared().containsValue(XOP) || mentions(body.bytes());
  }

  private static boolean mentions(byte[] bytes) {
    for (int at = 0; at <= bytes.length - BYTES.length; at++) {
      int same = 0;
      while (same < BYTES.length && bytes[at + same] == BYTES[same]) {
        same++;
      }
      if (same == BYTES.length) {
        return true;
      }
    }
    return false;
  }
}
