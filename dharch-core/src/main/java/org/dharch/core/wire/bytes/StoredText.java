package org.dharch.core.wire.bytes;

/**
 * The texts of a record that a person reads: a message is not lost because one of them is long or
 * odd, so here, and nowhere else, one may come back shorter than it was, and with a question mark
 * in the place of half a surrogate pair.
 */
public final class StoredText {
  public static final int MAX_CHARS = 16 << 10;
  private static final WireBound BYTES = new WireBound("maxTextBytes", 3 * MAX_CHARS);

  private StoredText() {}

  /** Writes {@code text}, as much of it as is kept. */
  public static void write(WireWriter out, String field, String text) {
    String cut = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS);
    out.text(field, WireWriter.writable(cut), BYTES);
  }

  /** Reads the next text. */
  public static String read(WireReader in, String field) {
    return in.text(field, BYTES);
  }
}
