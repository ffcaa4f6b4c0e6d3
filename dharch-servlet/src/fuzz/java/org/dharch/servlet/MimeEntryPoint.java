package org.dharch.servlet;

import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;

/** The fuzzer's door to what makes of a request's body what handlers and the service get. */
public final class MimeEntryPoint {
  private MimeEntryPoint() {}

  /**
   * What becomes of a request.
   *
   * @param envelope what handlers get
   * @param body what the service gets, if they leave it as it is
   * @param type the Content-Type that the service is told
   */
  public record Accepted(byte[] envelope, byte[] body, String type) {}

  /** A request with this Content-Type and body; empty if it is refused. */
  public static Optional<Accepted> request(String contentType, byte[] body) {
    try {
      MediaType type = MediaType.parse(contentType);
      if (!type.soap()) {
        return Optional.empty();
      }
      SoapBody read = SoapBody.read(new SoapBody.Content(body, contentType), type);
      String action = Requests.one(read.actions());
      read.outline(Limits.DEFAULT);
      SoapBody.Content service = read.forService(read.envelope(), action);
      return Optional.of(new Accepted(read.envelope(), service.bytes(), service.type()));
    } catch (NotReadableException | MalformedMessageException e) {
      if (e.getMessage() == null || e.getMessage().isBlank() || e.getMessage().length() > 1000) {
        throw new AssertionError("it says nothing, or too much", e);
      }
      return Optional.empty();
    }
  }
}
