package org.dharch.ws.soap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Builds an envelope from self-contained header blocks and a body. */
public final class EnvelopeWriter {
  private final SoapVersion version;
  private final List<String> headers = new ArrayList<>();
  private final StringBuilder body = new StringBuilder();

  public EnvelopeWriter(SoapVersion version) {
    this.version = version;
  }

  /** Appends a header block. */
  public EnvelopeWriter header(String block) {
    headers.add(block);
    return this;
  }

  /** Appends header blocks in this order. */
  public EnvelopeWriter headers(Collection<String> blocks) {
    headers.addAll(blocks);
    return this;
  }

  /** Appends an element to the body. */
  public EnvelopeWriter body(String element) {
    body.append(element);
    return this;
  }

  /** The envelope in UTF-8, without an XML declaration. */
  public byte[] bytes() {
    StringBuilder text = new StringBuilder(1_024 + body.length());
    text.append("<soap:Envelope xmlns:soap=\"").append(version.namespace()).append("\">");
    if (!headers.isEmpty()) {
      text.append("<soap:Header>");
      headers.forEach(text::append);
      text.append("</soap:Header>");
    }
    text.append("<soap:Body>").append(body).append("</soap:Body></soap:Envelope>");
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
