package org.dharch.cmanager.frame;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.Brief;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.WireVersion;

/**
 * The kind, sender and addressee of a frame:
 *
 * <pre>
 *  field      type                                     bound
 *  'D' 'F'    octet octet
 *  version    octet, {@link WireVersion#CURRENT}
 *  way        octet, the code of a {@link Way}; plus 128 if the frame is encrypted, in a call if the
 *             frames of its manager are
 *  number     int64: of a heartbeat, rising in one incarnation of a node; of a call, a {@link
 *             org.dharch.core.spi.RequestedInterval}; otherwise 0
 *  sender     2 bytes, and as many of UTF-8            1500
 *  addressee  2 bytes, and as many of UTF-8            1500
 * </pre>
 *
 * <p>Immutable, except for its bytes, which are created on request. Safe for any thread.
 */
public final class FrameHeader {
  /** The kinds of frames. */
  public enum Way {
    /** From a manager to one incarnation of a node. */
    TASK_BATCH(1),
    /** From a node to the requesting manager. */
    REPLY(2),
    /** From a node to all managers. */
    HEARTBEAT(3),
    /** From a manager to all nodes, whose keys differ: unsigned, and only requests a heartbeat. */
    CALL(4),
    /** From a node, or on its behalf from a manager, to a queue of emissions. */
    EMISSION(5),
    /** From a node to one incarnation of another, signed with the receiver's key. */
    FORWARD(6),
    /** From any client with the namespace key to all managers. */
    ASK(8),
    /** From a manager to the querying client. */
    ANSWER(9);

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
      throw new MalformedMessageException(
          "the way of a frame must be 1 to 6, 8 or 9 (got " + code + ")");
    }
  }

  /** The name under which the key for frames between managers is derived; no node has it. */
  private static final String MANAGERS = "~managers";

  private static final int MOST_BYTES = 1500;
  private static final int FIXED = 16;
  private static final int ENCRYPTED = 0x80;
  private static final int NUMBER_AT = 4;

  private final Way way;
  private final boolean encrypted;
  private final long number;
  private final String sender;
  private final String addressee;
  private byte[] bytes; // racy but idempotent, as the next
  private String node;

  /**
   * @param encrypted whether the part after it is encrypted
   * @param sender a manager's address, or a node's name~incarnation
   * @param addressee likewise; of an emission its queue; of a heartbeat the managers whose calls
   *     the node has received, of a call the nodes whose heartbeats the manager rejects, separated
   *     by commas
   */
  public FrameHeader(Way way, boolean encrypted, long number, String sender, String addressee) {
    this.way = way;
    this.encrypted = encrypted;
    this.number = number;
    this.sender = sender;
    this.addressee = addressee;
  }

  public Way way() {
    return way;
  }

  public boolean encrypted() {
    return encrypted;
  }

  public long number() {
    return number;
  }

  public String sender() {
    return sender;
  }

  public String addressee() {
    return addressee;
  }

  /** Returns the same header with another number; cheaper than a new one. */
  public FrameHeader numbered(long value) {
    FrameHeader other = new FrameHeader(way, encrypted, value, sender, addressee);
    other.bytes = bytes().clone();
    ByteBuffer.wrap(other.bytes).putLong(NUMBER_AT, value);
    other.node = node();
    return other;
  }

  /** Returns the encoded header; read-only. */
  public byte[] bytes() {
    byte[] made = bytes;
    if (made == null) {
      made = make();
      bytes = made;
    }
    return made;
  }

  private byte[] make() {
    byte[] from = sender.getBytes(StandardCharsets.UTF_8);
    byte[] to = addressee.getBytes(StandardCharsets.UTF_8);
    if (from.length > MOST_BYTES || to.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "sender and addressee must have at most "
              + MOST_BYTES
              + " bytes (got "
              + from.length
              + " and "
              + to.length
              + ")");
    }
    ByteBuffer out = ByteBuffer.allocate(FIXED + from.length + to.length);
    out.put((byte) 'D').put((byte) 'F').put((byte) WireVersion.CURRENT);
    out.put((byte) (way.code + (encrypted ? ENCRYPTED : 0)));
    out.putLong(number);
    out.putShort((short) from.length).put(from).putShort((short) to.length).put(to);
    return out.array();
  }

  /**
   * Reads the unverified header at the start of {@code in}.
   *
   * @throws MalformedMessageException if there is none
   */
  public static FrameHeader read(ByteBuffer in) {
    if (in.remaining() < FIXED || in.get() != 'D' || in.get() != 'F') {
      throw new MalformedMessageException("a frame must begin with 'DF'");
    }
    checkVersion(in);
    int code = in.get() & 0xff;
    Way way = Way.of(code & ~ENCRYPTED);
    long number = in.getLong();
    String sender = text(name(in, Short.BYTES));
    String addressee = text(name(in, 0));
    return new FrameHeader(way, (code & ENCRYPTED) != 0, number, sender, addressee);
  }

  private static void checkVersion(ByteBuffer in) {
    int version = in.get() & 0xff;
    try {
      WireVersion.check(version);
    } catch (MalformedMessageException e) {
      throw new MalformedMessageException(e.getMessage() + unverifiedSender(in), e);
    }
  }

  private static String unverifiedSender(ByteBuffer in) {
    try {
      in.position(in.position() + 1 + Long.BYTES); // fixed fields of each header
      return "; it may come from '" + Brief.of(text(name(in, Short.BYTES))) + "'";
    } catch (MalformedMessageException e) {
      return "";
    }
  }

  /** Rejects invalid UTF-8, which would be written back differently, and longer. */
  private static String text(byte[] name) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedMessageException("a name in a frame's header must be UTF-8", e);
    }
  }

  /** Reads a name that is followed by at least {@code following} bytes. */
  private static byte[] name(ByteBuffer in, int following) {
    int length = in.getShort() & 0xffff;
    int left = in.remaining() - following;
    if (length > left || length > MOST_BYTES) {
      throw new MalformedMessageException(
          "a name in a frame's header must have at most " + left + " bytes (got " + length + ")");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /**
   * The node whose key signs it; between managers, the name of the common key.
   *
   * @throws MalformedMessageException if it names none
   */
  String node() {
    if (way == Way.ASK || way == Way.ANSWER) {
      return MANAGERS;
    }
    String named = node;
    if (named == null) {
      try {
        boolean toNode = way == Way.TASK_BATCH || way == Way.FORWARD;
        named = NodeId.parse(toNode ? addressee : sender).name();
      } catch (IllegalArgumentException e) {
        throw new MalformedMessageException(e.getMessage(), e);
      }
      node = named;
    }
    return named;
  }

  /** Returns whether a heartbeat or call lists {@code name} as an addressee. */
  public boolean lists(String name) {
    return List.of(addressee.split(",", -1)).contains(name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FrameHeader that && Arrays.equals(bytes(), that.bytes());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes());
  }

  public String shown() {
    return way + " of '" + sender.substring(0, Math.min(100, sender.length())) + "'";
  }
}
