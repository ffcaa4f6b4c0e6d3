package org.dharch.cmanager.frame;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.util.ByteSequence;

/**
 * A frame while it is written, allocated at its final length: a JMS message's own buffer grows by
 * doubling, which for a large frame is more garbage than the frame. Not thread-safe.
 */
final class FrameBytes {
  private final byte[] bytes;
  private int length;

  FrameBytes(long size) {
    this.bytes = new byte[Math.toIntExact(size)];
  }

  void put(byte[] added) {
    System.arraycopy(added, 0, bytes, length, added.length);
    length += added.length;
  }

  /** The array for a cipher's output; call {@link #wrote} afterwards. */
  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  void wrote(int added) {
    length += added;
  }

  /** Becomes the body of {@code message}, without a copy unless ActiveMQ is to compress it. */
  void into(BytesMessage message) throws JMSException {
    if (message instanceof ActiveMQBytesMessage active
        && (active.getConnection() == null || !active.getConnection().isUseCompression())) {
      active.setContent(new ByteSequence(bytes, 0, length));
    } else {
      message.writeBytes(bytes, 0, length);
    }
  }
}
