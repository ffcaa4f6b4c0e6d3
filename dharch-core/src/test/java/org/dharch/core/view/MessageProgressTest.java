package org.dharch.core.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.Bench;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.view.MessageProgress.Filter;
import org.dharch.core.view.MessageProgress.State;
import org.junit.jupiter.api.Test;

/** Where a message is can be asked at any time. */
final class MessageProgressTest {
  private static final HandlerEntry KEPT =
      HandlerEntry.of("A").atomicity(Atomicity.QUASI_ATOMIC).compensator("U");

  private final Bench bench =
      new Bench(
          DHManagerConfig.DEFAULT.concurrencyLimit(1),
          Orchestration.of("o", Stage.of(KEPT), Stage.of("B", "C")));

  private MessageProgress progress(MessageId id) {
    return bench.manager.status().progress(id).orElseThrow();
  }

  private static String steps(MessageProgress of) {
    return String.join(
        ", ",
        of.steps().stream()
            .map(s -> s.stage() + " " + s.handler() + " " + s.state() + " " + s.node())
            .toList());
  }

  @Test
  void fromItsTurnToItsEnd() {
    bench.node("n", "A", "B", "C", "U");
    MessageId first = bench.accepted("first");
    MessageId second = bench.accepted("second");
    bench.advance(Duration.ofMillis(3));
    MessageProgress one = progress(first);
    assertEquals(State.EXECUTING, one.state());
    assertEquals(1, one.stage());
    assertEquals(Duration.ofMillis(3), one.duration());
    assertEquals(one.duration(), one.since());
    assertEquals(Duration.ofMillis(29_997), one.left());
    assertEquals("o", one.orchestration());
    assertEquals("in", one.target().flow());
    String node = one.steps().get(0).node();
    assertTrue(node.startsWith("n~"), node);
    assertEquals("1 A SENT " + node, steps(one));
    assertEquals(Duration.ofMillis(3), one.steps().get(0).since());
    assertEquals(List.of(), one.toCompensate());
    MessageProgress two = progress(second);
    assertEquals(State.WAITING, two.state());
    assertEquals(0, two.stage());
    assertEquals(
        List.of(first, second),
        bench.manager.status().progress(Filter.UNDER_WAY).stream()
            .map(MessageProgress::id)
            .toList());

    bench.performed(bench.batch(), "A");
    MessageProgress then = progress(first);
    assertEquals(2, then.stage());
    assertEquals(
        "1 A PERFORMED " + node + ", 2 B SENT " + node + ", 2 C SENT " + node, steps(then));
    assertEquals(List.of("A"), then.toCompensate());
    bench.failed(bench.batch(), "B", "so");
    MessageProgress compensates = progress(first);
    assertEquals(State.COMPENSATING, compensates.state());
    assertEquals("COMPENSATE", compensates.steps().get(3).role());
    assertEquals(Optional.of(Fault.Code.HANDLER_FAILED), code(compensates.steps().get(1).fault()));
    bench.performed(bench.batch(), "U");
    MessageProgress ended = progress(first);
    assertEquals(State.FAILED, ended.state());
    assertEquals(Optional.of(Fault.Code.HANDLER_FAILED), code(ended.fault()));
    assertEquals(4, ended.timeline().attempts().size());
    assertEquals(State.EXECUTING, progress(second).state());
  }

  private static Optional<Fault.Code> code(Optional<Fault> fault) {
    return fault.map(Fault::code);
  }

  @Test
  void onlyThoseThatAreAskedFor() {
    bench.node("n", "A", "B", "C", "U");
    MessageId first = bench.accepted("first");
    bench.advance(Duration.ofSeconds(1));
    MessageId second = bench.accepted("second");
    Optional<String> none = Optional.empty();
    assertEquals(List.of(first), ids(filter(none, none, Duration.ofSeconds(1), false, 10)));
    assertEquals(List.of(first), ids(filter(none, none, Duration.ZERO, false, 1)));
    assertEquals(List.of(first), ids(filter(none, Optional.of("n"), Duration.ZERO, false, 10)));
    assertEquals(List.of(), ids(filter(none, Optional.of("m"), Duration.ZERO, false, 10)));
    assertEquals(List.of(), ids(filter(Optional.of("x"), none, Duration.ZERO, true, 10)));
    bench.performed(bench.batch(), "A");
    bench.performed(bench.batch(), "B", "C");
    assertEquals(List.of(second), ids(Filter.UNDER_WAY));
    assertEquals(List.of(second, first), ids(filter(none, none, Duration.ZERO, true, 10)));
    assertThrows(
        IllegalArgumentException.class, () -> filter(none, none, Duration.ZERO, true, 1001));
    assertEquals(Optional.empty(), bench.manager.status().progress(new MessageId(1, 1)));
  }

  /** Once those that had ended were asked how long they had taken. */
  @Test
  void thoseThatEndedAreAsOldAsTheOthers() {
    bench.node("n", "A", "B", "C", "U");
    MessageId first = bench.accepted("first");
    bench.performed(bench.batch(), "A");
    bench.advance(Duration.ofMillis(5));
    bench.performed(bench.batch(), "B", "C");
    bench.advance(Duration.ofMillis(994));
    Optional<String> none = Optional.empty();
    Filter second = filter(none, none, Duration.ofSeconds(1), true, 10);
    assertEquals(List.of(), ids(second));
    bench.advance(Duration.ofMillis(1));
    assertEquals(List.of(first), ids(second));
    assertEquals(Duration.ofMillis(5), progress(first).duration(), "what it took");
  }

  @Test
  void onlyThoseInAStateOrWithAFault() {
    bench.node("n", "A", "B", "C", "U");
    MessageId first = bench.accepted("first");
    bench.performed(bench.batch(), "A");
    bench.performed(bench.batch(), "B", "C");
    MessageId second = bench.accepted("second");
    assertEquals(List.of(second), ids(filter(Set.of(State.EXECUTING), "")));
    assertEquals(List.of(first), ids(filter(Set.of(State.COMPLETED), "")));
    assertEquals(List.of(second, first), ids(filter(Set.of(State.EXECUTING, State.COMPLETED), "")));
    assertEquals(List.of(), ids(filter(Set.of(State.FAILED), "")));
    assertEquals(List.of(), ids(filter(Set.of(), "threw")));
    bench.performed(bench.batch(), "A");
    bench.failed(bench.batch(), "B", "it Threw");
    assertEquals(List.of(second), ids(filter(Set.of(State.COMPENSATING), "threw")));
    bench.performed(bench.batch(), "U");
    assertEquals(List.of(second), ids(filter(Set.of(), "'B': IT THREW")));
    assertEquals(List.of(), ids(filter(Set.of(State.COMPENSATING), "threw")));
  }

  private static Filter filter(Set<State> states, String reason) {
    return new Filter(
        Optional.empty(),
        Optional.empty(),
        Duration.ZERO,
        true,
        10,
        states,
        Optional.of(reason).filter(text -> !text.isEmpty()));
  }

  private List<MessageId> ids(Filter which) {
    return bench.manager.status().progress(which).stream().map(MessageProgress::id).toList();
  }

  /** Matches messages in any state. */
  private static Filter filter(
      Optional<String> service,
      Optional<String> node,
      Duration olderThan,
      boolean ended,
      int limit) {
    return new Filter(service, node, olderThan, ended, limit, Set.of(), Optional.empty());
  }
}
