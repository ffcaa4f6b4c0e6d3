package org.dharch.core.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.dharch.api.MessageId;
import org.junit.jupiter.api.Test;

final class TransientFailureTest {
  private static final MessageId ID = new MessageId(1, 2);

  private static boolean passes(Fault.Code code, Timeline.Attempt... attempts) {
    Timeline timeline = new Timeline(ID, "o", 0, 1, List.of(attempts), 0, List.of());
    return Outcome.Failed.of(ID, new Fault(code, "h", "x"), timeline).passes();
  }

  /** A client that is asked to retry does so, which would repeat the effects of a lost node. */
  @Test
  void messageGivenToAHandlerMustNotBeResent() {
    Timeline.Attempt lost = new Timeline.Attempt(0, "h", "n~1", 1, 0, -1, 0, 0, "lost", -1);
    assertEquals(true, passes(Fault.Code.NOT_SERVED));
    assertEquals(false, passes(Fault.Code.NOT_SERVED, lost));
    assertEquals(true, passes(Fault.Code.BUSY));
    assertEquals(false, passes(Fault.Code.HANDLER_FAILED));
    assertEquals(true, passes(Fault.Code.DEADLINE));
    assertEquals(false, passes(Fault.Code.DEADLINE, lost));
  }

  /** Its handlers are compensated; unless the message stays in the store and will be executed. */
  @Test
  void messageOfAClosedManagerMayBeResent() {
    Timeline.Attempt running = new Timeline.Attempt(0, "h", "n~1", 1, 0, -1, 0, 0, "lost", -1);
    assertEquals(true, passes(Fault.Code.SHUT_DOWN, running));
    assertEquals(true, passes(Fault.Code.SHUT_DOWN));
    Timeline timeline = new Timeline(ID, "o", 0, 1, List.of(), 0, List.of());
    Fault fault = new Fault(Fault.Code.SHUT_DOWN, "", "x");
    assertEquals(false, Outcome.Failed.of(ID, fault, timeline).staying().passes());
  }
}
