package org.dharch.cmanager.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.dharch.cmanager.frame.FrameHeader.Way;
import org.dharch.cmanager.options.FrameKey;
import org.dharch.cmanager.options.KeyRing;

/** A namespace key for tests, and frames signed with it. */
public final class TestKeys {
  public static final KeyRing.NamespaceKey NAMESPACE = namespace(1);
  public static final FrameGuard GUARD = FrameGuard.of(NAMESPACE, false);

  private TestKeys() {}

  public static KeyRing.NamespaceKey namespace(int seed) {
    byte[] bytes = new byte[FrameKey.BYTES];
    bytes[0] = (byte) seed;
    return new KeyRing.NamespaceKey(new FrameKey(bytes));
  }

  public static FrameHeader taskBatch(String node) {
    return new FrameHeader(Way.TASK_BATCH, false, 0, "manager", node);
  }

  public static FrameHeader heartbeat(String node, long number, String recorder) {
    return new FrameHeader(Way.HEARTBEAT, false, number, node, recorder);
  }

  /** The bytes of a sealed frame. */
  public static byte[] frame(FrameHeader header, List<Outbox.OutgoingItem> items)
      throws JMSException {
    return frame(header, GUARD, items);
  }

  /** The same under another guard. */
  public static byte[] frame(FrameHeader header, FrameGuard guard, List<Outbox.OutgoingItem> items)
      throws JMSException {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    Frame.write(message, header, guard, items);
    return bytes(message);
  }

  /** {@code rest} behind a header, with a seal that holds, or encrypted as the header says. */
  static byte[] guarded(FrameHeader header, byte[] rest) {
    FrameCipher ciphers = new FrameCipher(NAMESPACE, header.encrypted() ? "encrypt" : "seal");
    try {
      byte[] begin = header.bytes();
      FrameBytes frame =
          new FrameBytes(begin.length + FrameCipher.STAMP + rest.length + FrameCipher.TAG);
      byte[] out = ciphers.begin(begin, header.node(), frame::put).doFinal(rest);
      if (!header.encrypted()) {
        System.arraycopy(rest, 0, out, 0, rest.length);
      }
      frame.put(out);
      return frame.array();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** The stamp of the next frame that an end begins. */
  static byte[] stamp(FrameCipher ciphers, FrameHeader header) {
    byte[] begin = header.bytes();
    FrameBytes frame = new FrameBytes(begin.length + FrameCipher.STAMP);
    ciphers.begin(begin, header.node(), frame::put);
    assertEquals(frame.array().length, frame.length());
    return Arrays.copyOfRange(frame.array(), begin.length, frame.length());
  }

  private static byte[] bytes(ActiveMQBytesMessage message) throws JMSException {
    message.reset();
    byte[] bytes = new byte[(int) message.getBodyLength()];
    message.readBytes(bytes);
    return bytes;
  }

  public static BytesMessage message(byte[] bytes) throws JMSException {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.writeBytes(bytes);
    message.reset();
    return message;
  }
}
