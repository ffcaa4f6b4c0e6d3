package org.dharch.benchmarks.ready;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.dharch.core.message.DHArchException;
import org.dharch.handlers.Decompressor;
import org.dharch.peers.handlers.HandlerRow;
import org.dharch.peers.handlers.HandlerSamples;
import org.dharch.peers.handlers.SecurityFiles;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** Checks that the result of a contender is right, and so comparable. */
final class ReadyChecks {
  private final Path folder;
  private final SecuredMessages security;

  ReadyChecks(Path folder) {
    this.folder = folder;
    this.security = new SecuredMessages(new SecurityFiles(folder));
  }

  /** Returns the log file of a contender. */
  static Path log(Path folder, String contender, HandlerRow row) {
    return folder.resolve("log-" + contender.replaceAll("\\W+", "-") + "-" + row);
  }

  /**
   * Checks the result of one contender.
   *
   * @throws DHArchException naming row, contender and error
   */
  void check(HandlerRow row, String contender, byte[] made) throws Exception {
    String wrong = wrong(row, contender, made);
    if (!wrong.isEmpty()) {
      throw new DHArchException(row + " by " + contender + ": " + wrong + ": " + brief(made));
    }
  }

  private String wrong(HandlerRow row, String contender, byte[] made) throws Exception {
    byte[] message = HandlerSamples.message(row.kilobytes());
    byte[] order = HandlerSamples.order(row.kilobytes());
    return switch (row.work()) {
      case LOG, LOG_WITHOUT_SECRET -> logged(row, contender, made, message);
      case COUNT -> Integer.parseInt(text(made)) > 0 ? "" : "counters must not be zero";
      case CONVERT -> same(converted(order), made, HandlerSamples.CONVERTED);
      case COMPRESS ->
          made.length < message.length && Arrays.equals(message, unpacked(contender, made))
              ? ""
              : "must be the compressed message";
      case DECOMPRESS -> Arrays.equals(message, made) ? "" : "must be the message";
      case ADD_USER, SIGN, ENCRYPT, SECURE ->
          same(order, HandlerRunner.after(security.in(row.work()), made), HandlerSamples.ORDERS);
      case CHECK_USER, VERIFY, DECRYPT, CHECK_ALL -> same(order, made, HandlerSamples.ORDERS);
    };
  }

  private String logged(HandlerRow row, String contender, byte[] made, byte[] message)
      throws IOException {
    String log = Files.readString(log(folder, contender, row));
    boolean secret = row.work().name().equals("LOG");
    if (!Arrays.equals(message, made)) {
      return "must be the message";
    }
    if (!log.contains("Jürgen Müller &amp; Söhne") || !log.contains("urn:order")) {
      return "must be in the log";
    }
    if (row.kilobytes() * 1_024 > HandlerSamples.MAX_LOGGED
        && (log.length() > 2 * HandlerSamples.MAX_LOGGED
            || log.length() < HandlerSamples.MAX_LOGGED)) {
      return "must be truncated in the log";
    }
    return secret == log.contains(HandlerSamples.CARD) ? "" : "a secret in the log";
  }

  private static byte[] unpacked(String contender, byte[] made) throws Exception {
    if (contender.equals(HandlerContenders.DHARCH)) {
      return HandlerRunner.after(HandlerRunner.ready(new Decompressor(), Map.of()), made);
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(made))) {
      return in.readAllBytes();
    }
  }

  private byte[] converted(byte[] order) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TransformerFactory.newDefaultInstance()
        .newTransformer(new StreamSource(HandlerSamples.stylesheet(folder).toFile()))
        .transform(new StreamSource(new ByteArrayInputStream(order)), new StreamResult(out));
    return out.toByteArray();
  }

  /** Compares the order in {@code made} with the one in {@code wanted}; returns the difference. */
  private static String same(byte[] wanted, byte[] made, String namespace) throws Exception {
    return content(order(wanted, namespace)).equals(content(order(made, namespace)))
        ? ""
        : "wrong order";
  }

  private static Element order(byte[] xml, String namespace) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    Node found =
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml))
            .getElementsByTagNameNS(namespace, "order")
            .item(0);
    if (found == null) {
      throw new DHArchException("no order of " + namespace + " in " + brief(xml));
    }
    return (Element) found;
  }

  /** Returns the content of an element, independent of its prefixes. */
  private static String content(Node node) {
    StringBuilder out = new StringBuilder();
    if (node instanceof Element element) {
      out.append('<').append(element.getNamespaceURI()).append(' ').append(element.getLocalName());
      out.append(attributes(element)).append('>');
      for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
        out.append(content(child));
      }
      return out.append("</>").toString();
    }
    return out.append(node.getNodeValue()).toString();
  }

  private static Map<String, String> attributes(Element element) {
    Map<String, String> values = new TreeMap<>();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      if (!attribute.getName().startsWith("xmlns")) {
        values.put(attribute.getName(), attribute.getValue());
      }
    }
    return values;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String brief(byte[] bytes) {
    String text = text(bytes);
    return text.length() <= 1_000 ? text : text.substring(0, 1_000) + "…";
  }
}
