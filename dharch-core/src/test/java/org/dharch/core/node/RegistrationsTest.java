package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.ManagerWarningFormat;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.RegistrationFormat;
import org.dharch.core.wire.WireProperties;
import org.junit.jupiter.api.Test;

/** A node is ready when each manager that it knows has taken it in, or could have put it off. */
class RegistrationsTest {
  private final NodeBench bench = new NodeBench().host("h", 1, NodeBench.NOTHING);

  private void receive(DMFormat message) {
    boolean[] done = {false};
    assertTrue(bench.channel.listener.offer(message, () -> done[0] = true));
    assertTrue(done[0]);
  }

  private boolean isReady() {
    bench.node.engine.tick();
    return bench.node.ready().toCompletableFuture().isDone();
  }

  @Test
  void itIsReadyWhenAllManagersThatHaveCalledHaveTakenItIn() {
    bench.start();
    assertFalse(isReady());
    bench.channel.managers = Set.of("a", "b");
    receive(RegistrationFormat.encode("a"));
    bench.pass(Duration.ofMillis(2_999));
    assertFalse(isReady());
    receive(RegistrationFormat.encode("b"));
    assertTrue(isReady());
    assertEquals(List.of(), bench.performed);
    assertTrue(bench.node.status().traits().contains(NodeStatus.Trait.WELCOME));
  }

  @Test
  void aManagerOfBeforeSaysNothingForFourHeartbeats() {
    bench.builder.heartbeat(Duration.ofSeconds(2));
    bench.start();
    bench.channel.managers = Set.of("a");
    assertFalse(isReady());
    bench.pass(Duration.ofMillis(7_999));
    assertFalse(isReady());
    bench.pass(Duration.ofMillis(1));
    assertTrue(isReady());
  }

  @Test
  void withoutAManagerItIsReadyASecondAfterItWasConnected() {
    bench.channel.connected = new CompletableFuture<>();
    bench.start();
    bench.pass(Duration.ofSeconds(10));
    assertFalse(isReady());
    bench.channel.connected.complete(null);
    assertFalse(isReady());
    bench.pass(Duration.ofMillis(999));
    assertFalse(isReady());
    bench.pass(Duration.ofMillis(1));
    assertTrue(isReady());
  }

  @Test
  void whatIsPutOffIsNotReadyHoweverLongThatIsSaid() {
    bench.start();
    bench.channel.managers = Set.of("a");
    for (int i = 0; i < 20; i++) {
      receive(ManagerWarningFormat.encode("another has the name"));
      bench.pass(Duration.ofSeconds(1));
      assertFalse(isReady());
    }
    bench.pass(Duration.ofSeconds(3));
    assertTrue(isReady(), "the other is gone");
  }

  @Test
  void nodeIsNotReadyWhileAManagerThatHasNotRegisteredItCannotWorkWithIt() {
    bench.start();
    bench.channel.rejections = Map.of("a", "a manager has another key: of a");
    bench.pass(Duration.ofSeconds(10));
    assertFalse(isReady());
    assertEquals(Optional.of("a manager has another key: of a"), bench.node.rejection());
    bench.channel.managers = Set.of("a");
    receive(RegistrationFormat.encode("a"));
    assertEquals(Optional.empty(), bench.node.rejection(), "a forged call cannot stop it");
    assertTrue(isReady());
  }

  @Test
  void whatDrainsIsNotReady() {
    bench.start();
    bench.channel.managers = Set.of("a");
    receive(RegistrationFormat.encode("a"));
    bench.node.beginDrain();
    assertFalse(isReady());
  }

  @Test
  void oneThatNamesNoManagerIsMalformed() {
    assertEquals("a", RegistrationFormat.manager(RegistrationFormat.encode("a")));
    DMFormat bad =
        DMFormat.of(new MessageId(1, 2), WireProperties.ofKind(FrameKind.WELCOME), new byte[0]);
    assertThrows(MalformedMessageException.class, () -> RegistrationFormat.manager(bad));
    assertThrows(
        MalformedMessageException.class,
        () -> RegistrationFormat.manager(ManagerWarningFormat.encode("a")));
  }
}
