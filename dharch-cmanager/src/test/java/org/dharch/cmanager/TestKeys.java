package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
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

  /** {@code rest} behind a header, with a seal that holds. */
  static byte[] sealed(FrameHeader header, byte[] rest) {
    byte[] begin = header.bytes();
    byte[] all = java.util.Arrays.copyOf(begin, begin.length + rest.length + FrameKey.BYTES);
    System.arraycopy(rest, 0, all, begin.length, rest.length);
    javax.crypto.Mac mac = SYSTEM.node(header.node()).orElseThrow().mac();
    mac.update(all, 0, begin.length + rest.length);
    System.arraycopy(mac.doFinal(), 0, all, begin.length + rest.length, FrameKey.BYTES);
    return all;
  }

  static BytesMessage message(byte[] bytes) throws JMSException {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.writeBytes(bytes);
    message.reset();
    return message;
  }
}
