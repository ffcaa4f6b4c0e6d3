package org.dharch.core.node;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.Target;
import org.dharch.core.node.emission.NodeEmissions;
import org.dharch.core.wire.EmittedFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Test;

/** What handlers emit, on the node: what may leave, and what they hear of it. */
class NodeEmissionsTest {
  private static final byte[] ENVELOPE = bytes(EnvelopeText.SOAP11.of("<e/>"));
  private static final Emitted DELIVERED = new Emitted.Delivered();

  private final NodeBench bench = new NodeBench();
  private final Emitting handler = new Emitting();

  /** Emits what the test says, and remembers what it hears. */
  private static final class Emitting implements DHHandler {
    final List<String> heard = new ArrayList<>();
    Changes next = Changes.NONE;

    @Override
    public Changes handle(HandlerMessage message) {
      return next;
    }

    @Override
    public void emitted(MessageId id, Emitted outcome) {
      heard.add(id.low() + " " + outcome);
    }
  }

  private NodeContext started() {
    NodeContext context = bench.builder.context("h");
    bench.builder.handler("h", 4, handler);
    bench.start();
    return context;
  }

  private static Emission emission(long id, int addresses) {
    List<Target.Address> to = new ArrayList<>();
    for (int i = 0; i < addresses; i++) {
      to.add(new Target.Address(URI.create("http://h/" + i), List.of()));
    }
    return emission(id, new Target.Endpoint(to), ENVELOPE);
  }

  private static Emission emission(long id, Target target, byte[] envelope) {
    return new Emission(
        new MessageId(9, id),
        target,
        "",
        envelope,
        MessageProperties.empty(),
        Optional.empty(),
        Duration.ofSeconds(10));
  }

  private void tell(long id, Emitted outcome) {
    assertTrue(
        bench.channel.listener.offer(
            new EmittedFormat(Limits.DEFAULT).encode(new MessageId(9, id), List.of(outcome)),
            () -> {}));
  }

  @Test
  void aHandlerEmitsOfItsOwnAccordOnceItsNodeHasStarted() {
    NodeContext context = bench.builder.context("h");
    assertFalse(context.emitter().emit(emission(1, 1)), "not before");
    bench.builder.handler("h", 4, handler);
    bench.start();
    assertTrue(context.emitter().emit(emission(1, 1)));
    assertEquals("h", bench.channel.emitted.get(0).handler());
    assertEquals(bench.node.id(), bench.channel.emitted.get(0).node());
    assertEquals(bench.node.id().toString(), context.node());
    assertEquals(bench.clock.nanos(), context.nanos());
  }

  @Test
  void repeatedReportIsDeliveredOnce() {
    assertTrue(started().emitter().emit(emission(1, 1)));
    tell(1, DELIVERED);
    tell(1, DELIVERED);
    tell(2, DELIVERED);
    assertEquals(List.of("1 Delivered[]"), handler.heard);
  }

  @Test
  void eachAddressIsReportedOnce() {
    assertTrue(started().emitter().emit(emission(1, 2)));
    Emitted first = new Emitted.Failed(0, "X", "");
    tell(1, first);
    tell(1, first);
    tell(1, new Emitted.Failed(2, "X", "no such address"));
    tell(1, new Emitted.Sent(1, 200, Optional.empty()));
    tell(1, new Emitted.Sent(1, 200, Optional.empty()));
    assertEquals(
        List.of("1 " + first, "1 Sent[address=1, status=200, envelope=Optional.empty]"),
        handler.heard);
  }

  @Test
  void expiredEmissionIsNotReported() {
    assertTrue(started().emitter().emit(emission(1, 1)));
    bench.pass(Duration.ofSeconds(21));
    assertTrue(bench.builder.context("h").emitter().emit(emission(2, 1)));
    tell(1, DELIVERED);
    assertEquals(List.of(), handler.heard);
  }

