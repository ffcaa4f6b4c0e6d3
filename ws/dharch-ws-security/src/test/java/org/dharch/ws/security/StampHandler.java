package org.dharch.ws.security;

import java.util.Map;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.testing.Utf8;

/** Replaces a header block of its own, or adds it, beside whatever else is done to the message. */
public final class StampHandler implements DHHandler {
  static final QName STAMP = new QName("urn:stamp", "stamp");

  @Override
  public void init(Map<String, String> parameters) {
    // it has none
  }

  @Override
  public Changes handle(HandlerMessage message) {
    byte[] block = Utf8.bytes("<t:stamp xmlns:t='urn:stamp' xmlns:wsu='urn:other'>new</t:stamp>");
    boolean there =
        Envelopes.headers(message.envelope(), Limits.DEFAULT).stream()
            .anyMatch(ref -> ref.name().equals(STAMP));
    return there
        ? Changes.builder().replace(Part.header(STAMP, 0), block).build()
        : Changes.builder().addHeader(block).build();
  }
}
