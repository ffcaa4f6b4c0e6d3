package org.dharch.testing;

/**
 * Writes SOAP envelopes, letter by letter: prefix {@code s} and others are bound on the envelope.
 * Immutable.
 *
 * @param namespace of SOAP
 * @param prefixes the other declarations, each with a space before it
 */
public record EnvelopeText(String namespace, String prefixes) {
  public static final String NS11 = "http://schemas.xmlsoap.org/soap/envelope/";
  public static final String NS12 = "http://www.w3.org/2003/05/soap-envelope";

  /** SOAP 1.1 without further prefixes. */
  public static final EnvelopeText SOAP11 = new EnvelopeText(NS11, "");

  /** SOAP 1.2 likewise. */
  public static final EnvelopeText SOAP12 = new EnvelopeText(NS12, "");

  /** The same with one more prefix. */
  public EnvelopeText with(String prefix, String uri) {
    return new EnvelopeText(namespace, prefixes + " xmlns:" + prefix + "='" + uri + "'");
  }

  /** An envelope without a header. */
  public String of(String body) {
    return text("", body);
  }

  /** An envelope with these header blocks; with none, it has no header. */
  public String of(String blocks, String body) {
    return text(blocks.isEmpty() ? "" : "<s:Header>" + blocks + "</s:Header>", body);
  }

  /** An envelope with {@code header} as it is, element and all. */
  public String text(String header, String body) {
    return "<s:Envelope xmlns:s='"
        + namespace
        + "'"
        + prefixes
        + ">"
        + header
        + "<s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  /** What is inside the body of {@code envelope}, whatever its prefixes. */
  public static String body(String envelope) {
    int from = envelope.indexOf(":Body>") + ":Body>".length();
    int to = envelope.lastIndexOf("</", envelope.lastIndexOf(":Body>"));
    return envelope.substring(from, to);
  }
}
