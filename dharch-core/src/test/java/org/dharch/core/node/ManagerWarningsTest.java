package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.node.manager.ManagerWarnings;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.ManagerWarningFormat;
import org.dharch.core.wire.WireProperties;
import org.dharch.testing.FakeClock;
import org.junit.jupiter.api.Test;

/** What a manager tells a node stands in the node's log, and does not fill it. */
class ManagerWarningsTest {
  private final FakeClock clock = new FakeClock(-5);
  private final List<String> output = new ArrayList<>();
  private final ManagerWarnings warnings =
      new ManagerWarnings(clock::nanos, output::add, why -> output.add("no more: " + why));

  private void warn(String notice) {
    warnings.take(ManagerWarningFormat.encode(notice));
  }

  @Test
  void oneIsSaidEveryTenSecondsAndTheOthersAreCounted() {
    warn("a");
    warn("b");
    clock.advance(Duration.ofSeconds(10).minusNanos(1));
    warn("c");
    assertEquals(List.of("a"), output);
    clock.advance(Duration.ofNanos(1));
    warn("line\nline");
    assertEquals(List.of("a", "line line (and 2 notices before)"), output);
    clock.advance(Duration.ofSeconds(10));
    warn("e");
    assertEquals("e", output.get(2));
  }

  /** Once a node whose name was taken said that it was ready. */
  @Test
  void warningLastsAsAnnouncedAndIsLoggedOnce() {
    Duration beat = Duration.ofSeconds(2);
    assertEquals(Optional.empty(), warnings.now(beat));
    for (int i = 0; i < 30; i++) {
      warn("taken");
      clock.advance(beat);
      assertEquals(Optional.of("taken"), warnings.now(beat));
    }
    assertEquals(List.of("taken"), output);
    clock.advance(beat.multipliedBy(3).minusNanos(1));
    assertEquals(Optional.of("taken"), warnings.now(beat), "some may be lost");
    clock.advance(Duration.ofNanos(1));
    assertEquals(Optional.empty(), warnings.now(beat));
    assertEquals(Optional.empty(), warnings.now(beat));
    assertEquals(List.of("taken", "no more: taken"), output);
    warn("taken");
    clock.advance(Duration.ofSeconds(3).minusNanos(1));
    assertEquals(Optional.of("taken"), warnings.now(Duration.ofMillis(100)), "3 s at least");
    clock.advance(Duration.ofNanos(1));
    assertEquals(Optional.empty(), warnings.now(Duration.ofMillis(100)));
    assertEquals("taken", output.get(2), "logged again after it had ended");
  }

  @Test
  void rejectsMalformedWarnings() {
    DMFormat bad =
        DMFormat.of(new MessageId(1, 2), WireProperties.ofKind(FrameKind.NOTICE), new byte[1]);
    assertThrows(MalformedMessageException.class, () -> warnings.take(bad));
    String longest = "x".repeat(4000);
    assertEquals(longest, ManagerWarningFormat.notice(ManagerWarningFormat.encode(longest)));
    assertThrows(MalformedMessageException.class, () -> ManagerWarningFormat.encode(longest + "x"));
    assertEquals(List.of(), output);
  }

  @Test
  void aNodeTakesItAsDoneAndPerformsNothing() {
    NodeBench bench = new NodeBench().host("h", 1, NodeBench.NOTHING).start();
    boolean[] done = {false};
    assertTrue(
        bench.channel.listener.offer(ManagerWarningFormat.encode("a"), () -> done[0] = true));
    assertTrue(done[0]);
    assertEquals(List.of(), bench.performed);
  }
}
