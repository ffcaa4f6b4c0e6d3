package org.dharch.handlers;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.envelope.TextElement;

/**
 * A compressed body: {@code <Compressed algorithm size namespaces>base64</Compressed>}.
 *
 * @param size of the uncompressed content, in bytes
 * @param declared the namespaces that were declared around it, by prefix
 * @param packed the compressed bytes
 */
record Compressed(Compression algorithm, int size, Map<String, String> declared, byte[] packed) {
  static final String NAMESPACE = "urn:dharch:compression:1";
  static final QName NAME = new QName(NAMESPACE, "Compressed");

  /** The maximum ratio of uncompressed to compressed size. */
  static final int MAX_RATIO = 100;

  /** Replaces the empty prefix of the default namespace. */
  private static final String DEFAULT = "#default";

  private static final int MAX_DECLARED = 256;
  private static final Pattern PREFIX = Pattern.compile("[^\\s\"'<>&=/:]{1,100}");
  private static final Pattern SPACE = Pattern.compile("\\s");
  private static final Pattern SPACES = Pattern.compile("\\s+");

  /** Returns false for declarations that cannot be written, such as namespaces with blanks. */
  static boolean canWrite(Map<String, String> declared) {
    return declared.size() <= MAX_DECLARED
        && declared.keySet().stream()
            .allMatch(prefix -> prefix.isEmpty() || PREFIX.matcher(prefix).matches())
        && declared.values().stream().noneMatch(uri -> SPACE.matcher(uri).find());
  }

  byte[] write() {
    String start =
        "<c:Compressed xmlns:c=\""
            + NAMESPACE
            + "\" algorithm=\""
            + algorithm.text()
            + "\" size=\""
            + size
            + "\" namespaces=\""
            + namespaces()
            + "\">";
    ByteArrayOutputStream out = new ByteArrayOutputStream(packed.length / 3 * 4 + 1024);
    out.writeBytes(start.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(Base64.getEncoder().encode(packed));
    out.writeBytes("</c:Compressed>".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  private String namespaces() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(declared)
        .forEach(
            (prefix, uri) -> {
              if (!uri.isEmpty() && !prefix.equals("xml")) {
                text.append(text.isEmpty() ? "" : " ").append(prefix.isEmpty() ? DEFAULT : prefix);
                text.append(' ').append(uri.replace("&", "&amp;").replace("<", "&lt;"));
              }
            });
    return text.toString().replace("\"", "&quot;");
  }

  /**
   * Reads the only element of the envelope's body.
   *
   * @throws DHArchException if it is invalid or not alone
   */
  static Compressed read(byte[] envelope) {
    TextElement element = TextElement.inBody(envelope, Bodies.UNBOUNDED);
    Compression algorithm = Compression.BY_NAME.get(attribute(element, "algorithm"));
    if (algorithm == null) {
      throw invalid("algorithm", attribute(element, "algorithm"), "gzip or deflate");
    }
    int size = size(attribute(element, "size"));
    Map<String, String> declared = declared(attribute(element, "namespaces"));
    return new Compressed(algorithm, size, declared, decode(element.text()));
  }

  private static String attribute(TextElement element, String name) {
    return element.attributes().getOrDefault(name, "").strip();
  }

  private static int size(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw invalid("size", text, "a number of bytes");
    }
    return Integer.parseInt(text);
  }

  private static Map<String, String> declared(String text) {
    Map<String, String> declared = new LinkedHashMap<>();
    declared.put("", "");
    if (text.isEmpty()) {
      return declared;
    }
    String[] words = SPACES.split(text, 2 * MAX_DECLARED + 1);
    if (words.length % 2 != 0) {
      throw invalid("namespaces", brief(text), "prefixes with their namespaces");
    }
    for (int i = 0; i < words.length; i += 2) {
      boolean isDefault = words[i].equals(DEFAULT);
      if (!isDefault && !PREFIX.matcher(words[i]).matches()) {
        throw invalid("namespaces", brief(text), "prefixes with their namespaces");
      }
      declared.put(isDefault ? "" : words[i], words[i + 1]);
    }
    return declared;
  }

  private static byte[] decode(String text) {
    try {
      boolean isFolded =
          text.indexOf('\n') >= 0 || text.indexOf(' ') >= 0 || text.indexOf('\t') >= 0;
      return Base64.getDecoder().decode(isFolded ? SPACES.matcher(text).replaceAll("") : text);
    } catch (IllegalArgumentException e) {
      throw new DHArchException("Compressed must be base64: " + e.getMessage(), e);
    }
  }

  private static DHArchException invalid(String attribute, String value, String allowed) {
    return new DHArchException(
        "Compressed: " + attribute + " must be " + allowed + " (got '" + brief(value) + "')");
  }

  private static String brief(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
