package org.dharch.core.store;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Submission;
import org.dharch.core.wire.bytes.PropertiesFormat;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * A stored message as bytes, in the types of {@link WireWriter}:
 *
 * <pre>
 *  field           type                                      bound
 *  'D' 'H' 'S'     octet octet octet
 *  version         octet: 1
 *  checksum        int32, CRC-32 of what follows
 *  id              id, the key's
 *  head            {@link StoredHead}
 *  properties      {@link PropertiesFormat}                          maxProperties, maxPropertyBytes
 *  envelope        bytes                                     maxPayloadBytes
 *  progress        optional bytes                            maxProgressBytes, 1 GiB
 * </pre>
 *
 * Reading checks every length and value. It rejects a record that is incomplete, damaged, or
 * exceeds a limit, with a {@link MalformedMessageException}.
 */
final class StoredMessageCodec {
  private static final int VERSION = 1;
  private static final WireBound PROGRESS = new WireBound("maxProgressBytes", 1 << 30);
  private static final int CHECKSUM_AT = 4;
  private static final int CHECKED_FROM = CHECKSUM_AT + Integer.BYTES;
  private static final int EXPECTED_BYTES = 1024; // without the envelope

  private final PropertiesFormat properties;
  private final WireBound envelope;

  StoredMessageCodec(Limits limits) {
    this.properties = new PropertiesFormat(limits);
    this.envelope = new WireBound("maxPayloadBytes", limits.maxPayloadBytes());
  }

  /**
   * @throws MalformedMessageException if it is past a limit
   */
  byte[] encode(StoredMessage stored) {
    Submission submission = stored.submission();
    WireWriter out = new WireWriter(EXPECTED_BYTES);
    out.octet("begin", 'D').octet("begin", 'H').octet("begin", 'S').octet("version", VERSION);
    out.int32(0).id(stored.key().id());
    StoredHead.write(out, stored);
    properties.write(out, submission.properties().asMap());
    out.bytes("envelope", submission.envelope(), envelope);
    out.optional(stored.progress(), (o, p) -> o.bytes("progress", p, PROGRESS));
    byte[] bytes = out.toBytes();
    ByteBuffer.wrap(bytes).putInt(CHECKSUM_AT, checksum(bytes));
    return bytes;
  }

  private static int checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes, CHECKED_FROM, bytes.length - CHECKED_FROM);
    return (int) crc.getValue();
  }

  /**
   * Decodes a message.
   *
   * @throws MalformedMessageException if {@code bytes} are invalid or past a limit
   */
  StoredMessage decode(byte[] bytes) {
    WireReader in = new WireReader(bytes);
    if (in.octet("begin") != 'D' || in.octet("begin") != 'H' || in.octet("begin") != 'S') {
      throw new MalformedMessageException("not a stored message: it does not begin with 'DHS'");
    }
    int version = in.octet("version");
    if (version != VERSION) {
      throw new MalformedMessageException(
          "version of a stored message must be " + VERSION + " (got " + version + ")");
    }
    if (in.int32("checksum") != checksum(bytes)) {
      throw new MalformedMessageException("damaged or cut off: its checksum is wrong");
    }
    try {
      StoredMessage stored = read(in);
      in.end("a stored message");
      return stored;
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("not a stored message: " + e.getMessage(), e);
    }
  }

  private StoredMessage read(WireReader in) {
    MessageId id = in.id("id");
    StoredHead head = StoredHead.read(in);
    MessageProperties read = properties.read(in);
    StoredMessage stored = head.stored(id, read, in.bytes("envelope", envelope));
    return in.optional("progress", r -> r.bytes("progress", PROGRESS))
        .map(stored::so)
        .orElse(stored);
  }
}
