package org.dharch.benchmarks.subject;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.xml.namespace.QName;

/** SOAP envelopes of a given size. */
public final class Envelope {
  private static final String HEAD =
      "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
          + "<soapenv:Body><d:data xmlns:d=\"urn:dharch:overhead\">";
  private static final String TAIL = "</d:data></soapenv:Body></soapenv:Envelope>";

  /** The attribute of the body's element with the number of characters of text below it. */
  static final QName CHARACTERS = new QName("characters");

  private static final String ITEM = "<d:item n=\"%06d\">" + "x".repeat(70) + "</d:item>";

  private Envelope() {}

  /** Returns an envelope of about {@code size} bytes whose body has many small elements. */
  public static byte[] ofItems(int size) {
    int items = Math.max(1, (size - HEAD.length() - TAIL.length()) / ITEM.length());
    StringBuilder text = new StringBuilder(size);
    text.append(HEAD, 0, HEAD.length() - 1);
    text.append(' ').append(CHARACTERS).append("=\"").append(70 * items).append("\">");
    for (int i = 0; i < items; i++) {
      text.append(String.format(Locale.ROOT, ITEM, i));
    }
    return text.append(TAIL).toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns an envelope of {@code size} bytes, or of the minimum size. */
  public static byte[] of(int size) {
    int fill = Math.max(0, size - HEAD.length() - TAIL.length());
    return (HEAD + "x".repeat(fill) + TAIL).getBytes(StandardCharsets.UTF_8);
  }
}
