package org.dharch.handlers;

/** Decodes non-ASCII characters. */
final class Utf8 {
  private Utf8() {}

  /** Returns the number of bytes of the character at {@code p}; 0 if the bytes are invalid. */
  static int width(byte[] bytes, int p, int end) {
    int first = bytes[p] & 0xff;
    int width = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (width == 0 || p + width > end) {
      return 0;
    }
    for (int i = 1; i < width; i++) {
      if ((bytes[p + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    int cp = codePoint(bytes, p, width);
    boolean isShortest = width == 2 || cp >= (width == 3 ? 0x800 : 0x10000);
    boolean isSurrogate = cp >= Character.MIN_SURROGATE && cp <= Character.MAX_SURROGATE;
    return isShortest && !isSurrogate && cp <= Character.MAX_CODE_POINT ? width : 0;
  }

  static int codePoint(byte[] bytes, int p, int width) {
    int cp = bytes[p] & (0x7f >> width);
    for (int i = 1; i < width; i++) {
      cp = (cp << 6) | (bytes[p + i] & 0x3f);
    }
    return cp;
  }
}
