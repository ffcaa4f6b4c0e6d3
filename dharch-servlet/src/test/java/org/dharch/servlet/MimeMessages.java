package org.dharch.servlet;

import java.nio.charset.StandardCharsets;

/** Multipart messages, as they should be and as they should not. */
final class MimeMessages {
  private MimeMessages() {}

  /** A part with its header; {@code \n} stands for a line end. */
  static String part(String boundary, String header, String content) {
    return "--" + boundary + "\n" + header + "\n\n" + content + "\n";
  }

  /** Two envelopes as parts of two multipart messages in one. */
  static String twofold(String evil, String good) {
    String type = "Content-Type: text/xml; charset=utf-8";
    return part("good", type, good) + part("evil", type, evil) + "--evil--\n--good--\n";
  }

  /** Those line ends as MIME has them. */
  static byte[] crlf(String text) {
    return text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
  }
}
