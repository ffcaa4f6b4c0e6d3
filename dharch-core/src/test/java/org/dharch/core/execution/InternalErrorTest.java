package org.dharch.core.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.event.PlacementRequest;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** Internal errors in events: the message ends, and its gateway gets an outcome. */
class InternalErrorTest {
  @Test
  void messageEndsAlthoughItsCompletionFails() {
    MessageState state =
        new MessageState(
            new MessageId(1, 2),
            Submission.of(Direction.IN, "s", new byte[0]),
            Orchestration.NONE,
            Policy.NONE,
            0,
            1_000_000_000L);
    Execution execution = Execution.of(state, Timeouts.DEFAULT, Limits.DEFAULT);
    Environment throwing = new Throwing();
    List<Effect> effects = new ArrayList<>();
    try {
      execution.on(new Event.Selected(Optional.empty()), throwing, effects);
    } catch (UnsupportedOperationException e) { // as ExecutionDriver does
      execution.on(
          new Event.Broken(new Fault(Fault.Code.HANDLER_FAILED, "", "internal error")),
          throwing,
          effects);
    }
    assertTrue(effects.stream().anyMatch(e -> e instanceof Effect.End), () -> "" + effects);
  }

  @Test
  void failedComputationHaltsTheMessage() {
    MessageState state =
        new MessageState(
            new MessageId(1, 2),
            Submission.of(Direction.IN, "s", new byte[0]),
            Orchestration.of("o", Choose.when(new XPathCondition("//x", Map.of()), Stage.of("A"))),
            Policy.NONE,
            0,
            1_000_000_000L);
    Execution execution = Execution.of(state, Timeouts.DEFAULT, Limits.DEFAULT);
    Throwing elsewhere = new Throwing();
    elsewhere.computesElsewhere = true;
    List<Effect> effects = new ArrayList<>();
    execution.on(new Event.Selected(Optional.empty()), elsewhere, effects);
    Effect.Compute compute = (Effect.Compute) effects.remove(0);
    Fault fault = new Fault(Fault.Code.HANDLER_FAILED, "", "internal error");
    execution.on(compute.failed(fault), elsewhere, effects);
    Effect.End end = (Effect.End) effects.get(0);
    assertEquals(fault, ((Outcome.Failed) end.outcome()).fault());
  }

  private static final class Throwing implements Environment {
    private boolean computesElsewhere;

    @Override
    public long incarnation() {
      return 1;
    }

    @Override
    public Optional<NodeId> named(String name) {
      return Optional.empty();
    }

    @Override
    public long taken(NodeId node) {
      return 0;
    }

    @Override
    public long now() {
      return 0;
    }

    @Override
    public long precise() {
      return 0;
    }

    @Override
    public boolean computesElsewhere(long load) {
      return computesElsewhere;
    }

    @Override
    public Optional<NodeId> placeBy(long affinity, PlacementRequest request) {
      return place(request);
    }

    @Override
    public Optional<NodeId> place(PlacementRequest request) {
      return Optional.empty();
    }

    @Override
    public OptionalLong largest(PlacementRequest request) {
      return OptionalLong.empty();
    }

    @Override
    public boolean alive(NodeId n) {
      return true;
    }

    @Override
    public boolean hasCapacity(NodeId n, String h, long bytes) {
      return true;
    }

    @Override
    public boolean canForward(NodeId n) {
      return false;
    }

    @Override
    public Optional<NodeId> placeSpeculative(PlacementRequest request, boolean avoidBusy) {
      return Optional.empty();
    }

    @Override
    public long latencyNanos() {
      return 0;
    }

    @Override
    public void roundTripTook(long nanos) {}

    @Override
    public void forwardLost(NodeId n) {}

    @Override
    public boolean acceptsSpeculative(NodeId n) {
      return false;
    }

    @Override
    public boolean mayContinue(NodeId n, String h, long bytes) {
      return false;
    }

    @Override
    public void awaitCapacity(String h) {}

    @Override
    public void assigned(NodeId n, String h, long bytes) {}

    @Override
    public void released(NodeId n, String h, long bytes, long s, Release r) {}

    @Override
    public void ran(String h, long n) {}

    @Override
    public void failed(NodeId n, String h, HandlerResult result) {}

    @Override
    public long leastNanos(String h) {
      return 0;
    }

    @Override
    public void skipped(String h) {}

    @Override
    public boolean mayRepeat() {
      return true;
    }

    @Override
    public void repeated() {}

    @Override
    public long usualNanos(String h) {
      return 0;
    }

    @Override
    public double jitter() {
      return 0;
    }

    @Override
    public void count(Counter c) {
      if (c == Counter.COMPLETED) {
        throw new UnsupportedOperationException("an internal error");
      }
    }
  }
}
