package org.dharch.core.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;

/**
 * DMFormat as bytes, the same on every transport. Big-endian:
 *
 * <pre>
 *  'D' 'H' version(1) | id high (8) | id low (8)
 *  number of properties (2), each: name length (2) name | type (1) value
 *  payload length (4) payload
 * </pre>
 *
 * A text value has a length (4) and UTF-8 bytes. Decoding trusts nothing: every length is checked
 * against {@link Limits} and against what is there before anything is allocated for it.
 */
public final class DMFormatCodec {
  private static final byte VERSION = 1;

  private final Limits limits;

  public DMFormatCodec(Limits limits) {
    this.limits = limits;
  }

  /**
   * The bytes of {@code message}.
   *
   * @throws MalformedMessageException if it is past a limit
   */
  public byte[] encode(DMFormat message) {
    byte[] payload = message.payload();
    if (payload.length > limits.maxPayloadBytes()) {
      throw tooLarge("payload", payload.length, "maxPayloadBytes", limits.maxPayloadBytes());
    }
    Map<String, Object> properties = message.properties().asMap();
    if (properties.size() > limits.maxProperties()) {
      throw tooLarge("properties", properties.size(), "maxProperties", limits.maxProperties());
    }
    byte[][] names = new byte[properties.size()][];
    byte[][] texts = new byte[properties.size()][];
    int size = 3 + 16 + 2 + 4 + payload.length;
    int i = 0;
    for (Map.Entry<String, Object> property : properties.entrySet()) {
      names[i] = property.getKey().getBytes(StandardCharsets.UTF_8);
      texts[i] =
          property.getValue() instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : null;
      int length = names[i].length + (texts[i] == null ? 8 : texts[i].length);
      if (length > limits.maxPropertyBytes()) {
        throw tooLarge(
            "property '" + property.getKey() + "'",
            length,
            "maxPropertyBytes",
            limits.maxPropertyBytes());
      }
      size += 2 + 1 + 4 + length;
      i++;
    }
    ByteBuffer out = ByteBuffer.allocate(size);
    out.put((byte) 'D').put((byte) 'H').put(VERSION);
    out.putLong(message.id().high()).putLong(message.id().low());
    out.putShort((short) properties.size());
    i = 0;
    for (Object value : properties.values()) {
      out.putShort((short) names[i].length).put(names[i]);
      putValue(out, value, texts[i]);
      i++;
    }
    out.putInt(payload.length).put(payload);
    return out.position() == size
        ? out.array()
        : java.util.Arrays.copyOf(out.array(), out.position());
  }

  private static void putValue(ByteBuffer out, Object value, byte[] text) {
    if (text != null) {
      out.put((byte) 'S').putInt(text.length).put(text);
    } else if (value instanceof Boolean b) {
      out.put((byte) (b ? 'T' : 'F'));
    } else if (value instanceof Integer n) {
      out.put((byte) 'I').putInt(n);
    } else if (value instanceof Long n) {
      out.put((byte) 'J').putLong(n);
    } else if (value instanceof Double n) {
      out.put((byte) 'D').putDouble(n);
    } else if (value instanceof Float n) {
      out.put((byte) 'E').putFloat(n);
    } else if (value instanceof Short n) {
      out.put((byte) 'H').putShort(n);
    } else if (value instanceof Byte n) {
      out.put((byte) 'B').put(n);
    } else {
      throw new IllegalStateException("MessageProperties let through " + value.getClass());
    }
  }

  /**
   * The message that {@code bytes} hold.
   *
   * @throws MalformedMessageException if they hold none, or one past a limit
   */
  public DMFormat decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      if (in.get() != 'D' || in.get() != 'H') {
        throw new MalformedMessageException("not a DMFormat: it does not begin with 'DH'");
      }
      byte version = in.get();
      if (version != VERSION) {
        throw new MalformedMessageException(
            "DMFormat version " + version + "; " + VERSION + " is understood");
      }
      MessageId id = new MessageId(in.getLong(), in.getLong());
      MessageProperties properties = properties(in);
      int length = in.getInt();
      check("payload", length, "maxPayloadBytes", limits.maxPayloadBytes(), in.remaining());
      byte[] payload = new byte[length];
      in.get(payload);
      if (in.hasRemaining()) {
        throw new MalformedMessageException(in.remaining() + " bytes after the end of a DMFormat");
      }
      return new DMFormat(id, properties, payload);
    } catch (BufferUnderflowException e) {
      throw new MalformedMessageException(
          "DMFormat cut off: " + bytes.length + " bytes are too few", e);
    }
  }

  private MessageProperties properties(ByteBuffer in) {
    int count = in.getShort() & 0xffff;
    check("properties", count, "maxProperties", limits.maxProperties(), in.remaining());
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String name = text(in, in.getShort() & 0xffff);
      if (values.put(name, value(in)) != null) {
        throw new MalformedMessageException("property '" + name + "' stands there twice");
      }
    }
    return MessageProperties.of(values);
  }

  private Object value(ByteBuffer in) {
    byte type = in.get();
    return switch (type) {
      case 'S' -> text(in, in.getInt());
      case 'T' -> true;
      case 'F' -> false;
      case 'I' -> in.getInt();
      case 'J' -> in.getLong();
      case 'D' -> in.getDouble();
      case 'E' -> in.getFloat();
      case 'H' -> in.getShort();
      case 'B' -> in.get();
      default ->
          throw new MalformedMessageException(
              "property type " + type + "; S T F I J D E H B are understood");
    };
  }

  private String text(ByteBuffer in, int length) {
    check("text", length, "maxPropertyBytes", limits.maxPropertyBytes(), in.remaining());
    ByteBuffer slice = in.slice(in.position(), length);
    in.position(in.position() + length);
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(slice);
      return text.toString();
    } catch (CharacterCodingException e) {
      throw new MalformedMessageException("a property is not UTF-8", e);
    }
  }

  private static void check(String what, int length, String bound, int max, int there) {
    if (length < 0 || length > max) {
      throw tooLarge(what, length, bound, max);
    }
    if (length > there) {
      throw new BufferUnderflowException();
    }
  }

  private static MalformedMessageException tooLarge(String what, int is, String bound, int max) {
    return new MalformedMessageException(
        what + "=" + (is & 0xffffffffL) + " > " + bound + "=" + max);
  }
}