  @Test
  void whatThereIsNoWayForIsNotKept() {
    NodeContext context = started();
    bench.channel.emits = false;
    assertFalse(context.emitter().emit(emission(1, 1)));
    tell(1, DELIVERED);
    assertEquals(List.of(), handler.heard);
  }

  @Test
  void whatCanNeverBeSentIsRefusedWithItsReason() {
    NodeContext context = started();
    Emission none = emission(1, new Target.Service("s", ""), bytes("<no/>"));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> context.emitter().emit(none))
            .getMessage()
            .startsWith("emission " + none.id() + ": "));
    handler.next = Changes.builder().emit(none).build();
    bench.offer(1, "h");
    bench.workers.finishAll();
    HandlerResult failed = bench.channel.onlyResult();
    assertEquals(HandlerResult.Status.FAILED, failed.status());
    assertTrue(failed.reason().startsWith("emission " + none.id() + ": "), failed.reason());
  }

  @Test
  void emissionTravelsInTheResultAndIsReported() {
    started();
    handler.next = Changes.builder().emit(emission(1, 1)).build();
    bench.offer(1, "h");
    bench.workers.finishAll();
    HandlerResult result = bench.channel.onlyResult();
    assertEquals(1, result.changes().emissions().size());
    assertEquals(List.of(), bench.channel.emitted);
    tell(1, DELIVERED);
    tell(1, DELIVERED);
    assertEquals(List.of("1 Delivered[]"), handler.heard);
  }

  @Test
  void onewayHandlersEmissionIsSentByTheNode() {
    started();
    handler.next = Changes.builder().emit(emission(1, 1)).build();
    bench.offer(NodeBench.batch(1, NodeBench.task(0, "h", 1, true)));
    bench.workers.finishAll();
    assertEquals(1, bench.channel.emitted.size());
    assertEquals(List.of(), bench.channel.replies);
    tell(1, DELIVERED);
    assertEquals(List.of("1 Delivered[]"), handler.heard);
  }

  @Test
  void timersEndWithTheNode() throws Exception {
    NodeContext context = started();
    var unused = context.timers().schedule(() -> {}, 1, java.util.concurrent.TimeUnit.HOURS);
    bench.node.close();
    assertTrue(context.timers().isShutdown());
  }

  @Test
  void aPropertyOfDharchsOwnIsNotEmitted() {
    NodeContext context = started();
    for (String name : List.of("dharch.processed", "dharch.security.principal")) {
      Emission own =
          new Emission(
              new MessageId(9, 1),
              new Target.Service("s", ""),
              "",
              ENVELOPE,
              MessageProperties.of(Map.of(name, "x")),
              Optional.empty(),
              Duration.ofSeconds(10));
      IllegalArgumentException problem =
          assertThrows(IllegalArgumentException.class, () -> context.emitter().emit(own));
      assertTrue(
          problem.getMessage().endsWith("its property '" + name + "' is reserved for DHArch"),
          problem.getMessage());
    }
  }

  @Test
  void aResultThatEmitsMoreThanMayBeOutFails() {
    NodeEmissions emissions =
        new NodeEmissions(
            new NodeId("n", "1"), Map.of(), Limits.DEFAULT, () -> 0, bench.channel, Runnable::run);
    List<Emission> some = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      some.add(emission(i, new Target.Service("s", ""), ENVELOPE));
    }
    assertEquals(Optional.empty(), emissions.expect("h", some));
    assertEquals(
        Optional.of("this node must have at most 50000 emissions pending"),
        emissions.expect("h", List.of(emission(-1, 1))));
    assertFalse(emissions.emit("h", emission(-1, 1)));
    assertEquals(List.of(), bench.channel.emitted);
  }

  @Test
  void aTransportThatThrowsHasNotTakenIt() {
    NodeContext context = started();
    bench.channel.onEmit =
        () -> {
          throw new IllegalStateException("broken");
        };
    assertFalse(context.emitter().emit(emission(1, 1)));
    tell(1, DELIVERED);
    assertEquals(List.of(), handler.heard);
  }
}
