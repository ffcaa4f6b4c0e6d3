package org.dharch.servlet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The first part of a multipart body (RFC 2387), where the SOAP envelope is. The other parts are
 * never looked at. What could be read in two ways is refused: a service that takes another part for
 * the envelope would be reached without its handlers.
 *
 * @param from its content's first byte
 * @param to behind its content's last byte
 * @param type what its content is
 */
record RootPart(int from, int to, MediaType type) {
  private static final Pattern BOUNDARY = Pattern.compile("[A-Za-z0-9'()+_,./:=?-]{1,70}");
  private static final byte[] END_OF_HEADERS = {'\r', '\n', '\r', '\n'};

  static RootPart find(byte[] body, MediaType type) throws NotReadableException {
    String boundary = type.parameter("boundary").orElse("");
    if (!BOUNDARY.matcher(boundary).matches()) {
      throw wrong("the boundary '" + boundary + "' is not allowed");
    }
    byte[] delimiter = ("--" + boundary).getBytes(StandardCharsets.US_ASCII);
    int start = isAt(body, 0, new byte[] {'\r', '\n'}) ? 2 : 0;
    int headers = start + delimiter.length;
    if (!isAt(body, start, delimiter) || !isAt(body, headers, new byte[] {'\r', '\n'})) {
      throw wrong("it does not begin with its boundary");
    }
    int blank = indexOf(body, headers, END_OF_HEADERS);
    int from = blank + END_OF_HEADERS.length;
    int to =
        blank < 0
            ? -1
            : indexOf(body, from, ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII));
    if (to < 0) {
      throw wrong("its first part has no end");
    }
    Map<String, String> fields = fields(body, headers + 2, blank);
    MediaType root = MediaType.parse(fields.get("content-type"));
    check(type, root, fields);
    return new RootPart(from, to, root);
  }

  private static void check(MediaType type, MediaType root, Map<String, String> fields)
      throws NotReadableException {
    String start = type.parameter("start").orElse("");
    if (!start.isEmpty() && !start.equals(fields.getOrDefault("content-id", ""))) {
      throw wrong("its root '" + start + "' is not its first part");
    }
    if (!root.name().equals("application/xop+xml") && (!root.soap() || root.multipart())) {
      throw wrong("its first part is '" + root.name() + "' and no SOAP envelope");
    }
    String coding = fields.getOrDefault("content-transfer-encoding", "binary");
    if (!coding.toLowerCase(Locale.ROOT).matches("7bit|8bit|binary")) {
      throw wrong("its first part is in '" + coding + "'; 7bit, 8bit or binary is allowed");
    }
  }

  private static Map<String, String> fields(byte[] body, int from, int to)
      throws NotReadableException {
    Map<String, String> fields = new HashMap<>();
    if (from >= to) {
      return fields;
    }
    String text = new String(body, from, to - from, StandardCharsets.ISO_8859_1);
    for (String line : text.replaceAll("\r\n[ \t]+", " ").split("\r\n", -1)) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      if (name.isEmpty() || fields.put(name, line.substring(colon + 1).strip()) != null) {
        throw wrong("the header line '" + line + "' is not allowed");
      }
    }
    return fields;
  }

  private static NotReadableException wrong(String reason) {
    return new NotReadableException(400, "the multipart message is not readable: " + reason);
  }

  /** Its content. */
  byte[] of(byte[] body) {
    return Arrays.copyOfRange(body, from, to);
  }

  /** The body with {@code content} in its place. */
  byte[] replace(byte[] body, byte[] content) {
    byte[] result = new byte[Math.addExact(body.length - (to - from), content.length)];
    System.arraycopy(body, 0, result, 0, from);
    System.arraycopy(content, 0, result, from, content.length);
    System.arraycopy(body, to, result, from + content.length, body.length - to);
    return result;
  }

  private static int indexOf(byte[] body, int from, byte[] sought) {
    for (int p = from; p <= body.length - sought.length; p++) {
      if (body[p] == sought[0] && isAt(body, p, sought)) {
        return p;
      }
    }
    return -1;
  }

  private static boolean isAt(byte[] body, int at, byte[] sought) {
    return at + sought.length <= body.length
        && Arrays.equals(body, at, at + sought.length, sought, 0, sought.length);
  }
}
