package org.dharch.core.wire.bytes;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;

/**
 * Properties as bytes, in a DMFormat, in a result and on disk:
 *
 * <pre>
 *  field       type                                      bound
 *  properties  list of:                                  maxProperties
 *    name        text                                    with its value maxPropertyBytes
 *    type        octet: S T F I J D E H B
 *    value       S text; T, F (true, false) nothing; I int32; J int64; D int64, the bits
 *                of a double; E int32, the bits of a float; H int16; B octet
 * </pre>
 *
 * Half a surrogate pair in a value, as a text that was cut leaves it, travels as '?'; in a name it
 * is refused, for that would be another name.
 *
 * <p>HTTP headers whose names differ only in case, as a sender of before wrote them, are read as
 * one.
 *
 * <p>Stateless, safe for any thread.
 */
public final class PropertiesFormat {
  private final WireBound count;
  private final WireBound size;

  public PropertiesFormat(Limits limits) {
    this.count = new WireBound("maxProperties", limits.maxProperties());
    this.size = new WireBound("maxPropertyBytes", limits.maxPropertyBytes());
  }

  /**
   * Writes {@code properties}.
   *
   * @throws MalformedMessageException if they are past a limit
   */
  public void write(WireWriter out, Map<String, Object> properties) {
    out.list("properties", properties.entrySet(), count, this::write);
  }

  private void write(WireWriter out, Map.Entry<String, Object> property) {
    int before = out.size();
    try {
      out.text("name", property.getKey(), WireBound.NONE);
      value(out, property.getValue());
    } catch (MalformedMessageException e) {
      throw new MalformedMessageException(
          "property '" + WireWriter.shown(property.getKey()) + "': " + e.getMessage(), e);
    }
    checkSize(property.getKey(), property.getValue(), out.size() - before);
  }

  /** That name and value are together within their bound; lengths and type do not count. */
  private void checkSize(String name, Object value, int written) {
    int bytes = written - 1 - (value instanceof String ? 2 : 1) * Integer.BYTES;
    if (bytes > size.most()) {
      size.check("property '" + WireWriter.shown(name) + "'", bytes);
    }
  }

  private void value(WireWriter out, Object value) {
    if (value instanceof String text) {
      out.octet("type", 'S').text("value", WireWriter.writable(text), WireBound.NONE);
    } else if (value instanceof Boolean b) {
      out.octet("type", b ? 'T' : 'F');
    } else if (value instanceof Integer n) {
      out.octet("type", 'I').int32(n);
    } else if (value instanceof Long n) {
      out.octet("type", 'J').int64(n);
    } else if (value instanceof Double n) {
      out.octet("type", 'D').int64(Double.doubleToRawLongBits(n));
    } else if (value instanceof Float n) {
      out.octet("type", 'E').int32(Float.floatToRawIntBits(n));
    } else if (value instanceof Short n) {
      out.octet("type", 'H').int16(n);
    } else if (value instanceof Byte n) {
      out.octet("type", 'B').octet("value", n & 0xff);
    } else {
      throw new IllegalStateException("unsupported type of a property: " + value.getClass());
    }
  }

  /**
   * Reads properties.
   *
   * @throws MalformedMessageException if they are malformed or exceed a limit
   */
  public MessageProperties read(WireReader in) {
    int number = count.check("properties", in.number("properties"));
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < number; i++) {
      int before = in.left();
      String name = in.text("the name of a property", size);
      Object value = value(in);
      checkSize(name, value, before - in.left());
      if (values.put(name, value) != null) {
        throw new MalformedMessageException(
            "property '" + WireWriter.shown(name) + "' must be unique");
      }
    }
    MessageProperties read = MessageProperties.of(values);
    if (read.size() < values.size()) {
      read.asMap().forEach((name, value) -> checkJoined(name, value.toString()));
    }
    return read;
  }

  private void checkJoined(String name, String value) {
    size.check("property '" + WireWriter.shown(name) + "'", utf8(name) + utf8(value));
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private Object value(WireReader in) {
    int type = in.octet("the type of a property");
    String field = "the value of a property";
    return switch (type) {
      case 'S' -> in.text(field, size);
      case 'T' -> true;
      case 'F' -> false;
      case 'I' -> in.int32(field);
      case 'J' -> in.int64(field);
      case 'D' -> Double.longBitsToDouble(in.int64(field));
      case 'E' -> Float.intBitsToFloat(in.int32(field));
      case 'H' -> in.int16(field);
      case 'B' -> (byte) in.octet(field);
      default ->
          throw new MalformedMessageException(
              "property type must be one of S T F I J D E H B (got " + type + ")");
    };
  }
}
