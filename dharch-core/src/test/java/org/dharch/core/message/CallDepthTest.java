package org.dharch.core.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Set;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.junit.jupiter.api.Test;

class CallDepthTest {
  private static final MessageId ID = new MessageId(1, 2);
  private static final Submission CALL = Submission.of(Direction.IN, "S", new byte[0]);

  private static HandlerMessage seen(MessageProperties properties) {
    return HandlerMessage.of(ID, 1, new byte[0], properties, Set.of());
  }

  @Test
  void handlerCallsAreOneDeeperAndServiceCallsEquallyDeep() {
    MessageProperties properties = MessageProperties.empty();
    for (int depth = 0; depth <= CallDepth.MOST; depth++) {
      assertEquals(depth, CallDepth.of(properties));
      assertFalse(CallDepth.isTooDeep(properties));
      Submission services = CALL.withinHeader(CallDepth.ofServicesCall(ID, properties));
      assertEquals(Optional.of(ID), services.within());
      assertEquals(depth, CallDepth.of(services.properties()));
      Submission handlers = CALL.withinHeader(" " + seen(properties).within());
      assertEquals(Optional.of(ID), handlers.within());
      properties = handlers.properties();
    }
    assertTrue(CallDepth.isTooDeep(properties));
  }

  @Test
  void foreignHeadersAreIgnored() {
    for (String header :
        new String[] {"", "/1", ID + "/", ID + "/x", ID + "/1/1", ID + "/99999999999", "x/1"}) {
      assertSame(CALL, CALL.withinHeader(header), header);
      assertEquals(Optional.empty(), CallDepth.request(header), header);
    }
    assertEquals(0, CallDepth.of(CALL.withinHeader(ID + "/-3").properties()));
    MessageProperties text = MessageProperties.empty().with(CallDepth.PROPERTY, "3");
    assertEquals(0, CallDepth.of(text));
  }
}
