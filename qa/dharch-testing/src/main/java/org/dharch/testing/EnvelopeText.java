package org.dharch.testing;

/**
 * Writes SOAP envelopes verbatim; the envelope binds prefix {@code s} and others. Immutable.
 *
 * @param namespace of SOAP
 * @param prefixes the other declarations, each after a space
 */
public record EnvelopeText(String namespace, String prefixes) {
  public static final String NS11 = "http://schemas.xmlsoap.org/soap/envelope/";
  public static final String NS12 = "http://www.w3.org/2003/05/soap-envelope";

  /** SOAP 1.1 without further prefixes. */
  public static final EnvelopeText SOAP11 = new EnvelopeText(NS11, "");

  /** SOAP 1.2 without further prefixes. */
  public static final EnvelopeText SOAP12 = new EnvelopeText(NS12, "");

  /** Returns the same with one more prefix. */
  public EnvelopeText with(String prefix, String uri) {
    return new EnvelopeText(namespace, prefixes + " xmlns:" + prefix + "='" + uri + "'");
  }

  /** Returns an envelope without a header. */
  public String of(String body) {
    return text("", body);
  }

  /** Returns an envelope with these header blocks; without blocks it has no header. */
  public String of(String blocks, String body) {
    return text(blocks.isEmpty() ? "" : "<s:Header>" + blocks + "</s:Header>", body);
  }

  /** Returns an envelope with {@code header} verbatim, including its element. */
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

  /** Returns the content of the body of {@code envelope}, with any prefixes. */
  public static String body(String envelope) {
    int from = envelope.indexOf(":Body>") + ":Body>".length();
    int to = envelope.lastIndexOf("</", envelope.lastIndexOf(":Body>"));
    return envelope.substring(from, to);
  }
}
