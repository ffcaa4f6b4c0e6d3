package org.dharch.core.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageProperties;
import org.dharch.core.Bench;
import org.dharch.core.WaitingMessage;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counters;
import org.junit.jupiter.api.Test;

/** Who holds a slot of the window, for how long. */
class SlotsTest {
  private static final FlowControl FLOW =
      FlowControl.DEFAULT
          .concurrencyLimit(ConcurrencyLimitSetting.fixed(3))
          .scope(ConcurrencyLimitScope.REQUEST);
  private static final long OVERDUE = FLOW.timeToAnswer().toNanos();

  private final Slots slots = new Slots(FLOW, new JobSizes(), new Counters(System::nanoTime));

  private DHMContext taken(int number) {
    DHMContext message = WaitingMessage.of(number, "", DHManagerConfig.DEFAULT.flow(FLOW));
    slots.take(message, 0);
    slots.begun(message);
    return message;
  }

  private void ended(DHMContext message, Outcome outcome) {
    slots.ended(message, outcome, 0);
    slots.left(message, 0);
  }

  private static Outcome completed(DHMContext message) {
    return new Outcome.Completed(
        message.id(),
        Bench.ENVELOPE,
        false,
        false,
        MessageProperties.empty(),
        Set.of(),
        Timeline.empty(message.id(), ""));
  }

  private static Outcome answered(DHMContext message, Optional<byte[]> envelope) {
    return new Outcome.Responded(
        message.id(), envelope, MessageProperties.empty(), Timeline.empty(message.id(), ""));
  }

  @Test
  void aRequestHoldsItsUntilItsServiceHasAnswered() {
    DHMContext request = taken(1);
    ended(request, completed(request));
    assertEquals(1, slots.inUse());
    assertEquals(OVERDUE, slots.nextWake());
    assertTrue(slots.callsWithin(request.id()).isPresent());
    slots.answered(request.id(), 1);
    assertEquals(0, slots.inUse());
    assertFalse(slots.callsWithin(request.id()).isPresent());
    assertEquals(Long.MAX_VALUE, slots.nextWake());
  }

  @Test
  void anAnswerOfAHandlerIsWaitedForThroughTheHandlersOfTheResponseAndNothingIsNot() {
    DHMContext answered = taken(1);
    ended(answered, answered(answered, Optional.of(Bench.ENVELOPE)));
    assertEquals(1, slots.inUse());
    DHMContext accepted = taken(2);
    ended(accepted, answered(accepted, Optional.empty()));
    assertEquals(1, slots.inUse(), "there is no response");
  }

  @Test
  void overdueAnswersAreGivenUpAndCounted() {
    for (int i = 0; i < 3; i++) {
      DHMContext request = taken(i);
      ended(request, completed(request));
    }
    assertEquals(0, slots.giveUp(OVERDUE - 1));
    assertEquals(3, slots.giveUp(OVERDUE));
    assertEquals(0, slots.inUse());
    assertEquals(0, slots.giveUp(OVERDUE));
  }
}
