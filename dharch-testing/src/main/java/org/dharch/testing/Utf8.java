package org.dharch.testing;

import java.nio.charset.StandardCharsets;

/** Text as messages carry it. Stateless. */
public final class Utf8 {
  private Utf8() {}

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
