package org.dharch.peers.handlers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** The fixed messages: orders in SOAP 1.1 without a header. */
public final class HandlerSamples {
  /** The namespace of orders. */
  public static final String ORDERS = "urn:example:orders:1";

  /** The namespace of converted orders. */
  public static final String CONVERTED = "urn:example:orders:2";

  /** The local name of the element that must not be logged. */
  public static final String SECRET = "card";

  /** The content of that element. */
  public static final String CARD = "5105105105105100";

  /** The user with {@link #PASSWORD}. */
  public static final String USER = "alice";

  /** The password of the user and of all key stores. */
  public static final String PASSWORD = "correct horse";

  /** The lifetime of a message in seconds: longer than the suite runs. */
  public static final int LIFETIME = 86_400;

  /** How many bytes of an envelope are logged. */
  public static final int MAX_LOGGED = 65_536;

  /** The maximum size of a log file. */
  public static final int LOG_BYTES = 8 << 20;

  /** The class path resource of {@link #stylesheet}. */
  public static final String STYLESHEET = "org/dharch/peers/handlers/orders.xsl";

  private static final String BEFORE =
      "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>";
  private static final String BEHIND = "</soap:Body></soap:Envelope>";

  private HandlerSamples() {}

  /** Returns an order of this size, plus a few bytes. */
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

  /** Returns the message with such an order. */
  public static byte[] message(int kilobytes) {
    String order = new String(order(kilobytes), StandardCharsets.UTF_8);
    return (BEFORE + order + BEHIND).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Writes the stylesheet into a folder. It renames the elements of an order and copies everything
   * else, so its input may be the order or the whole message.
   */
  public static Path stylesheet(Path folder) throws IOException {
    Path file = folder.resolve("orders.xsl");
    try (InputStream in = HandlerSamples.class.getClassLoader().getResourceAsStream(STYLESHEET)) {
      Files.write(file, in.readAllBytes());
    }
    return file;
  }
}
