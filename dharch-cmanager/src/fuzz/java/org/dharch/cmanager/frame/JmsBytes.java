package org.dharch.cmanager.frame;

import jakarta.jms.JMSException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import javax.crypto.Cipher;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.util.ByteSequence;
import org.dharch.cmanager.options.FrameKey;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;

/** The fuzzer's door to what reads a JMS message from the broker, whatever put it there. */
public final class JmsBytes {
  private static final KeyRing KEYS =
      new KeyRing.NamespaceKey(new FrameKey(new byte[FrameKey.BYTES]));
  private static final FrameGuard SIGNED = FrameGuard.of(KEYS, false);
  private static final FrameGuard ENCRYPTED = FrameGuard.of(KEYS, true);
  private static final FrameCipher SEALING = new FrameCipher(KEYS, "seal");
  private static final FrameCipher ENCRYPTING = new FrameCipher(KEYS, "encrypt");

  private JmsBytes() {}

  /**
   * Gives {@code reader} what stands in a JMS message of these bytes, one after another. They are a
   * frame as one without keys would have it: a header and items.
   *
   * @throws MalformedMessageException if that is no frame, or an item in it no DMFormat
   */
  public static void read(byte[] data, DMFormatCodec codec, Consumer<DMFormat> reader)
      throws JMSException {
    try {
      FrameHeader header = FrameHeader.read(ByteBuffer.wrap(data));
      FrameGuard guard = header.encrypted() ? ENCRYPTED : SIGNED;
      for (Frame.Item item : Frame.open(guarded(header, data), guard).items()) {
        reader.accept(codec.decode(item.head(), item.payload()));
      }
    } catch (ForgedFrameException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }

  /**
   * A frame, without what guards it.
   *
   * @param way as {@link FrameHeader.Way} calls it
   */
  public static byte[] frame(
      String way, boolean encrypted, String sender, String addressee, List<DMFormat> messages)
      throws JMSException {
    Codec codec = new Codec(JmsOptions.DEFAULT);
    FrameHeader header =
        new FrameHeader(FrameHeader.Way.valueOf(way), encrypted, 1, sender, addressee);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(header.bytes());
    FrameItems.write(
        messages.stream().map(message -> codec.encode(message, Codec.DEFAULT_TTL)).toList(),
        out::writeBytes);
    return out.toByteArray();
  }

  /** As one who has the key would send it, so that what stands under the guard is read. */
  private static ActiveMQBytesMessage guarded(FrameHeader header, byte[] data) throws JMSException {
    byte[] begin = header.bytes();
    if (header.way() == FrameHeader.Way.CALL || begin.length > data.length) {
      return message(data);
    }
    byte[] items = Arrays.copyOfRange(data, begin.length, data.length);
    FrameBytes frame =
        new FrameBytes(begin.length + FrameCipher.STAMP + items.length + FrameCipher.TAG);
    Cipher cipher =
        (header.encrypted() ? ENCRYPTING : SEALING).begin(begin, header.node(), frame::put);
    try {
      byte[] under = cipher.doFinal(items);
      if (!header.encrypted()) {
        System.arraycopy(items, 0, under, 0, items.length);
      }
      frame.put(under);
      ActiveMQBytesMessage guarded = new ActiveMQBytesMessage();
      frame.into(guarded);
      guarded.reset();
      return guarded;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static ActiveMQBytesMessage message(byte[] data) {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.setContent(new ByteSequence(data));
    message.setReadOnlyBody(true);
    return message;
  }
}
