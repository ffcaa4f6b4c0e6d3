package org.dharch.handlers;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.dharch.core.message.envelope.ShownParts;

/**
 * Formats an envelope without the redacted parts, up to a maximum size. Keeps only the tags of a
 * redacted part. Omits comments and processing instructions; leaves the rest unchanged. Immutable.
 */
final class Redaction {
  /** The replacement for omitted content. */
  static final String LEFT_OUT = "…";

  private final List<PartPath> leftOut;
  private final int maxChars;
  private final Set<String> last;

  /**
   * Creates a redaction of these parts.
   *
   * @param maxChars the maximum length
   */
  Redaction(List<PartPath> leftOut, int maxChars) {
    this.leftOut = List.copyOf(leftOut);
    this.maxChars = maxChars;
    this.last = leftOut.stream().map(Redaction::last).collect(Collectors.toSet());
  }

  private static String last(PartPath path) {
    return path.names().isEmpty()
        ? path.root().equals("body") ? "Body" : "Header"
        : path.names().get(path.names().size() - 1).getLocalPart();
  }

  /**
   * Writes the shown text as the value of a field; a cut text ends with {@value #LEFT_OUT}.
   *
   * @throws org.dharch.core.message.MalformedMessageException if the envelope has to be read for
   *     that and is malformed
   */
  void write(byte[] envelope, JsonLine.Value to) {
    ShownParts.Sink sink =
        new ShownParts.Sink() {
          @Override
          public boolean shown(byte[] bytes, int from, int end) {
            if (to.utf8(bytes, from, end, maxChars)) {
              return true;
            }
            to.text(LEFT_OUT);
            return false;
          }

          @Override
          public void leftOut() {
            to.text(LEFT_OUT);
          }
        };
    if (leftOut.isEmpty() && isAllShown(envelope)) {
      sink.shown(envelope, 0, envelope.length);
    } else {
      ShownParts.read(envelope, last, this::isLeftOut, Bodies.OF_THE_NODE, sink);
    }
  }

  /** Whether nothing in it can be a comment or an instruction: each begins with one of these. */
  private static boolean isAllShown(byte[] envelope) {
    String bytes = new String(envelope, StandardCharsets.ISO_8859_1); // as fast as a copy
    return !bytes.contains("<!") && !bytes.contains("<?");
  }

  private boolean isLeftOut(List<QName> path) {
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
    return leftOut.stream().anyMatch(each -> each.leadsTo(root, below));
  }
}
