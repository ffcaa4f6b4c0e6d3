package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.dharch.cmanager.FrameHeader.Way;

/** A system's key for tests, and what is sealed with it. */
final class TestKeys {
  static final KeyRing.SystemKey SYSTEM = system(1);
  static final FrameGuard GUARD = new SealedFrames(SYSTEM);

  private TestKeys() {}

  static KeyRing.SystemKey system(int seed) {
    byte[] bytes = new byte[FrameKey.BYTES];
    bytes[0] = (byte) seed;
    return new KeyRing.SystemKey(new FrameKey(bytes));
  }

  static FrameHeader taskBatch(String node) {
    return new FrameHeader(Way.TASK_BATCH, false, 0, "manager", node);
  }

  static FrameHeader heartbeat(String node, long number, String heard) {
    return new FrameHeader(Way.HEARTBEAT, false, number, node, heard);
  }

  /** The bytes of a sealed frame. */
  static byte[] frame(FrameHeader header, List<Outbox.OutgoingItem> items) throws JMSException {
    return frame(header, GUARD, items);
  }

  /** The same under another guard. */
  static byte[] frame(FrameHeader header, FrameGuard guard, List<Outbox.OutgoingItem> items)
      throws JMSException {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    Frame.write(message, header, guard, items);
    message.reset();
    byte[] bytes = new byte[(int) message.getBodyLength()];
    message.readBytes(bytes);
    return bytes;
  }

  /** {@code rest} behind a header, with a seal that holds, or encrypted as the header says. */
  static byte[] guarded(FrameHeader header, byte[] rest) {
    FrameCipher ciphers = new FrameCipher(SYSTEM, header.encrypted() ? "encrypt" : "seal");
    FrameCipher.Begun begun = ciphers.write(header);
    try {
      byte[] out = begun.cipher().doFinal(rest);
      int before = begun.header().length + FrameCipher.STAMP;
      ByteBuffer all = ByteBuffer.allocate(before + out.length);
      all.put(begun.header()).put(begun.stamp()).put(out);
      if (!header.encrypted()) {
        all.put(before, rest);
      }
      return all.array();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static BytesMessage message(byte[] bytes) throws JMSException {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.writeBytes(bytes);
    message.reset();
    return message;
  }
}
