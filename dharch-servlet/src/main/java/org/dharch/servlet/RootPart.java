package org.dharch.servlet;

import static org.dharch.servlet.PartHeader.wrong;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.message.xml.XmlEncoding;
import org.dharch.core.text.Brief;

/**
 * The first part of a multipart body (RFC 2387), with the SOAP envelope. Of the other parts only
 * the Content-ID is read. Ambiguous bodies are rejected, because a service that reads another part
 * as the envelope would bypass its handlers.
 *
 * @param header the offset of its header
 * @param from the offset of its content
 * @param to the offset after its content
 * @param type the type of its content
 */
record RootPart(int header, int from, int to, MediaType type) {
  private static final Pattern BOUNDARY =
      Pattern.compile("[A-Za-z0-9'()+_,./:=? -]{0,69}[A-Za-z0-9'()+_,./:=?-]");
  private static final byte[] LINE_END = {'\r', '\n'};

  /** The value of the Content-ID field, which may begin on the next line. */
  private static final Pattern ID =
      Pattern.compile("(?im)^content-id[ \\t]*:((?:.|\\r?\\n[ \\t])*)");

  /** The Content-Type field with its continuation lines. */
  private static final Pattern TYPE = Pattern.compile("(?im)^content-type:.*(?:\r\n[ \t].*)*");

  static RootPart find(byte[] body, MediaType type) throws NotReadableException {
    String boundary = type.parameter("boundary").orElse("");
    if (!BOUNDARY.matcher(boundary).matches()) {
      throw wrong("the boundary '" + Brief.of(boundary) + "' is not allowed");
    }
    byte[] delimiter = ("--" + boundary).getBytes(StandardCharsets.US_ASCII);
    int start = isAt(body, 0, LINE_END) ? 2 : 0;
    int headers = start + delimiter.length;
    if (!isAt(body, start, delimiter) || !isAt(body, headers, LINE_END)) {
      throw wrong("it must begin with its boundary");
    }
    int blank = PartHeader.end(body, headers + 2);
    int from = blank + 4;
    int to = end(body, from, delimiter);
    PartHeader header = PartHeader.read(body, headers + 2, blank);
    MediaType root = MediaType.parse(header.field("content-type", null));
    check(type, root, header);
    checkIds(body, to + 2, delimiter, header.field("content-id", ""));
    return new RootPart(headers + 2, from, to, root);
  }

  /** Returns the offset after the content; the next boundary must be on its own line. */
  private static int end(byte[] body, int from, byte[] delimiter) throws NotReadableException {
    int next = indexOf(body, from, delimiter, body.length);
    if (next < 0) {
      throw wrong("its first part has no end");
    }
    int behind = next + delimiter.length;
    boolean line = isAt(body, behind, LINE_END) || isAt(body, behind, new byte[] {'-', '-'});
    if (next - 2 < from || !isAt(body, next - 2, LINE_END) || !line) {
      throw wrong("its boundary must be on a line of its own after the first part");
    }
    return next - 2;
  }

  private static void check(MediaType type, MediaType root, PartHeader header)
      throws NotReadableException {
    String start = type.parameter("start").orElse("");
    if (!start.isEmpty() && !id(start).equals(id(header.field("content-id", "")))) {
      throw wrong("its root '" + Brief.of(start) + "' must be its first part");
    }
    if (!root.isRoot()) {
      throw wrong("its first part must be a SOAP envelope (got '" + Brief.of(root.name()) + "')");
    }
    if (type.parameter("type").isPresent() && !type.root().equals(root.name())) {
      throw wrong("its first part must be " + type.root() + ", its type (got " + root.name() + ")");
    }
    String coding = header.field("content-transfer-encoding", "binary");
    if (!coding.toLowerCase(Locale.ROOT).matches("7bit|8bit|binary")) {
      throw wrong(
          "the encoding of its first part must be 7bit, 8bit or binary (got '"
              + Brief.of(coding)
              + "')");
    }
  }

  /** Rejects parts with the same Content-ID, because services select the envelope by it. */
  private static void checkIds(byte[] body, int from, byte[] delimiter, String first)
      throws NotReadableException {
    Set<String> ids = new HashSet<>();
    ids.add(id(first));
    for (int at = from; at >= 0; at = indexOf(body, at + 1, delimiter, body.length)) {
      int start = at + delimiter.length;
      int most = Math.min(body.length, start + PartHeader.MOST_BYTES);
      int end = indexOf(body, start, PartHeader.END, most);
      Matcher field =
          ID.matcher(
              new String(body, start, Math.max(0, end - start), StandardCharsets.ISO_8859_1));
      while (field.find()) {
        if (!ids.add(id(field.group(1).strip()))) {
          throw wrong("two parts have the Content-ID '" + Brief.of(field.group(1).strip()) + "'");
        }
      }
    }
  }

  private static String id(String text) {
    boolean angular = text.length() > 2 && text.startsWith("<") && text.endsWith(">");
    return angular ? text.substring(1, text.length() - 1) : text;
  }

  byte[] of(byte[] body) {
    return Arrays.copyOfRange(body, from, to);
  }

  /** Returns the body with {@code content} in UTF-8; adapts the declared charset. */
  byte[] replace(byte[] body, byte[] content) throws NotReadableException {
    byte[] before = Arrays.copyOf(body, from);
    if (type.parameter("charset").filter(XmlEncoding::isNamedAscii).isPresent()
        && !XmlEncoding.isAscii(content)) {
      String head = new String(body, header, from - header, StandardCharsets.US_ASCII);
      String field = "Content-Type: " + type.with("charset", "UTF-8");
      head = TYPE.matcher(head).replaceFirst(Matcher.quoteReplacement(field));
      before = joined(Arrays.copyOf(body, header), head.getBytes(StandardCharsets.US_ASCII));
    }
    return joined(before, content, Arrays.copyOfRange(body, to, body.length));
  }

  private static byte[] joined(byte[]... pieces) {
    int length = 0;
    for (byte[] piece : pieces) {
      length = Math.addExact(length, piece.length);
    }
    byte[] result = new byte[length];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, result, at, piece.length);
      at += piece.length;
    }
    return result;
  }

  static int indexOf(byte[] body, int from, byte[] pattern, int end) {
    for (int p = from; p <= end - pattern.length; p++) {
      if (body[p] == pattern[0] && isAt(body, p, pattern)) {
        return p;
      }
    }
    return -1;
  }

  private static boolean isAt(byte[] body, int at, byte[] pattern) {
    return at + pattern.length <= body.length
        && Arrays.equals(body, at, at + pattern.length, pattern, 0, pattern.length);
  }
}
