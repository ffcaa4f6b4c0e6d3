package org.dharch.servlet;

import java.util.Optional;

/**
 * The body of a request or a response in which there is a SOAP envelope.
 *
 * @param whole the body as it came
 * @param type its type
 * @param envelope the envelope in UTF-8; {@code whole} itself where that is one
 * @param root where the envelope is among attachments; empty if there are none
 */
record SoapBody(Content whole, MediaType type, byte[] envelope, Optional<RootPart> root) {

  /** Bytes and the Content-Type that they have. */
  record Content(byte[] bytes, String type) {}

  /**
   * Finds the envelope.
   *
   * @throws NotReadableException if there is none that can be read as text
   */
  static SoapBody read(Content content, MediaType type) throws NotReadableException {
    if (!type.multipart()) {
      return new SoapBody(
          content,
          type,
          XmlEncoding.utf8(content.bytes(), type.parameter("charset")),
          Optional.empty());
    }
    RootPart root = RootPart.find(content.bytes(), type);
    byte[] bytes = root.of(content.bytes());
    if (XmlEncoding.utf8(bytes, root.type().parameter("charset")) != bytes) {
      throw new NotReadableException(415, "the envelope among attachments is not in UTF-8");
    }
    return new SoapBody(content, type, bytes, Optional.of(root));
  }

  /** The type of {@code content}, which this has made, with another action in it. */
  String withAction(Content content, String action) {
    try {
      return MediaType.parse(content.type()).with("action", action).toString();
    } catch (NotReadableException e) {
      throw new IllegalStateException(e); // it was read before
    }
  }

  /** The body with another envelope; as it came, byte for byte, if it is the same. */
  Content with(byte[] changed) {
    if (changed == envelope) {
      return whole;
    }
    return root.map(part -> new Content(part.replace(whole.bytes(), changed), whole.type()))
        .orElseGet(() -> new Content(changed, type.with("charset", "UTF-8").toString()));
  }
}
