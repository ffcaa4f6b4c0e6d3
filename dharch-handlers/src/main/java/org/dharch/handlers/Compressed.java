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
 * A body as it travels: {@code <Compressed algorithm size namespaces>base64</Compressed>}.
 *
 * @param algorithm how
 * @param size of the body's content, in bytes, before
 * @param declared the namespaces that were declared around it, by prefix
 * @param packed the compressed bytes
 */
record Compressed(Compression algorithm, int size, Map<String, String> declared, byte[] packed) {
  static final String NAMESPACE = "urn:dharch:compression:1";
  static final QName NAME = new QName(NAMESPACE, "Compressed");

  /** How many times as large as compressed a body may be at most. */
  static final int MOST_RATIO = 100;

  /** In the place of the prefix that the default namespace has not. */
  private static final String DEFAULT = "#default";

  private static final int MOST_DECLARED = 256;
  private static final Pattern PREFIX = Pattern.compile("[^\\s\"'<>&=/:]{1,100}");
  private static final Pattern SPACE = Pattern.compile("\\s");
  private static final Pattern SPACES = Pattern.compile("\\s+");

  /** Whether the declarations can be written: a namespace with a blank in it cannot. */
  static boolean canSay(Map<String, String> declared) {
    return declared.size() <= MOST_DECLARED
        && declared.keySet().stream().allMatch(it -> it.isEmpty() || PREFIX.matcher(it).matches())
        && declared.values().stream().noneMatch(it -> SPACE.matcher(it).find());
  }

  /** The element. */
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
   * Reads the only element of the envelope's body, of which it is known that it is this.
   *
   * @throws DHArchException if it is not as it must be, or not alone
   */
  static Compressed read(byte[] envelope) {
    TextElement element = TextElement.inBody(envelope, Bodies.OF_THE_NODE);
    Compression algorithm = Compression.BY_NAME.get(attribute(element, "algorithm"));
    if (algorithm == null) {
      throw wrong("algorithm", attribute(element, "algorithm"), "gzip, deflate");
    }
    int size = size(attribute(element, "size"));
    Map<String, String> declared = declared(attribute(element, "namespaces"));
    return new Compressed(algorithm, size, declared, packed(element.text()));
  }

  private static String attribute(TextElement element, String name) {
    return element.attributes().getOrDefault(name, "").strip();
  }

  private static int size(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw wrong("size", text, "a number of bytes");
    }
    return Integer.parseInt(text);
  }

  private static Map<String, String> declared(String text) {
    Map<String, String> declared = new LinkedHashMap<>();
    declared.put("", "");
    if (text.isEmpty()) {
      return declared;
    }
    String[] words = SPACES.split(text, 2 * MOST_DECLARED + 1);
    if (words.length % 2 != 0) {
      throw wrong("namespaces", brief(text), "prefixes, each with its namespace");
    }
    for (int i = 0; i < words.length; i += 2) {
      boolean isDefault = words[i].equals(DEFAULT);
      if (!isDefault && !PREFIX.matcher(words[i]).matches()) {
        throw wrong("namespaces", brief(text), "prefixes, each with its namespace");
      }
      declared.put(isDefault ? "" : words[i], words[i + 1]);
    }
    return declared;
  }

  private static byte[] packed(String text) {
    try {
      boolean folded = text.indexOf('\n') >= 0 || text.indexOf(' ') >= 0 || text.indexOf('\t') >= 0;
      return Base64.getDecoder().decode(folded ? SPACES.matcher(text).replaceAll("") : text);
    } catch (IllegalArgumentException e) {
      throw new DHArchException("Compressed holds no base64: " + e.getMessage(), e);
    }
  }

  private static DHArchException wrong(String attribute, String value, String allowed) {
    return new DHArchException(
        "Compressed: " + attribute + "='" + brief(value) + "'; allowed: " + allowed);
  }

  private static String brief(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
