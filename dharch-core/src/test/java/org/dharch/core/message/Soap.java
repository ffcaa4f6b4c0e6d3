package org.dharch.core.message;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;
import org.w3c.dom.Document;

/** Short ways to say envelopes and parts in tests. */
final class Soap {
  static final String SOAP11 = EnvelopeScanner.SOAP11;

  private Soap() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** An envelope with prefix s for SOAP 1.1, and h and b bound to urn:h and urn:b. */
  static String envelope(String header, String body) {
    return "<s:Envelope xmlns:s='"
        + SOAP11
        + "' xmlns:h='urn:h' xmlns:b='urn:b'>"
        + header
        + "<s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  static HeaderRef ref(String local, int occurrence) {
    return new HeaderRef(new QName("urn:h", local), occurrence);
  }

  static Part header(String local) {
    return new Part.Header(ref(local, 0));
  }

  /** An element inside the body: steps of namespace urn:b, each "name" or "name[n]". */
  static Part.Element element(String... steps) {
    return new Part.Element(Arrays.stream(steps).map(Soap::step).toList());
  }

  private static Part.Step step(String text) {
    int bracket = text.indexOf('[');
    return bracket < 0
        ? new Part.Step(new QName("urn:b", text), 0)
        : new Part.Step(
            new QName("urn:b", text.substring(0, bracket)),
            Integer.parseInt(text.substring(bracket + 1, text.length() - 1)));
  }

  static Document dom(byte[] xml) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml));
    } catch (Exception e) {
      throw new AssertionError("not well-formed: " + text(xml), e);
    }
  }
}
