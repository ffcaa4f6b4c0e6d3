package org.dharch.core.execution.stage;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.orchestration.DeclaredPart;

/** Reduces a message to the parts that its handlers declared. */
public final class PartialEnvelope {
  private PartialEnvelope() {}

  /**
   * Returns the message with these parts only, the properties with DHArch's reserved prefix, and
   * the marks of the processed header blocks.
   *
   * @throws org.dharch.core.message.MalformedMessageException if it cannot be read within {@code
   *     limits}
   */
  public static MessageContent of(MessageContent message, Set<DeclaredPart> parts, Limits limits) {
    return new MessageContent(
        envelope(message.envelope(), parts, limits),
        properties(message.properties(), parts),
        message.processed());
  }

  private static byte[] envelope(byte[] envelope, Set<DeclaredPart> parts, Limits limits) {
    Set<QName> headers = new HashSet<>();
    Set<List<QName>> paths = new HashSet<>();
    boolean body = false;
    for (DeclaredPart part : parts) {
      if (part instanceof DeclaredPart.Header header) {
        headers.add(header.name());
      } else if (part instanceof DeclaredPart.Element element) {
        paths.add(element.path());
      } else if (part instanceof DeclaredPart.Body) {
        body = true;
      }
    }
    return Envelopes.excerpt(envelope, headers, body, paths, limits);
  }

  private static MessageProperties properties(
      MessageProperties properties, Set<DeclaredPart> parts) {
    return MessageProperties.of(
        properties.asMap().entrySet().stream()
            .filter(
                e ->
                    e.getKey().startsWith(MessageProperties.RESERVED_PREFIX)
                        || parts.contains(new DeclaredPart.Property(e.getKey())))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }
}
