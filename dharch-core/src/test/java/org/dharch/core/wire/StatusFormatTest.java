package org.dharch.core.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusFormatTest {
  private static final MessageId ID = new MessageId(1, 2);

  @ParameterizedTest
  @EnumSource(NodeStatus.State.class)
  void everyStateComesBackAsItWas(NodeStatus.State state) {
    NodeStatus status =
        new NodeStatus(new NodeId("n~1", "ab"), state, List.of("log", "zip it"), 8, 3, 100);
    DMFormatCodec codec = new DMFormatCodec(Limits.DEFAULT);
    DMFormat there = codec.decode(codec.encode(StatusFormat.encode(ID, status)));
    assertEquals(status, StatusFormat.status(there));
    assertEquals(ID, there.id());
  }

  @Test
  void aNodeWithoutHandlersHasNone() {
    NodeStatus status =
        new NodeStatus(new NodeId("n", "1"), NodeStatus.State.READY, List.of(), 1, 0, 0);
    assertEquals(status, StatusFormat.status(StatusFormat.encode(ID, status)));
  }

  @Test
  void whatIsNoStatusIsRefusedAndNamed() {
    refused("dharch.kind", "work");
    refused("dharch.kind", 7);
    refused("dharch.node", "noIncarnation");
    refused("dharch.state", "ready");
    refused("dharch.handlers", "a\n\nb");
    refused("dharch.handlers", String.join("\n", Collections.nCopies(1001, "h")));
    refused("dharch.workers", -1);
    refused("dharch.active", 1L);
    refused("dharch.waiting", "many");
  }

  @Test
  void aHandlerNameThatWouldNotComeBackIsRefused() {
    NodeStatus status =
        new NodeStatus(new NodeId("n", "1"), NodeStatus.State.READY, List.of("a\nb"), 1, 0, 0);
    assertThrows(IllegalArgumentException.class, () -> StatusFormat.encode(ID, status));
  }

  private static void refused(String name, Object value) {
    NodeStatus good =
        new NodeStatus(new NodeId("n", "1"), NodeStatus.State.READY, List.of("a"), 1, 0, 0);
    Map<String, Object> properties =
        new HashMap<>(StatusFormat.encode(ID, good).properties().asMap());
    assertTrue(properties.containsKey(name), name);
    properties.put(name, value);
    DMFormat bad = new DMFormat(ID, MessageProperties.of(properties), new byte[0]);
    assertThrows(MalformedMessageException.class, () -> StatusFormat.status(bad), name);
    properties.remove(name);
    DMFormat less = new DMFormat(ID, MessageProperties.of(properties), new byte[0]);
    assertThrows(MalformedMessageException.class, () -> StatusFormat.status(less), name);
  }
}
