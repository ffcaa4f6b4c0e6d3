package org.dharch.core.wire;

import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;

/**
 * Why a node gets no work of a manager, told it for a person to read, as DMFormat and back: one of
 * the kind {@code notice} without other properties and control data; its payload, in the types of
 * {@link WireWriter}, is
 *
 * <pre>
 *  field   type   bound
 *  text    text   {@value #MOST_BYTES} bytes
 * </pre>
 *
 * A node of a version that does not know this kind says so in its log, with the kind's name, and
 * ignores it. Stateless, safe for any thread.
 */
public final class ManagerWarningFormat {
  private static final String KIND = "notice";
  private static final int MOST_BYTES = 4000;
  private static final WireBound TEXT = new WireBound("maxNoticeBytes", MOST_BYTES);

  /** It is nobody's message. */
  private static final MessageId NONE = new MessageId(0, 0);

  private ManagerWarningFormat() {}

  /**
   * {@code text} as a DMFormat.
   *
   * @throws MalformedMessageException if it is too long
   */
  public static DMFormat encode(String text) {
    byte[] payload = new WireWriter(text.length() + 8).text("text", text, TEXT).toBytes();
    return new DMFormat(NONE, WireProperties.ofKind(KIND), payload);
  }

  /**
   * What {@code message} tells; empty if it is of another kind.
   *
   * @throws MalformedMessageException if it is of this one and cannot be read
   */
  public static Optional<String> notice(DMFormat message) {
    if (!message.properties().get(WireProperties.KIND).equals(Optional.of(KIND))) {
      return Optional.empty();
    }
    WireReader in = new WireReader(message.payload());
    String text = in.text("text", TEXT);
    in.end("a notice");
    return Optional.of(text);
  }
}
