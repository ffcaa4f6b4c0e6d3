package org.dharch.testing;

import java.nio.charset.StandardCharsets;

/** Converts text to and from UTF-8. Stateless. */
public final class Utf8 {
  private Utf8() {}

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
