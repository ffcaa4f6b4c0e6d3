package org.dharch.handlers;

import java.nio.charset.StandardCharsets;

/**
 * One line of JSON: an object. Whatever stands in a value, it is one line that shows what it is:
 * control characters, separators of lines, signs that are not seen, as those that turn the
 * direction of writing, and halves of characters are written as {@code \\uXXXX}. For one thread.
 */
final class JsonLine {
  private final StringBuilder out = new StringBuilder(256).append('{');

  JsonLine text(String name, String value) {
    name(name);
    string(value);
    return this;
  }

  JsonLine number(String name, long value) {
    name(name);
    out.append(value);
    return this;
  }

  /** An object within; to be ended. */
  JsonLine begin(String name) {
    name(name);
    out.append('{');
    return this;
  }

  JsonLine end() {
    out.append('}');
    return this;
  }

  byte[] line() {
    return (out.toString() + "}\n").getBytes(StandardCharsets.UTF_8);
  }

  private void name(String name) {
    if (out.charAt(out.length() - 1) != '{') {
      out.append(',');
    }
    string(name);
    out.append(':');
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7F) {
        out.append(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        pair(c, text.charAt(++i));
      } else if (isUnseen(Character.getType(c))) {
        escape(c);
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private void pair(char high, char low) {
    if (isUnseen(Character.getType(Character.toCodePoint(high, low)))) {
      escape(high);
      escape(low);
    } else {
      out.append(high).append(low);
    }
  }

  private static boolean isUnseen(int type) {
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  private void escape(char c) {
    String hex = Integer.toHexString(c);
    out.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
  }
}
