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
 * A property of an outbound numbered message: its location in the store and a digest of the stored
 * form. The last handler compares it with the wire form and stores only changes. Immutable.
 *
 * @param key of its sequence
 * @param digest of the stored envelope with its Sequence block; {@code -} if unknown
 */
public record SentMark(long number, String key, String digest) {
  public static final String PROPERTY = "dharch.rm.sent";

  /** Sequence and AckRequested. */
  private static final int PROTOCOL_BLOCKS = 2;

  private static final int PROTOCOL_BYTES = 4_096;

  private static final String UNKNOWN_DIGEST = "-"; // never equals a digest

  /**
   * Checks the capacity for the protocol's header blocks in retransmissions.
   *
   * @throws MalformedMessageException if a bound would be exceeded
   */
  static void checkCapacity(SOAPContext context) {
    int blocks = context.headers().size();
    int maxBlocks = Limits.DEFAULT.maxHeaderBlocks() - PROTOCOL_BLOCKS;
    int bytes = context.bytes().length;
    int maxBytes = Limits.DEFAULT.maxPayloadBytes() - PROTOCOL_BYTES;
    if (blocks > maxBlocks || bytes > maxBytes) {
      throw new MalformedMessageException(
          "a reliable message must have at most %d header blocks and %d bytes (got %d and %d)"
              .formatted(maxBlocks, maxBytes, blocks, bytes));
    }
  }

  /** Builds the Sequence block of a newly numbered message. */
  public static String block(SourceSequence source, RmAction.SendNow action) {
    return new SequenceHeader(
            source.terms().version(), source.id().orElseThrow(), action.number(), action.isLast())
        .write(Endpoints.soap(source.terms()));
  }

  /**
   * A repeated message is always stored again, because preceding handlers may have produced another
   * envelope.
   *
   * @param envelope its envelope without the block
   * @param block the block that a retransmission adds
   */
  public static SentMark of(
      SourceSequence source, RmAction.SendNow action, byte[] envelope, String block) {
    String digest =
        action.isAgain() ? UNKNOWN_DIGEST : digest(WsAnswers.with(envelope, List.of(block)));
    return new SentMark(action.number(), source.key(), digest);
  }

  /** Parses {@link #text}; empty if the text is invalid. */
  public static Optional<SentMark> parse(String text) {
    String[] parts = text.split(" ", -1);
    if (parts.length != 3 || !parts[0].matches("[1-9][0-9]*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new SentMark(Long.parseLong(parts[0]), parts[1], parts[2]));
    } catch (NumberFormatException e) {
      return Optional.empty(); // out of range
    }
  }

  /** Returns the text of the property. */
  public String text() {
    return number + " " + key + ' ' + digest;
  }

  /** Returns the event that stores an envelope in wire form; empty if the stored form is equal. */
  public Optional<RmEvent.WireForm> wireForm(byte[] envelope) {
    return digest(envelope).equals(digest)
        ? Optional.empty()
        : Optional.of(new RmEvent.WireForm(number, envelope));
  }

  private static String digest(byte[] envelope) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(envelope));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK supports SHA-256", e);
    }
  }
}
