package org.dharch.ws.rm;

final class Bounds {
  private Bounds() {}

  static void atLeast(long least, String name, long value) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + " must be at least " + least + " (got " + value + ")");
    }
  }
}
