package org.dharch.cmanager.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import jakarta.jms.JMSException;
import java.util.Arrays;
import java.util.List;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.dharch.api.MessageId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameBytesTest {
  private static List<Outbox.OutgoingItem> items(int... lengths) {
    return Arrays.stream(lengths)
        .mapToObj(
            n ->
                new Outbox.OutgoingItem(new MessageId(1, 2), new byte[7], new byte[n], 0, () -> {}))
        .toList();
  }

  private static FrameHeader header(boolean encrypted) {
    return new FrameHeader(FrameHeader.Way.REPLY, encrypted, 0, "a-node~1", "m");
  }

  /** What was allocated is what is written, so that nothing grows. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFrameIsAsLongAsWasReckoned(boolean encrypted) {
    FrameGuard guard = FrameGuard.of(TestKeys.NAMESPACE, encrypted);
    for (int length : new int[] {0, 1, 15, 16, 17, 70_000, 300_001}) {
      FrameBytes frame = guard.write(header(encrypted), items(length, 3, length));
      assertEquals(frame.array().length, frame.length());
    }
  }

  @Test
  void frameBecomesBodyWithoutCopy() throws JMSException {
    FrameBytes frame = new FrameBytes(3);
    frame.put(new byte[] {1, 2, 3});
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    frame.into(message);
    assertSame(frame.array(), message.getContent().getData());
  }

  /** Whoever has ActiveMQ compress what it sends gets that. */
  @Test
  void compressionOfConnectionIsKept() throws Exception {
    var factory = new ActiveMQConnectionFactory("vm://compressing?broker.persistent=false");
    factory.setUseCompression(true);
    try (var connection = factory.createConnection();
        var session = connection.createSession()) {
      FrameBytes frame = new FrameBytes(10_000);
      frame.put(new byte[10_000]);
      ActiveMQBytesMessage message = (ActiveMQBytesMessage) session.createBytesMessage();
      frame.into(message);
      message.onSend();
      assertEquals(true, message.isCompressed());
      message.reset();
      byte[] read = new byte[10_000];
      message.readBytes(read);
      assertArrayEquals(frame.array(), read);
    }
  }
}
