package org.dharch.ws.rm.processor;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.message.SequenceHeader;

/**
 * What a message that goes out with a number has with it as a property: where it is kept, and a
 * digest of what would be sent again. So whoever keeps what goes on the wire sees without the store
 * that it has been kept already. Immutable.
 *
 * @param key of its sequence
 * @param digest of the envelope as it is kept, with its Sequence block; {@code -} if that is not
 *     known
 */
public record SentMark(long number, String key, String digest) {
  /** The property. */
  public static final String PROPERTY = "dharch.rm.sent";

  /** What the protocol adds to a message: Sequence and AckRequested, each with a name. */
  private static final int MOST_BLOCKS = 2;

  private static final int MOST_BYTES = 4_096;

  private static final String ANOTHER = "-"; // no envelope has that digest

  /**
   * Checks that there is room for the protocol's blocks: else the message would have a number, and
   * could never be sent again.
   *
   * @throws MalformedMessageException if there is none
   */
  static void checkCapacity(SOAPContext context) {
    int blocks = context.headers().size();
    int most = Limits.DEFAULT.maxHeaderBlocks() - MOST_BLOCKS;
    int bytes = context.bytes().length;
    int mostBytes = Limits.DEFAULT.maxPayloadBytes() - MOST_BYTES;
    if (blocks > most || bytes > mostBytes) {
      throw new MalformedMessageException(
          "%d header blocks, %d bytes; a reliable message has at most %d and %d"
              .formatted(blocks, bytes, most, mostBytes));
    }
  }

  /** The Sequence block of a message that has just taken its number. */
  public static String block(SourceSequence source, RmAction.SendNow now) {
    return new SequenceHeader(
            source.terms().version(), source.id().orElseThrow(), now.number(), now.isLast())
        .write(Endpoints.soap(source.terms()));
  }

  /**
   * That of a message. One that had its number before is kept as it goes out this time: the store
   * has what it was then, which handlers before may have made another now.
   *
   * @param envelope its own, without the block; as the store has it if the number is new
   * @param block what is added to that when it is sent again
   */
  public static SentMark of(
      SourceSequence source, RmAction.SendNow now, byte[] envelope, String block) {
    String digest = now.isAgain() ? ANOTHER : digest(WsAnswers.with(envelope, List.of(block)));
    return new SentMark(now.number(), source.key(), digest);
  }

  /** What {@link #text} has made; empty if it is something else. */
  public static Optional<SentMark> parse(String text) {
    String[] parts = text.split(" ", -1);
    if (parts.length != 3 || !parts[0].matches("[1-9][0-9]*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new SentMark(Long.parseLong(parts[0]), parts[1], parts[2]));
    } catch (NumberFormatException e) {
      return Optional.empty(); // more than a message can have
    }
  }

  /** As the property has it. */
  public String text() {
    return number + " " + key + ' ' + digest;
  }

  /** What keeps an envelope as it goes on the wire; empty if it is kept as it is. */
  public Optional<RmEvent.OnTheWire> onTheWire(byte[] envelope) {
    return digest(envelope).equals(digest)
        ? Optional.empty()
        : Optional.of(new RmEvent.OnTheWire(number, envelope));
  }

  private static String digest(byte[] envelope) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(envelope));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JDK has it", e);
    }
  }
}
