package org.dharch.core.wire;

import java.util.function.Supplier;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.PropertiesFormat;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * DMFormat as bytes, the same on every transport, in the types of {@link WireWriter}:
 *
 * <pre>
 *  field       type                                     bound
 *  'D' 'H'     octet octet
 *  version     octet, {@link WireVersion#CURRENT}
 *  id          id
 *  properties  {@link PropertiesFormat}                         maxProperties, maxPropertyBytes
 *  control     bytes                                    maxControlBytes, 1 MiB
 *  -- the head ends here; a transport may carry the payload apart from it
 *  payload     bytes                                    maxPayloadBytes
 * </pre>
 *
 * Decoding trusts nothing. Safe for any thread.
 */
public final class DMFormatCodec {
  private static final WireBound CONTROL = new WireBound("maxControlBytes", 1 << 20);

  /** The fixed fields and the lengths, and usual properties. */
  private static final int EXPECTED_HEAD = 256;

  private final PropertiesFormat properties;
  private final WireBound payload;

  public DMFormatCodec(Limits limits) {
    this.properties = new PropertiesFormat(limits);
    this.payload = new WireBound("maxPayloadBytes", limits.maxPayloadBytes());
  }

  /**
   * The bytes of {@code message}.
   *
   * @throws MalformedMessageException if it is past a limit
   */
  public byte[] encode(DMFormat message) {
    WireWriter out = writeHead(message);
    return out.bytes("payload", message.payload(), payload).toBytes();
  }

  /**
   * As {@link #encode}, without the payload, which goes another way and is within its limit too.
   *
   * @throws MalformedMessageException if the message is past a limit
   */
  public byte[] head(DMFormat message) {
    return writeHead(message).toBytes();
  }

  private WireWriter writeHead(DMFormat message) {
    payload.check("payload", message.payload().length);
    WireWriter out = new WireWriter(EXPECTED_HEAD + message.control().length);
    out.octet("begin", 'D').octet("begin", 'H').octet("version", WireVersion.CURRENT);
    out.id(message.id());
    properties.write(out, message.properties().asMap());
    return out.bytes("control", message.control(), CONTROL);
  }

  /**
   * The message that {@code bytes} hold.
   *
   * @throws MalformedMessageException if they hold none, or one past a limit
   */
  public DMFormat decode(byte[] bytes) {
    WireReader in = new WireReader(bytes);
    return read(in, () -> in.bytes("payload", payload));
  }

  /**
   * The message of this {@linkplain #head head} and payload.
   *
   * @throws MalformedMessageException if that is none, or one past a limit
   */
  public DMFormat decode(byte[] head, byte[] apart) {
    payload.check("payload", apart.length);
    return read(new WireReader(head), () -> apart);
  }

  private DMFormat read(WireReader in, Supplier<byte[]> behind) {
    begin(in);
    WireVersion.check(in.octet("version"));
    MessageId id = in.id("id");
    MessageProperties read = properties.read(in);
    byte[] control = in.bytes("control", CONTROL);
    DMFormat message = new DMFormat(id, new DMFormat.Content(read, control, behind.get()));
    in.end("a DMFormat");
    return message;
  }

  private static void begin(WireReader in) {
    if (in.octet("begin") != 'D' || in.octet("begin") != 'H') {
      throw new MalformedMessageException("not a DMFormat: it does not begin with 'DH'");
    }
  }
}
