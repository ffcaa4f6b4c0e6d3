package org.dharch.core.wire;

import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * The reason why a node receives no work from a manager, as text for a person, as DMFormat and
 * back: of the kind {@code notice} without other properties and control data. Its payload, in the
 * types of {@link WireWriter}, is
 *
 * <pre>
 *  field   type   bound
 *  text    text   {@value #MOST_BYTES} bytes
 * </pre>
 *
 * Stateless, safe for any thread.
 */
public final class ManagerWarningFormat {
  private static final int MOST_BYTES = 4000;
  private static final WireBound TEXT = new WireBound("maxNoticeBytes", MOST_BYTES);

  /** It belongs to no message. */
  private static final MessageId NONE = new MessageId(0, 0);

  private ManagerWarningFormat() {}

  /**
   * {@code text} as a DMFormat.
   *
   * @throws MalformedMessageException if it is too long
   */
  public static DMFormat encode(String text) {
    byte[] payload = new WireWriter(text.length() + 8).text("text", text, TEXT).toBytes();
    return DMFormat.of(NONE, WireProperties.ofKind(FrameKind.NOTICE), payload);
  }

  /**
   * Decodes the text.
   *
   * @throws MalformedMessageException if {@code message} is of another kind or malformed
   */
  public static String notice(DMFormat message) {
    WireProperties.checkKind(message, FrameKind.NOTICE);
    WireReader in = new WireReader(message.payload());
    String text = in.text("text", TEXT);
    in.end("a notice");
    return text;
  }
}
