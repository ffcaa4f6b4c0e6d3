package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.dharch.core.message.Brief;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.WireVersion;

/**
 * Who says a frame to whom:
 *
 * <pre>
 *  field      type                                     bound
 *  'D' 'F'    octet octet
 *  version    octet, {@link WireVersion#SPOKEN}
 *  way        octet, the code of a {@link Way}; 128 more if the frame is encrypted, and of a call
 *             if its manager's frames are
 *  number     int64: of a heartbeat, rising in one life of a node; else 0
 *  sender     2 bytes, and as many of UTF-8            1500
 *  addressee  2 bytes, and as many of UTF-8            1500
 * </pre>
 *
 * @param encrypted whether what stands behind it is
 * @param sender a manager's address, or a node's name~incarnation
 * @param addressee likewise; of an emission its queue; of a heartbeat the managers that the node
 *     has heard call, with commas
 */
record FrameHeader(Way way, boolean encrypted, long number, String sender, String addressee) {
  /** What a frame is. */
  enum Way {
    /** From a manager to one life of a node. */
    TASK_BATCH(1),
    /** From a node to the manager that asked. */
    REPLY(2),
    /** From a node to all managers. */
    HEARTBEAT(3),
    /** From a manager to all nodes, whose keys differ: not sealed, and asks only to be heard. */
    CALL(4),
    /** From a node, or in its name from the manager of its result, to a queue of emissions. */
    EMISSION(5);

    private final int code;

    Way(int code) {
      this.code = code;
    }

    static Way of(int code) {
      for (Way way : values()) {
        if (way.code == code) {
          return way;
        }
      }
      throw new MalformedMessageException("a frame of way " + code + "; 1 to 5 is understood");
    }
  }

  private static final int MOST_BYTES = 1500;
  private static final int FIXED = 16;
  private static final int ENCRYPTED = 0x80;

  /** The same frame, encrypted or not. */
  FrameHeader encrypted(boolean value) {
    return new FrameHeader(way, value, number, sender, addressee);
  }

  byte[] bytes() {
    byte[] from = sender.getBytes(StandardCharsets.UTF_8);
    byte[] to = addressee.getBytes(StandardCharsets.UTF_8);
    if (from.length > MOST_BYTES || to.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "sender=" + from.length + " or addressee=" + to.length + " bytes > " + MOST_BYTES);
    }
    ByteBuffer out = ByteBuffer.allocate(FIXED + from.length + to.length);
    out.put((byte) 'D').put((byte) 'F').put((byte) WireVersion.SPOKEN);
    out.put((byte) (way.code + (encrypted ? ENCRYPTED : 0)));
    out.putLong(number);
    out.putShort((short) from.length).put(from).putShort((short) to.length).put(to);
    return out.array();
  }

  /**
   * The header at the beginning of {@code in}, which nothing vouches for yet.
   *
   * @throws MalformedMessageException if there is none
   */
  static FrameHeader read(BytesMessage in) throws JMSException {
    long left = in.getBodyLength();
    if (left < FIXED || in.readByte() != 'D' || in.readByte() != 'F') {
      throw new MalformedMessageException("not a frame: it does not begin with 'DF'");
    }
    checkVersion(in, left);
    int code = in.readUnsignedByte();
    Way way = Way.of(code & ~ENCRYPTED);
    long number = in.readLong();
    byte[] sender = name(in, left - FIXED);
    byte[] addressee = name(in, left - FIXED - sender.length);
    return new FrameHeader(way, (code & ENCRYPTED) != 0, number, text(sender), text(addressee));
  }

  private static void checkVersion(BytesMessage in, long left) throws JMSException {
    int version = in.readUnsignedByte();
    try {
      WireVersion.check(version);
    } catch (MalformedMessageException e) {
      throw new MalformedMessageException(e.getMessage() + perhapsFrom(in, left), e);
    }
  }

  /** Who says it, if that stands where it does here, as it has in the versions so far. */
  private static String perhapsFrom(BytesMessage in, long left) {
    try {
      in.readUnsignedByte();
      in.readLong();
      return "; it may come from '" + Brief.of(text(name(in, left - FIXED))) + "'";
    } catch (JMSException | MalformedMessageException e) {
      return "";
    }
  }

  /** What is not UTF-8 would be written back otherwise than it was read, and longer. */
  private static String text(byte[] name) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedMessageException("a name in a frame's header is not UTF-8", e);
    }
  }

  private static byte[] name(BytesMessage in, long left) throws JMSException {
    int length = in.readUnsignedShort();
    if (length > left || length > MOST_BYTES) {
      throw new MalformedMessageException(
          "a name of " + length + " bytes in a frame's header, where " + left + " are left");
    }
    byte[] bytes = new byte[length];
    if (length > 0) {
      in.readBytes(bytes);
    }
    return bytes;
  }

  /**
   * The node whose key seals it.
   *
   * @throws MalformedMessageException if it names none
   */
  String node() {
    try {
      return NodeId.parse(way == Way.TASK_BATCH ? addressee : sender).name();
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }

  /** Whether it says that {@code manager} was heard. */
  boolean heard(String manager) {
    return List.of(addressee.split(",", -1)).contains(manager);
  }

  /** For logs. */
  String shown() {
    return way + " of '" + sender.substring(0, Math.min(100, sender.length())) + "'";
  }
}
