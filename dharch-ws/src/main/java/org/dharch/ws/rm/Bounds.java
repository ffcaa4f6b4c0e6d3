package org.dharch.ws.rm;

/** Checks of settings; each error names the setting, its value and what is allowed. */
final class Bounds {
  private Bounds() {}

  static void atLeast(long least, String name, long value) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + "=" + value + "; at least " + least + " is allowed");
    }
  }
}
