package org.dharch.cmanager.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.api.MessageId;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.StatusFormat;
import org.junit.jupiter.api.Test;

/** What a manager or node of another version sends is refused by name and costs no other. */
class CodecTest {
  private static final int FRAME_VERSION_AT = 2;
  private static final int HEAD_VERSION_AT = 2;
  private static final String REFUSED = "wire version must be 1 (got 2)";

  private final Codec codec = new Codec(JmsOptions.of(Map.of()));
  private final List<DMFormat> read = new ArrayList<>();
  private final List<String> malformed = new ArrayList<>();
  private final List<String> forged = new ArrayList<>();

  /** One for all heartbeats, because it contains the time. */
  private static final ProcessOrigin ORIGIN = ProcessOrigin.here("host");

  private static DMFormat heartbeat(long id) {
    NodeId node = new NodeId("n", "1");
    return StatusFormat.encode(
        new MessageId(0, id),
        NodeStatus.of(
            node, NodeStatus.State.READY, List.of("a"), new NodeStatus.Load(1, 0, 0), ORIGIN));
  }

  private Outbox.OutgoingItem item(long id) {
    return codec.encode(heartbeat(id), Duration.ofSeconds(5));
  }

  private static byte[] frame(List<Outbox.OutgoingItem> items) throws JMSException {
    return TestKeys.frame(TestKeys.heartbeat("n~1", 1, ""), items);
  }

  private void decode(byte[] bytes) throws JMSException {
    codec.decode(TestKeys.message(bytes), TestKeys.GUARD, new TestReader(read, malformed, forged));
  }

  @Test
  void frameOfAnotherVersionIsRejected() throws JMSException {
    byte[] bytes = frame(List.of(item(1), item(2)));
    bytes[FRAME_VERSION_AT] = 2;
    decode(bytes);
    assertEquals(List.of(), read);
    assertEquals(
        List.of(REFUSED + "; it may come from 'n~1'"),
        forged); // what speaks otherwise cannot be vouched for
  }

  @Test
  void decodeRejectsUnknownVersionAndReadsNextItem() throws JMSException {
    Outbox.OutgoingItem old = item(1);
    old.head()[HEAD_VERSION_AT] = 2;
    decode(frame(List.of(old, item(2))));
    assertEquals(List.of(heartbeat(2)), read);
    assertEquals(List.of(REFUSED), malformed);
  }

  @Test
  void headWithTrailingBytesIsRejected() throws JMSException {
    Outbox.OutgoingItem item = item(1);
    byte[] longer = ByteBuffer.allocate(item.head().length + 1).put(item.head()).array();
    decode(frame(List.of(new Outbox.OutgoingItem(item.id(), longer, item.payload(), 0, () -> {}))));
    assertEquals(List.of("1 bytes after the end of a DMFormat"), malformed);
  }
}
