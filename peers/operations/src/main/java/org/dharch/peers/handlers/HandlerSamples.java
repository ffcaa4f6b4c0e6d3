package org.dharch.peers.handlers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** The messages, always the same ones: orders in SOAP 1.1, without a header. */
public final class HandlerSamples {
  /** The namespace of orders. */
  public static final String ORDERS = "urn:example:orders:1";

  /** The namespace of orders that were converted. */
  public static final String CONVERTED = "urn:example:orders:2";

  /** The local name of the element that no log may have. */
  public static final String SECRET = "card";

  /** What stands in it. */
  public static final String CARD = "5105105105105100";

  /** The user, of whom {@link #PASSWORD} is the password. */
  public static final String USER = "alice";

  /** Of the user and of all key stores. */
  public static final String PASSWORD = "correct horse";

  /** How long a message is good, and may be on its way, in seconds: longer than the suite takes. */
  public static final int LIFETIME = 86_400;

  /** How much of an envelope is written into a log. */
  public static final int MOST_LOGGED = 65_536;

  /** How large a log becomes before another is begun. */
  public static final int LOG_BYTES = 8 << 20;

  /** The class path's name of {@link #stylesheet}. */
  public static final String STYLESHEET = "org/dharch/peers/handlers/orders.xsl";

  private static final String BEFORE =
      "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>";
  private static final String BEHIND = "</soap:Body></soap:Envelope>";

  private HandlerSamples() {}

  /** An order of so many kilobytes, a few bytes more. */
  public static byte[] order(int kilobytes) {
    Random random = new Random(kilobytes);
    StringBuilder order = new StringBuilder(kilobytes * 1_024 + 512);
    order.append("<o:order xmlns:o=\"" + ORDERS + "\" number=\"4711\">");
    order.append("<o:customer>Jürgen Müller &amp; Söhne</o:customer>");
    order.append("<o:" + SECRET + ">" + CARD + "</o:" + SECRET + ">");
    for (int n = 1; order.length() < kilobytes * 1_024 - 10; n++) {
      order.append("<o:item number=\"").append(n).append("\"><o:name>");
      for (int i = 0; i < 12; i++) {
        order.append((char) ('a' + random.nextInt(26)));
      }
      order.append("</o:name><o:quantity>").append(1 + random.nextInt(9));
      order.append("</o:quantity><o:price>").append(random.nextInt(100_000));
      order.append("</o:price></o:item>");
    }
    return order.append("</o:order>").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The message with such an order. */
  public static byte[] message(int kilobytes) {
    String order = new String(order(kilobytes), StandardCharsets.UTF_8);
    return (BEFORE + order + BEHIND).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Writes the stylesheet into a folder: it renames what is in an order and leaves all else as it
   * is, so that it may be given the order alone or the whole message.
   */
  public static Path stylesheet(Path folder) throws IOException {
    Path file = folder.resolve("orders.xsl");
    try (InputStream in = HandlerSamples.class.getClassLoader().getResourceAsStream(STYLESHEET)) {
      Files.write(file, in.readAllBytes());
    }
    return file;
  }
}
