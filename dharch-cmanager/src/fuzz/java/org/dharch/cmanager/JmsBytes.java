package org.dharch.cmanager;

import jakarta.jms.JMSException;
import java.util.Arrays;
import java.util.function.Consumer;
import javax.crypto.Mac;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.util.ByteSequence;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;

/** The fuzzer's door to what reads a JMS message from the broker, whatever put it there. */
public final class JmsBytes {
  private static final KeyRing KEYS = new KeyRing.SystemKey(new FrameKey(new byte[FrameKey.BYTES]));

  private static final FrameGuard GUARD = new SealedFrames(KEYS);

  private JmsBytes() {}

  /**
   * Gives {@code reader} what stands in a JMS message of these bytes, one after another.
   *
   * @throws MalformedMessageException if that is no frame, or an item in it no DMFormat
   */
  public static void read(byte[] data, DMFormatCodec codec, Consumer<DMFormat> reader)
      throws JMSException {
    try {
      FrameHeader header = FrameHeader.read(message(data));
      for (Frame.Item item : Frame.open(message(sealed(header, data)), GUARD).items()) {
        reader.accept(codec.decode(item.head(), item.payload()));
      }
    } catch (ForgedFrameException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }

  /** As one who has the key would send it, so that what stands behind the seal is read. */
  private static byte[] sealed(FrameHeader header, byte[] data) {
    if (header.way() == FrameHeader.Way.CALL) {
      return data;
    }
    Mac mac = KEYS.node(header.node()).orElseThrow().mac();
    byte[] seal = mac.doFinal(data);
    byte[] all = Arrays.copyOf(data, data.length + seal.length);
    System.arraycopy(seal, 0, all, data.length, seal.length);
    return all;
  }

  private static ActiveMQBytesMessage message(byte[] data) {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.setContent(new ByteSequence(data));
    message.setReadOnlyBody(true);
    return message;
  }
}
