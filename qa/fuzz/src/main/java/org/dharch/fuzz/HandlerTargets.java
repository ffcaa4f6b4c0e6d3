package org.dharch.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;
import org.dharch.handlers.Decompressor;

/** Inputs of the ready-made handlers. */
final class HandlerTargets {
  private static final int MAX_BYTES = 1 << 20;
  private static final Decompressor DECOMPRESSOR = decompressor();

  private HandlerTargets() {}

  private static Decompressor decompressor() {
    Decompressor handler = new Decompressor();
    handler.init(Map.of("maxBytes", "" + MAX_BYTES));
    return handler;
  }

  /**
   * A compressed body: either an envelope, or a first byte that is not XML, three bytes with the
   * declared size, and compressed data. The output is within its limit and its message is an
   * envelope.
   */
  static void compressed(byte[] data) {
    boolean whole = data.length < 4 || data[0] == '<';
    byte[] envelope = whole ? data : envelope(data);
    HandlerMessage message =
        HandlerMessage.of(
            MessageId.random(new SplittableRandom(1)),
            1,
            envelope,
            MessageProperties.empty(),
            Set.of());
    Changes changes;
    try {
      changes = DECOMPRESSOR.handle(message);
    } catch (DHArchException e) {
      WireTargets.ignored(e);
      return;
    }
    byte[] body = changes.replaced().get(Part.body());
    if (body == null) {
      return; // another message, which continues
    }
    if (body.length > Math.max(MAX_BYTES, envelope.length)) {
      throw new AssertionError(body.length + " bytes from " + envelope.length);
    }
    byte[] merged = Merge.apply(envelope, changes, Limits.DEFAULT);
    Envelopes.check(merged, Limits.DEFAULT);
  }

  private static byte[] envelope(byte[] data) {
    int size = ((data[1] & 0xff) << 16) | ((data[2] & 0xff) << 8) | (data[3] & 0xff);
    String packed = Base64.getEncoder().encodeToString(Arrays.copyOfRange(data, 4, data.length));
    return ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + "<c:Compressed xmlns:c='urn:dharch:compression:1' algorithm='"
            + ((data[0] & 1) == 0 ? "gzip" : "deflate")
            + "' size='"
            + size
            + "' namespaces='p urn:p #default urn:d'>"
            + packed
            + "</c:Compressed></s:Body></s:Envelope>")
        .getBytes(StandardCharsets.UTF_8);
  }
}
