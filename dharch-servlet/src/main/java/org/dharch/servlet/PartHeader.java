package org.dharch.servlet;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.dharch.core.text.Brief;

/**
 * The header of a part of a multipart body (RFC 2046, section 5.1). Accepts only lines and names
 * that all parsers read the same.
 *
 * @param fields the values by names in lower case
 */
record PartHeader(Map<String, String> fields) {
  static final int MOST_BYTES = 8192;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  static final byte[] END = {'\r', '\n', '\r', '\n'};

  /** Returns the offset of the empty line that ends the header at {@code from}. */
  static int end(byte[] body, int from) throws NotReadableException {
    int most = Math.min(body.length, from + MOST_BYTES);
    // a header without lines ends with the line break of the delimiter
    int end = RootPart.indexOf(body, from - 2, END, most);
    if (end >= 0) {
      return end;
    }
    throw wrong(
        most < body.length
            ? "its first part's header has more than " + MOST_BYTES + " bytes"
            : "its first part has no end");
  }

  /** Parses the header from {@code from} to the empty line at {@code to}. */
  static PartHeader read(byte[] body, int from, int to) throws NotReadableException {
    Map<String, String> fields = new LinkedHashMap<>();
    if (from >= to) {
      return new PartHeader(fields);
    }
    String text = new String(body, from, to - from, StandardCharsets.ISO_8859_1);
    String last = "";
    for (String line : text.split("\r\n", -1)) {
      if (!line.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7f))) {
        throw wrong(
            "a line of its first part's header has a bare line end or a control character,"
                + " or one that is not ASCII");
      }
      boolean continues = line.startsWith(" ") || line.startsWith("\t");
      if (continues && !last.isEmpty() && !line.isBlank()) {
        fields.merge(last, line.strip(), (before, more) -> (before + " " + more).strip());
        continue;
      }
      int colon = line.indexOf(':');
      last = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
      if (continues || !NAME.matcher(last).matches()) {
        throw wrong("the header line '" + Brief.of(line) + "' is not allowed");
      }
      if (fields.put(last, line.substring(colon + 1).strip()) != null) {
        throw wrong("the header field '" + Brief.of(last) + "' is repeated");
      }
    }
    return new PartHeader(fields);
  }

  String field(String name, String absent) {
    return fields.getOrDefault(name, absent);
  }

  static NotReadableException wrong(String reason) {
    return new NotReadableException(400, "the multipart message is not readable: " + reason);
  }
}
