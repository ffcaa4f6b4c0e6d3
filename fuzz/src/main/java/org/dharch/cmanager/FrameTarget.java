package org.dharch.cmanager;

import jakarta.jms.JMSException;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.util.ByteSequence;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.fuzz.FuzzTarget;
import org.dharch.fuzz.WireTargets;

/** A JMS message from the broker, whoever put it there. */
public final class FrameTarget implements FuzzTarget {
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);

  @Override
  public void take(byte[] data) throws JMSException {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.setContent(new ByteSequence(data));
    message.setReadOnlyBody(true);
    try {
      for (Frame.Item item : Frame.read(message)) {
        WireTargets.meaning(CODEC.decode(item.head(), item.payload()));
      }
    } catch (MalformedMessageException e) {
      if (e.getMessage() == null) {
        throw new AssertionError("it says nothing", e);
      }
    }
  }
}
