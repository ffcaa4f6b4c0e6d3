package org.dharch.servlet;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.core.message.Envelopes;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.XmlEncoding;

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
      byte[] envelope = utf8(content.bytes(), type.parameter("charset"));
      return new SoapBody(content, type, envelope, Optional.empty());
    }
    RootPart root = RootPart.find(content.bytes(), type);
    byte[] bytes = root.of(content.bytes());
    Optional<String> charset = root.type().parameter("charset");
    // a byte order mark is not what every reader of parts believes most
    boolean converted = utf8(bytes, charset) != bytes;
    if (converted || !(charset.isEmpty() || XmlEncoding.isUtf8(charset.get()))) {
      throw new NotReadableException(
          415, "the envelope among attachments is not in UTF-8, or its declaration says otherwise");
    }
    return new SoapBody(content, type, bytes, Optional.of(root));
  }

  private static byte[] utf8(byte[] bytes, Optional<String> charset) throws NotReadableException {
    try {
      return XmlEncoding.utf8(bytes, charset);
    } catch (XmlEncoding.UnknownCharsetException e) {
      throw new NotReadableException(415, e.getMessage());
    } catch (MalformedMessageException e) {
      throw new NotReadableException(400, e.getMessage());
    }
  }

  /**
   * What the envelope is. All of it is read: what no parser takes is known before any handler has
   * it, and what stands behind it among attachments could be another part's for another reader.
   *
   * @throws MalformedMessageException if it is none
   */
  Envelopes.Outline outline(Limits limits) {
    return Envelopes.checkReceived(envelope, limits);
  }

  /** How many bytes it keeps in memory. */
  long bytes() {
    long all = whole.bytes().length;
    return envelope == whole.bytes() ? all : all + envelope.length;
  }

  /** The actions that its types name. */
  Set<String> actions() throws NotReadableException {
    Set<String> actions = new LinkedHashSet<>(type.actions());
    if (root.isPresent()) {
      actions.addAll(root.get().type().actions());
    }
    return actions;
  }

  /**
   * The body as a service gets it: the very envelope that handlers have seen or left, in UTF-8, and
   * a Content-Type in the filter's own words. So there is nothing that the service could read
   * otherwise.
   *
   * @param left the envelope
   * @param action what the Content-Type is to name; empty: nothing
   * @throws NotReadableException if there is no such body
   */
  Content forService(byte[] left, String action) throws NotReadableException {
    String written = type.written(action);
    if (root.isEmpty()) {
      return new Content(left, written);
    }
    return new Content(left == envelope ? whole.bytes() : replaced(root.get(), left), written);
  }

  /** The body with another envelope; as it came, byte for byte, if it is the same. */
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
      throw new NotReadableException(500, "the handlers left the boundary in the envelope");
    }
    return part.replace(whole.bytes(), changed);
  }
}
