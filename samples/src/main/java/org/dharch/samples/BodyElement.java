package org.dharch.samples;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;

/** A child of the body's first element with text encoded as one of its attributes declares. */
final class BodyElement {
  private final OMElement element;
  private final OMAttribute encoding;

  private BodyElement(OMElement element, OMAttribute encoding) {
    this.element = element;
    this.encoding = encoding;
  }

  /** The encoded element of that name; empty if it is absent or not encoded. */
  static Optional<BodyElement> encoded(
      MessageContext message, QName name, QName attribute, String allowed) throws AxisFault {
    Optional<OMElement> element = find(message, name);
    if (element.isEmpty()) {
      return Optional.empty();
    }
    OMAttribute encoding = element.get().getAttribute(attribute);
    if (encoding == null) {
      return Optional.empty();
    }
    String value = encoding.getAttributeValue();
    if (!value.equals(allowed)) {
      throw new AxisFault(
          name.getLocalPart()
              + ": "
              + attribute.getLocalPart()
              + " must be "
              + allowed
              + " (got '"
              + value
              + "')");
    }
    return Optional.of(new BodyElement(element.get(), encoding));
  }

  static Optional<OMElement> find(MessageContext message, QName name) {
    OMElement request = message.getEnvelope().getBody().getFirstElement();
    return request == null
        ? Optional.empty()
        : Optional.ofNullable(request.getFirstChildWithName(name));
  }

  /** The decoded base64 text of the element. */
  byte[] bytes() throws AxisFault {
    try {
      return Base64.getMimeDecoder().decode(element.getText());
    } catch (IllegalArgumentException e) {
      throw new AxisFault(element.getLocalName() + " is not base64: " + e.getMessage(), e);
    }
  }

  /** Replaces the encoded text by the decoded one; the element keeps its name. */
  void decoded(byte[] utf8) throws AxisFault {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new AxisFault(element.getLocalName() + " does not hold text in UTF-8", e);
    }
    int bad = firstNotAllowedInXml(text);
    if (bad >= 0) {
      throw new AxisFault(
          element.getLocalName()
              + " holds a character that XML does not allow, at position "
              + bad);
    }
    element.setText(text);
    element.removeAttribute(encoding);
  }

  private static int firstNotAllowedInXml(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 ? c != '\t' && c != '\n' && c != '\r' : c >= 0xFFFE) {
        return i;
      }
    }
    return -1;
  }
}
