package org.dharch.cmanager;

import jakarta.jms.JMSException;
import java.util.function.Consumer;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.util.ByteSequence;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;

/** The fuzzer's door to what reads a JMS message from the broker, whatever put it there. */
public final class JmsBytes {
  private JmsBytes() {}

  /**
   * Gives {@code reader} what stands in a JMS message of these bytes, one after another.
   *
   * @throws MalformedMessageException if that is no frame, or an item in it no DMFormat
   */
  public static void read(byte[] data, DMFormatCodec codec, Consumer<DMFormat> reader)
      throws JMSException {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.setContent(new ByteSequence(data));
    message.setReadOnlyBody(true);
    for (Frame.Item item : Frame.read(message)) {
      reader.accept(codec.decode(item.head(), item.payload()));
    }
  }
}
