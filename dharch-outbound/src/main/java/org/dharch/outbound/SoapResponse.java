package org.dharch.outbound;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.message.xml.XmlEncoding;

final class SoapResponse {
  private static final Set<String> TYPES = Set.of("text/xml", "application/soap+xml");
  private static final Pattern CHARSET =
      Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

  private SoapResponse() {}

  /**
   * Returns the envelope in UTF-8; empty if the response is not XML.
   *
   * @throws org.dharch.core.message.DHArchException if the charset is unknown or invalid
   */
  static Optional<byte[]> envelope(Optional<String> contentType, byte[] body) {
    String type = contentType.orElse("");
    String name = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (body.length == 0 || !TYPES.contains(name)) {
      return Optional.empty();
    }
    Matcher charset = CHARSET.matcher(type);
    return Optional.of(
        charset.find() ? XmlEncoding.utf8(body, charset.group(1)) : XmlEncoding.utf8(body));
  }
}
