package org.dharch.cmanager.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQMapMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQObjectMessage;
import org.apache.activemq.command.ActiveMQStreamMessage;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.util.ByteSequence;
import org.dharch.api.MessageId;
import org.dharch.cmanager.frame.FrameHeader.Way;
import org.dharch.cmanager.options.FrameKey;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.WireVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameTest {
  private static final byte[] HEAD = {1, 2, 3};
  private static final FrameHeader TO_NODE = TestKeys.taskBatch("n~1");

  private static Frame.Opened open(byte[] bytes) throws JMSException {
    return Frame.open(TestKeys.message(bytes), TestKeys.GUARD);
  }

  private static byte[] frame(byte[]... payloads) throws JMSException {
    return TestKeys.frame(
        TO_NODE,
        Stream.of(payloads)
            .map(b -> new Outbox.OutgoingItem(new MessageId(0, 0), HEAD, b, 0, () -> {}))
            .toList());
  }

  @Test
  void itemsAreReadAsWritten() throws JMSException {
    List<byte[]> items = List.of(new byte[0], new byte[] {1}, new byte[100_000]);
    Frame.Opened back = open(frame(items.toArray(byte[][]::new)));
    assertEquals(TO_NODE, back.header());
    assertEquals(3, back.items().size());
    for (int i = 0; i < 3; i++) {
      assertArrayEquals(HEAD, back.items().get(i).head());
      assertArrayEquals(items.get(i), back.items().get(i).payload());
    }
  }

  /** A frame is read where it lies: not all of the array need be it. */
  @Test
  void frameIsReadAtAnyOffset() throws JMSException {
    byte[] frame = frame(HEAD, new byte[70_000]);
    byte[] around = new byte[frame.length + 30];
    Arrays.fill(around, (byte) 'D');
    System.arraycopy(frame, 0, around, 11, frame.length);
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.setContent(new ByteSequence(around, 11, frame.length));
    List<Frame.Item> items = Frame.open(message, TestKeys.GUARD).items();
    assertArrayEquals(HEAD, items.get(0).payload());
    assertEquals(70_000, items.get(1).payload().length);
    assertArrayEquals(frame, Arrays.copyOfRange(around, 11, 11 + frame.length));
  }

  /** Fault D: every bit of a frame is under its seal, those that say who speaks to whom first. */
  @Test
  void everyChangedBitIsDetected() throws JMSException {
    byte[] good = frame(new byte[] {1, 2, 3});
    for (int i = 0; i < good.length * 8; i++) {
      byte[] bad = good.clone();
      bad[i / 8] ^= (byte) (1 << i % 8);
      assertRefused(bad);
    }
    assertRefused(Arrays.copyOf(good, good.length - 1));
    assertRefused(Arrays.copyOf(good, good.length + 1));
    assertEquals(1, open(good).items().size());
  }

  private static void assertRefused(byte[] bytes) {
    RuntimeException e = assertThrows(RuntimeException.class, () -> open(bytes));
    assertTrue(
        e instanceof ForgedFrameException || e instanceof MalformedMessageException, e::toString);
  }

  /** Fault D: a node's own key opens and makes what is between it and its managers, no more. */
  @Test
  void nodeKeyIsValidForOneNode() throws JMSException {
    KeyRing keys = new KeyRing.NodeKey("n", TestKeys.NAMESPACE.node("n").orElseThrow());
    FrameGuard own = FrameGuard.of(keys, false);
    assertEquals(1, Frame.open(TestKeys.message(frame(HEAD)), own).items().size());
    byte[] another = TestKeys.frame(TestKeys.taskBatch("m~1"), items());
    assertThrows(ForgedFrameException.class, () -> Frame.open(TestKeys.message(another), own));
    FrameHeader inAnothersName = new FrameHeader(Way.REPLY, false, 0, "m~1", "manager");
    assertThrows(
        ForgedFrameException.class,
        () -> Frame.write(new ActiveMQBytesMessage(), inAnothersName, own, items()));
    assertEquals(Optional.empty(), keys.node("m"));
  }

  private static List<Outbox.OutgoingItem> items() {
    return List.of(new Outbox.OutgoingItem(new MessageId(0, 0), HEAD, HEAD, 0, () -> {}));
  }

  @Test
  void frameOfAnotherNamespaceIsForged() throws JMSException {
    byte[] bytes = frame(HEAD);
    ForgedFrameException e =
        assertThrows(
            ForgedFrameException.class,
            () -> Frame.open(TestKeys.message(bytes), FrameGuard.of(TestKeys.namespace(2), false)));
    assertTrue(e.getMessage().contains("TASK_BATCH of 'manager'"), e.getMessage());
  }

  /** A key shows itself nowhere. */
  @Test
  void keysAreNotPrinted() {
    String shown = TestKeys.NAMESPACE + " " + new KeyRing.NodeKey("n", new FrameKey(new byte[32]));
    assertTrue(!shown.contains("[B") && !shown.contains("00"), shown);
  }

  static Stream<byte[]> malformed() {
    return Stream.of(
        body(0), // no item
        body(65),
        body(1), // an item promised
        body(1, 1), // a byte promised
        body(1, -1),
        body(1, Integer.MAX_VALUE),
        body(1, 0),
        body(1, 0, 1),
        body(2, 0, 0),
        body(1, 0, 0, 0), // more than said
        new byte[0],
        new byte[1]);
  }

  @ParameterizedTest
  @MethodSource
  void malformed(byte[] body) throws JMSException {
    byte[] bytes = TestKeys.guarded(TO_NODE, body);
    assertThrows(MalformedMessageException.class, () -> open(bytes));
  }

  static Stream<byte[]> noHeader() {
    return Stream.of(
        new byte[0],
        new byte[] {'D'},
        new byte[] {'D', 'F', WireVersion.CURRENT, 0},
        "DH of something else, and longer".getBytes(StandardCharsets.UTF_8),
        new FrameHeader(Way.TASK_BATCH, false, 0, "m", "n").bytes(), // no node id
        nameThatIsNotUtf8());
  }

  /** Read as text and written again it would be three times as long. */
  private static byte[] nameThatIsNotUtf8() {
    byte[] name = new byte[1000];
    Arrays.fill(name, (byte) 'x');
    FrameHeader named =
        new FrameHeader(Way.REPLY, false, 0, "n~" + new String(name, StandardCharsets.UTF_8), "m");
    byte[] bytes = named.bytes();
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == 'x' ? (byte) 0xFF : bytes[i];
    }
    return Arrays.copyOf(bytes, bytes.length + 100); // and what would be items
  }

  @ParameterizedTest
  @MethodSource
  void noHeader(byte[] bytes) throws JMSException {
    assertRefused(bytes);
  }

  @Test
  void unknownVersionIsReported() throws JMSException {
    for (int version : new int[] {0, 2, 255}) {
      byte[] bytes = frame(HEAD);
      bytes[2] = (byte) version;
      assertEquals(
          "wire version must be 1 (got " + version + "); it may come from 'manager'",
          assertThrows(MalformedMessageException.class, () -> open(bytes)).getMessage());
    }
  }

  /** An object, too: what is in it is never made. */
  @Test
  void unknownMessageTypeIsMalformed() {
    for (ActiveMQMessage message :
        List.of(
            new ActiveMQMessage(),
            new ActiveMQTextMessage(),
            new ActiveMQMapMessage(),
            new ActiveMQStreamMessage(),
            new ActiveMQObjectMessage())) {
      assertThrows(MalformedMessageException.class, () -> Frame.open(message, TestKeys.GUARD));
    }
  }

  @Test
  void randomBytesAreRejected() throws JMSException {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      byte[] body = body(1 + random.nextInt(3), random.nextInt(8), random.nextInt(8), 0, 0);
      byte[] cut = Arrays.copyOf(body, random.nextInt(body.length + 1));
      if (cut.length > 0) {
        cut[random.nextInt(cut.length)] = (byte) random.nextInt();
      }
      byte[] bytes = TestKeys.guarded(TO_NODE, cut);
      if (random.nextBoolean()) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        open(bytes);
      } catch (MalformedMessageException | ForgedFrameException e) {
        // as it should be
      }
    }
  }

  private static byte[] body(int count, int... words) {
    ByteBuffer out = ByteBuffer.allocate(2 + 4 * words.length);
    out.putShort((short) count);
    for (int word : words) {
      out.putInt(word);
    }
    return out.array();
  }
}
