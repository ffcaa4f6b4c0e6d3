package org.dharch.cmanager.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both guards, sealed and encrypted, keep the same of frames. */
class FrameGuardTest {
  private static final byte[] MARK =
      "marked: nobody else reads this".getBytes(StandardCharsets.UTF_8);
  private static final Random RANDOM = new Random(21);

  private static FrameGuard guard(boolean encrypt) {
    return FrameGuard.of(TestKeys.NAMESPACE, encrypt);
  }

  private static byte[] frame(FrameGuard guard, byte[]... payloads) throws JMSException {
    List<Outbox.OutgoingItem> items = new ArrayList<>();
    for (byte[] payload : payloads) {
      items.add(
          new Outbox.OutgoingItem(new MessageId(0, 0), new byte[] {1, 2, 3}, payload, 0, () -> {}));
    }
    FrameHeader header =
        new FrameHeader(FrameHeader.Way.TASK_BATCH, guard.encrypts(), 0, "manager", "n~1");
    return TestKeys.frame(header, guard, items);
  }

  private static List<Frame.Item> open(FrameGuard guard, byte[] bytes) throws JMSException {
    return Frame.open(TestKeys.message(bytes), guard).items();
  }

  private static boolean contains(byte[] bytes, byte[] part) {
    for (int i = 0; i + part.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  /** Around a block of the cipher, the buffers that a thread keeps, and what is past both. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itemsOfEverySizeComeBack(boolean encrypt) throws JMSException {
    FrameGuard other = guard(encrypt); // an end of its own: nothing is known of the one that wrote
    FrameGuard writer = guard(encrypt);
    for (int size :
        new int[] {0, 1, 15, 16, 17, 16_383, 16_384, 16_385, 131_055, 131_072, 131_088, 1 << 20}) {
      byte[] one = new byte[size];
      RANDOM.nextBytes(one);
      List<Frame.Item> items = open(other, frame(writer, one, MARK, one));
      assertEquals(3, items.size());
      assertArrayEquals(one, items.get(0).payload());
      assertArrayEquals(MARK, items.get(1).payload());
      assertArrayEquals(one, items.get(2).payload());
    }
  }

  /** Fault D: whoever carries frames reads them unless they are encrypted. */
  @Test
  void onlyEncryptedFrameHidesContent() throws JMSException {
    assertTrue(contains(frame(guard(false), MARK), MARK));
    byte[] encrypted = frame(guard(true), MARK);
    assertFalse(contains(encrypted, MARK));
    assertTrue(contains(encrypted, "n~1".getBytes(StandardCharsets.UTF_8)), "the header is clear");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyChangedBitIsDetected(boolean encrypt) throws JMSException {
    FrameGuard guard = guard(encrypt);
    byte[] good = frame(guard, MARK);
    for (int i = 0; i < good.length * 8; i++) {
      byte[] bad = good.clone();
      bad[i / 8] ^= (byte) (1 << i % 8);
      assertRefused(guard, bad);
    }
    assertRefused(guard, Arrays.copyOf(good, good.length - 1));
    assertRefused(guard, Arrays.copyOf(good, good.length + 1));
    for (int length = 0; length < 80; length++) {
      assertRefused(guard, Arrays.copyOf(good, length));
    }
    assertEquals(1, open(guard, good).size());
  }

  private static void assertRefused(FrameGuard guard, byte[] bytes) {
    Exception e = assertThrows(Exception.class, () -> open(guard, bytes));
    assertTrue(
        e instanceof ForgedFrameException
            || e instanceof MalformedMessageException
            || e instanceof JMSException,
        e::toString);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void frameOfAnotherNamespaceIsForged(boolean encrypt) throws JMSException {
    byte[] bytes = frame(guard(encrypt), MARK);
    FrameGuard others = FrameGuard.of(TestKeys.namespace(2), encrypt);
    assertThrows(ForgedFrameException.class, () -> open(others, bytes));
    FrameGuard nodes =
        FrameGuard.of(
            new KeyRing.NodeKey("n", TestKeys.NAMESPACE.node("n").orElseThrow()), encrypt);
    assertEquals(1, open(nodes, bytes).size());
    FrameGuard anotherNodes =
        FrameGuard.of(
            new KeyRing.NodeKey("m", TestKeys.NAMESPACE.node("m").orElseThrow()), encrypt);
    assertThrows(ForgedFrameException.class, () -> open(anotherNodes, bytes));
  }

  /** The same nonce twice with one key would give the key away. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noTwoFramesHaveTheSameStampWhateverEndWroteThem(boolean encrypt) throws Exception {
    Set<String> stamps = new HashSet<>();
    for (int end = 0; end < 50; end++) {
      FrameCipher ciphers = new FrameCipher(TestKeys.NAMESPACE, encrypt ? "encrypt" : "seal");
      for (int i = 0; i < 200; i++) {
        byte[] stamp = TestKeys.stamp(ciphers, TestKeys.taskBatch("n~1"));
        assertTrue(stamps.add(Arrays.toString(stamp)));
      }
    }
    FrameGuard guard = guard(true);
    assertFalse(Arrays.equals(frame(guard, MARK), frame(guard, MARK)));
  }

  /** Each end says what it wants, and never takes the other. */
  @Test
  void encryptionMismatchIsRejected() throws JMSException {
    byte[] clear = frame(guard(false), MARK);
    byte[] encrypted = frame(guard(true), MARK);
    assertEquals(
        "a TASK_BATCH of 'manager' is not encrypted, and encrypt=true here;"
            + " both ends must use the same encrypt setting",
        assertThrows(OtherGuardException.class, () -> open(guard(true), clear)).getMessage());
    assertEquals(
        "a TASK_BATCH of 'manager' is encrypted, and encrypt=false here;"
            + " both ends must use the same encrypt setting",
        assertThrows(OtherGuardException.class, () -> open(guard(false), encrypted)).getMessage());
  }

  /** One cause, one remedy: the encryption setting is not mentioned. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void invalidSignatureNamesTheKeyOnly(boolean encrypt) throws JMSException {
    byte[] frame = frame(guard(encrypt), MARK);
    FrameGuard other = FrameGuard.of(TestKeys.namespace(2), encrypt);
    assertEquals(
        "invalid signature of a TASK_BATCH of 'manager'; both ends must use the same key",
        assertThrows(OtherGuardException.class, () -> open(other, frame)).getMessage());
  }

  /** A broker delivers again what was not acknowledged, and a stranger what it recorded. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void repeatedFrameIsEqual(boolean encrypt) throws JMSException {
    FrameGuard guard = guard(encrypt);
    byte[] frame = frame(guard, MARK);
    for (int i = 0; i < 3; i++) {
      assertArrayEquals(MARK, open(guard, frame).get(0).payload());
    }
  }

  /** A stranger may draw as many salts as it likes. */
  @Test
  void forgedFramesDoNotEvictKeys() throws JMSException {
    FrameGuard guard = guard(true);
    byte[] good = frame(guard(true), MARK);
    assertEquals(1, open(guard, good).size());
    FrameGuard unknownClients = FrameGuard.of(TestKeys.namespace(3), true);
    for (int i = 0; i < 2_000; i++) {
      byte[] forged = frame(unknownClients, MARK);
      assertThrows(ForgedFrameException.class, () -> open(guard, forged));
    }
    assertEquals(1, open(guard, good).size());
  }
}
