package org.dharch.core.message.envelope;

import java.util.Arrays;
import javax.xml.namespace.QName;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;
import org.dharch.testing.EnvelopeText;

/** Short ways to say envelopes, and parts of them, in tests. */
final class MessageParts {
  private static final EnvelopeText ENVELOPE =
      EnvelopeText.SOAP11.with("h", "urn:h").with("b", "urn:b");

  private MessageParts() {}

  /** An envelope with prefix s for SOAP 1.1, and h and b bound to urn:h and urn:b. */
  static String envelope(String header, String body) {
    return ENVELOPE.text(header, body);
  }

  static HeaderRef ref(String local, int occurrence) {
    return new HeaderRef(new QName("urn:h", local), occurrence);
  }

  static Part header(String local) {
    return new Part.Header(ref(local, 0));
  }

  /** An element inside the body: steps of namespace urn:b, each "name" or "name[n]". */
  static Part.Element element(String... steps) {
    return new Part.Element(Arrays.stream(steps).map(MessageParts::step).toList());
  }

  private static Part.Step step(String text) {
    int bracket = text.indexOf('[');
    return bracket < 0
        ? new Part.Step(new QName("urn:b", text), 0)
        : new Part.Step(
            new QName("urn:b", text.substring(0, bracket)),
            Integer.parseInt(text.substring(bracket + 1, text.length() - 1)));
  }
}
