package org.dharch.servlet;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.xml.XmlEncoding;

/**
 * The body of a request or response with a SOAP envelope.
 *
 * @param whole the received body
 * @param type its type
 * @param envelope the envelope in UTF-8; the same array as {@code whole} if possible
 * @param root the part with the envelope; empty without attachments
 */
record SoapBody(Content whole, MediaType type, byte[] envelope, Optional<RootPart> root) {

  record Content(byte[] bytes, String type) {}

  /**
   * @throws NotReadableException if the charset cannot be decoded
   */
  static SoapBody read(Content content, MediaType type) throws NotReadableException {
    if (!type.multipart()) {
      byte[] envelope = utf8(content.bytes(), type.parameter("charset"));
      return new SoapBody(content, type, envelope, Optional.empty());
    }
    RootPart root = RootPart.find(content.bytes(), type);
    byte[] bytes = root.of(content.bytes());
    Optional<String> charset = root.type().parameter("charset");
    // parsers of parts disagree on a byte order mark
    boolean converted = utf8(bytes, charset) != bytes;
    if (converted || !(charset.isEmpty() || XmlEncoding.isUtf8(charset.get()))) {
      throw new NotReadableException(
          415, "the envelope of a message with attachments must be in UTF-8, as declared");
    }
    return new SoapBody(content, type, bytes, Optional.of(root));
  }

  private static byte[] utf8(byte[] bytes, Optional<String> charset) throws NotReadableException {
    try {
      return charset.isPresent() ? XmlEncoding.utf8(bytes, charset.get()) : XmlEncoding.utf8(bytes);
    } catch (XmlEncoding.UnknownCharsetException e) {
      throw new NotReadableException(415, e.getMessage());
    } catch (MalformedMessageException e) {
      throw new NotReadableException(400, e.getMessage());
    }
  }

  /**
   * Parses the whole envelope, so that malformed ones are rejected before the first handler.
   *
   * @throws MalformedMessageException if it is malformed
   */
  Envelopes.Outline outline(Limits limits) {
    return Envelopes.checkReceived(envelope, limits);
  }

  /** The number of bytes in memory. */
  long bytes() {
    long all = whole.bytes().length;
    return envelope == whole.bytes() ? all : all + envelope.length;
  }

  Set<String> actions() throws NotReadableException {
    Set<String> actions = new LinkedHashSet<>(type.actions());
    if (root.isPresent()) {
      actions.addAll(root.get().type().actions());
    }
    return actions;
  }

  /**
   * Returns the body for a service: the envelope after its handlers, in UTF-8, and a Content-Type
   * written by the filter, so that the service reads exactly that envelope.
   *
   * @param left the envelope
   * @param action the action for the Content-Type; empty for none
   * @throws NotReadableException if the envelope contains the boundary
   */
  Content forService(byte[] left, String action) throws NotReadableException {
    String written = type.written(action);
    if (root.isEmpty()) {
      return new Content(left, written);
    }
    return new Content(left == envelope ? whole.bytes() : replaced(root.get(), left), written);
  }

  /** Returns the same content if the envelope is the same array. */
  Content with(byte[] changed) throws NotReadableException {
    if (changed == envelope) {
      return whole;
    }
    return root.isPresent()
        ? new Content(replaced(root.get(), changed), whole.type())
        : new Content(changed, type.with("charset", "UTF-8").toString());
  }

  private byte[] replaced(RootPart part, byte[] changed) throws NotReadableException {
    byte[] delimiter =
        ("--" + type.parameter("boundary").orElse("")).getBytes(StandardCharsets.US_ASCII);
    if (RootPart.indexOf(changed, 0, delimiter, changed.length) >= 0) {
      throw new NotReadableException(
          500, "the envelope from the handlers must not contain the boundary");
    }
    return part.replace(whole.bytes(), changed);
  }
}
