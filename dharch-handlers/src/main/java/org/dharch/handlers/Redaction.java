package org.dharch.handlers;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.dharch.core.message.envelope.ShownParts;

/**
 * Formats an envelope without the redacted parts, up to a maximum size. Keeps the tags of redacted
 * parts. Omits comments and processing instructions. Immutable.
 */
final class Redaction {
  /** The replacement for omitted content. */
  static final String OMISSION = "…";

  private final List<PartPath> redacted;
  private final int maxChars;
  private final Set<String> lastNames;

  /**
   * @param maxChars the maximum length
   */
  Redaction(List<PartPath> redacted, int maxChars) {
    this.redacted = List.copyOf(redacted);
    this.maxChars = maxChars;
    this.lastNames = redacted.stream().map(Redaction::lastName).collect(Collectors.toSet());
  }

  private static String lastName(PartPath path) {
    return path.names().isEmpty()
        ? path.root().equals("body") ? "Body" : "Header"
        : path.names().get(path.names().size() - 1).getLocalPart();
  }

  /**
   * Writes the shown text as the value of a field; a cut text ends with {@value #OMISSION}.
   *
   * @throws org.dharch.core.message.MalformedMessageException if the envelope is malformed
   */
  void write(byte[] envelope, JsonLine.Value out) {
    ShownParts.Sink sink =
        new ShownParts.Sink() {
          @Override
          public boolean shown(byte[] bytes, int from, int end) {
            if (out.utf8(bytes, from, end, maxChars)) {
              return true;
            }
            out.text(OMISSION);
            return false;
          }

          @Override
          public void leftOut() {
            out.text(OMISSION);
          }
        };
    if (redacted.isEmpty() && isAllShown(envelope)) {
      sink.shown(envelope, 0, envelope.length);
    } else {
      ShownParts.read(envelope, lastNames, this::isRedacted, Bodies.UNBOUNDED, sink);
    }
  }

  /** Comments and instructions begin with these characters. */
  private static boolean isAllShown(byte[] envelope) {
    String bytes = new String(envelope, StandardCharsets.ISO_8859_1);
    return !bytes.contains("<!") && !bytes.contains("<?");
  }

  private boolean isRedacted(List<QName> path) {
    if (path.size() < 2) {
      return false;
    }
    String root =
        switch (path.get(1).getLocalPart()) {
          case "Header" -> "header";
          case "Body" -> "body";
          default -> "";
        };
    List<QName> below = Collections.unmodifiableList(path.subList(2, path.size()));
    return redacted.stream().anyMatch(part -> part.matches(root, below));
  }
}
