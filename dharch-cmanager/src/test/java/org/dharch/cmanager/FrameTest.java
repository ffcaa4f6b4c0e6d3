package org.dharch.cmanager;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameTest {
  private static final byte[] HEAD = {1, 2, 3};

  @Test
  void itemsComeBackAsTheyWere() throws JMSException {
    List<byte[]> items = List.of(new byte[0], new byte[] {1}, new byte[100_000]);
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    Frame.write(
        message,
        items.stream().map(b -> new Outbox.OutgoingItem(new MessageId(0, 0), HEAD, b, 0)).toList());
    message.reset();
    List<Frame.Item> back = Frame.read(message);
    assertEquals(3, back.size());
    for (int i = 0; i < 3; i++) {
      assertArrayEquals(HEAD, back.get(i).head());
      assertArrayEquals(items.get(i), back.get(i).payload());
    }
  }

  static Stream<byte[]> malformed() {
    return Stream.of(
        new byte[0],
        new byte[] {'D'},
        new byte[] {'D', 'F', 2, 0},
        frame(2, 0), // no item
        frame(2, 65),
        frame(1, 1, 0, 0), // the version before
        frame(3, 1, 0, 0), // a version to come
        frame(2, 1), // an item promised
        frame(2, 1, 1), // a byte promised
        frame(2, 1, -1),
        frame(2, 1, Integer.MAX_VALUE),
        frame(2, 1, 0),
        frame(2, 1, 0, 1),
        frame(2, 2, 0, 0),
        frame(2, 1, 0, 0, 0), // more than said
        "DH of something else".getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource
  void malformed(byte[] bytes) throws JMSException {
    assertThrows(MalformedMessageException.class, () -> Frame.read(message(bytes)));
  }

  @Test
  void anotherVersionIsSaid() {
    for (int version : new int[] {1, 3, 255}) {
      assertEquals(
          "wire version " + version + "; 2 is spoken here",
          assertThrows(
                  MalformedMessageException.class,
                  () -> Frame.read(message(frame(version, 1, 0, 0))))
              .getMessage());
    }
  }

  @Test
  void anotherKindOfMessageIsMalformed() {
    assertThrows(MalformedMessageException.class, () -> Frame.read(new ActiveMQTextMessage()));
  }

  @Test
  void noBytesBreakTheReader() throws JMSException {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = frame(2, 1 + random.nextInt(3), random.nextInt(8), random.nextInt(8), 0, 0);
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      try {
        Frame.read(message(java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 1))));
      } catch (MalformedMessageException e) {
        // as it should be
      }
    }
  }

  private static byte[] frame(int version, int count, int... words) {
    ByteBuffer out = ByteBuffer.allocate(5 + 4 * words.length);
    out.put((byte) 'D').put((byte) 'F').put((byte) version).putShort((short) count);
    for (int word : words) {
      out.putInt(word);
    }
    return out.array();
  }

  private static ActiveMQBytesMessage message(byte[] bytes) throws JMSException {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.writeBytes(bytes);
    message.reset();
    return message;
  }
}
