package org.dharch.core.emission;

import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.api.Target;
import org.dharch.core.Bench;
import org.dharch.core.ManagerProbe;
import org.dharch.core.OverTheWire;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.config.EmissionBounds;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Outbound;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.NodeId;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Test;

/** What handlers emit, in the manager: taken, delivered or sent, and told once. */
class EmissionsTest {
  private static final byte[] ENVELOPE = bytes(EnvelopeText.SOAP11.of("<e/>"));
  private static final NodeId NODE = new NodeId("n", "1");
  private static final URI HERE = URI.create("http://a.example/");
  private static final URI THERE = URI.create("http://b.example/");

  private final Service service = new Service();
  private final Outside outside = new Outside();
  private final Bench bench = bench();
  private long emitted;

  private static Bench bench() {
    Bench bench =
        new Bench(
            DHManagerConfig.DEFAULT,
            Orchestrations.of(
                List.of(
                    Orchestration.of("o", Stage.of("a", "b"), Stage.of("c")),
                    Orchestration.of("lone", Stage.of("a")),
                    Orchestration.of("oneway", Stage.of(HandlerEntry.of("a").mustPerform(false)))),
                List.of(Rule.service(Direction.IN, "Service", "o"))));
    bench.node("n", "a", "b", "c");
    return bench;
  }

  /** A container's services. */
  private static final class Service implements ReplayGateway<Submission> {
    final List<Outcome> outcomes = new ArrayList<>();
    final List<Submission> replayed = new ArrayList<>();
    int discarded;
    boolean ready = true;
    boolean broken;

    @Override
    public Optional<Submission> newContext(Submission message) {
      if (broken) {
        throw new IllegalStateException("a dispatcher's own");
      }
      if (!ready) {
        return Optional.empty();
      }
      replayed.add(message);
      return Optional.of(message);
    }

    @Override
    public void discard(Submission context) {
      discarded++;
    }

    @Override
    public void completed(Submission context, Outcome.Completed outcome) {
      outcomes.add(outcome);
    }

    @Override
    public void failed(Submission context, Outcome.Failed outcome) {
      outcomes.add(outcome);
    }

    @Override
    public void responded(Submission context, Outcome.Responded outcome) {
      outcomes.add(outcome);
    }
  }

  /** Where requests are answered by hand. */
  private static final class Outside implements Outbound {
    final List<Request> requests = new ArrayList<>();
    final List<CompletableFuture<Result>> results = new ArrayList<>();

    @Override
    public CompletionStage<Result> send(Request request) {
      requests.add(request);
      results.add(new CompletableFuture<>());
      return results.get(results.size() - 1);
    }

    @Override
    public void close() {}
  }

  private Emission emission(Target target, Optional<String> orchestration) {
    return new Emission(
        new MessageId(7, ++emitted),
        target,
        "urn:act",
        ENVELOPE,
        MessageProperties.empty().with("p", "v"),
        orchestration,
        Duration.ofSeconds(10));
  }

  private Emission toService() {
    return emission(new Target.Service("Other", "op"), Optional.empty());
  }

  private static Changes emitting(Emission... emissions) {
    Changes.Builder changes = Changes.builder();
    List.of(emissions).forEach(changes::emit);
    return changes.build();
  }

  /** As a node's own. */
  private boolean comes(Emission emission, Runnable done) {
    return bench.receiver.emission(
        OverTheWire.carry(
            new EmissionFormat(Limits.DEFAULT).encode(new NodeEmission(NODE, "a", emission))),
        done);
  }

  private void step() {
    ManagerProbe.of(bench.manager).stepEmissions();
    ManagerProbe.of(bench.manager).step();
    ManagerProbe.of(bench.manager).stepEmissions();
  }

  private Emitted told(Emission emission) {
    assertEquals(1, bench.heard.size(), () -> "told: " + bench.heard);
    Bench.Heard heard = bench.heard.remove(0);
    assertEquals(emission.id(), heard.id());
    assertEquals(NODE, heard.node());
    return heard.outcome();
  }

  private void services() {
    bench.manager.replayGateway(service);
    bench.manager.emissionsFor(Set.of("Other"));
  }

  // ---- results

  @Test
  void whatAStageEmitsGoesOutWhenItIsMergedAndNotBefore() {
    Emission one = toService();
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "a", emitting(one));
    assertEquals(List.of(), bench.forwarded);
    bench.performed(batch, "b");
    assertEquals(1, bench.forwarded.size());
    NodeEmission forwarded = bench.forwarded.get(0);
    assertEquals("a", forwarded.handler());
    assertEquals(NODE, forwarded.node());
    assertEquals(one.id(), forwarded.emission().id());
    bench.performed(bench.batch(), "c");
    assertEquals(1, bench.forwarded.size());
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void aDoubledOrDroppedResultEmitsNothing() {
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "a", emitting(toService()));
    bench.changed(batch, "a", emitting(toService()));
    bench.failed(batch, "b", "no");
    assertEquals("b", bench.fault("m").handler());
    assertEquals(List.of(), bench.forwarded);
  }

  @Test
  void emissionOfADeferredResultIsSentOnceAtOnce() {
    Emission one = toService();
    Changes defer = Changes.builder().defer(Duration.ofMillis(5)).emit(one).build();
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.reply(batch, "a", HandlerResult.Status.DEFERRED, "", defer);
    bench.reply(batch, "a", HandlerResult.Status.DEFERRED, "", defer);
    assertEquals(1, bench.forwarded.size());
    bench.advance(Duration.ofMillis(6));
    bench.performed(bench.batch(), "a");
    bench.performed(batch, "b");
    assertEquals(1, bench.forwarded.size());
  }

  @Test
  void undeliverableEmissionIsReported() {
    Emission one = toService();
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "a", emitting(one));
    bench.transportUp = false;
    bench.performed(batch, "b");
    Emitted.Failed failed = assertInstanceOf(Emitted.Failed.class, told(one));
    assertEquals(Emitted.Failed.WHOLE, failed.address());
    assertEquals("BUSY", failed.code());
  }

  // ---- services

  @Test
  void emissionToALocalServiceIsDeliveredAndReported() {
    services();
    assertEquals(Set.of(EmissionQueue.service("Other")), bench.taken);
    Emission one = toService();
    bench.accepted("m");
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "a", emitting(one));
    bench.performed(batch, "b");
    step();
    assertEquals(List.of(), bench.forwarded);
    Submission in = service.replayed.get(0);
    assertEquals(
        List.of("Other", "op", "urn:act"), List.of(in.service(), in.operation(), in.action()));
    assertEquals("v", in.properties().text("p", ""));
    Outcome.Completed completed = (Outcome.Completed) service.outcomes.get(0); // no rule is for it
    assertEquals(List.of(), bench.heard);
    bench.manager.delivered(completed.id());
    bench.manager.delivered(completed.id());
    step();
    assertEquals(new Emitted.Delivered(), told(one));
    assertEquals(0, ManagerProbe.of(bench.manager).emissionsInHand());
  }

  @Test
  void itFollowsTheOrchestrationThatItNames() {
    services();
    Emission one = emission(new Target.Service("Other", ""), Optional.of("lone"));
    int[] done = {0};
    assertTrue(comes(one, () -> done[0]++));
    step();
    bench.performed(bench.batch(), "a");
    step();
    assertEquals(0, done[0], "not acknowledged before it is told");
    bench.manager.delivered(((Outcome.Completed) service.outcomes.get(0)).id());
    step();
    assertEquals(new Emitted.Delivered(), told(one));
    assertEquals(1, done[0]);
    assertTrue(comes(one, () -> done[0]++), "it is taken once");
    step();
    assertEquals(List.of(), bench.heard);
    assertEquals(2, done[0]);
    assertEquals(1, service.replayed.size());
    assertEquals(1, bench.counter(Counter.EMISSIONS_AGAIN));
  }

  @Test
  void failedEmissionIsReportedWithItsReason() {
    services();
    Emission one = emission(new Target.Service("Other", ""), Optional.of("lone"));
    comes(one, () -> {});
    step();
    bench.failed(bench.batch(), "a", "no");
    step();
    Emitted.Failed failed = assertInstanceOf(Emitted.Failed.class, told(one));
    assertEquals("HANDLER_FAILED", failed.code());
    assertTrue(failed.reason().contains("'a'"), failed.reason());
  }

  @Test
  void undeliveredEmissionIsReported() {
    services();
    Emission one = toService();
    comes(one, () -> {});
    step();
    bench.manager.undelivered((Outcome.Completed) service.outcomes.get(0), "it is gone");
    step();
    assertEquals(new Emitted.Failed(-1, "NOT_DELIVERED", "it is gone"), told(one));
  }

  @Test
  void containerFailureIsReportedAtOnceWithItsReason() {
    services();
    service.broken = true;
    Emission one = toService();
    comes(one, () -> {});
    step();
    assertEquals(
        new Emitted.Failed(
            -1,
            "NOT_DELIVERED",
            "the container failed: java.lang.IllegalStateException: a dispatcher's own"),
        told(one));
    assertEquals(0, ManagerProbe.of(bench.manager).emissionsInHand());
  }

  @Test
  void anOrchestrationThatThereIsNotIsNamed() {
    services();
    Emission one = emission(new Target.Service("Other", ""), Optional.of("nowhere"));
    comes(one, () -> {});
    step();
    Emitted.Failed failed = assertInstanceOf(Emitted.Failed.class, told(one));
    assertTrue(failed.reason().contains("nowhere"), failed.reason());
    assertEquals(1, service.discarded);
  }

  @Test
  void aServiceThatCannotTakeMoreIsAskedAgainUntilTheDeadline() {
    services();
    service.ready = false;
    Emission one = toService();
    Emission two = toService();
    comes(one, () -> {});
    step();
    bench.clock.advance(Duration.ofMillis(150));
    step();
    assertEquals(1, ManagerProbe.of(bench.manager).emissionsInHand());
    service.ready = true;
    bench.clock.advance(Duration.ofMillis(300));
    step();
    assertEquals(1, service.replayed.size());
    service.ready = false;
    comes(two, () -> {});
    step();
    bench.clock.advance(Duration.ofSeconds(12));
    step();
    Emitted.Failed failed = assertInstanceOf(Emitted.Failed.class, told(two));
    assertEquals("DEADLINE", failed.code());
    assertEquals(
        0,
        ManagerProbe.of(bench.manager).emissionsInHand(),
        "what its service has is not waited for");
  }

  @Test
  void moreThanTheBoundAreNotTaken() {
    services();
    service.ready = false;
    for (int i = 0; i < EmissionBounds.DEFAULT.emissions(); i++) {
      assertTrue(comes(toService(), () -> {}));
    }
    assertFalse(comes(toService(), () -> {}));
  }

  // ---- addresses outside

  private Emission toTwo() {
    return emission(
        new Target.Endpoint(
            List.of(
                new Target.Address(HERE, List.of(bytes("<r:id xmlns:r='urn:r'>1</r:id>"))),
                new Target.Address(THERE, List.of()))),
        Optional.empty());
  }

  @Test
  void addressesHaveOwnHeadersAndReports() {
    bench.manager.outbound(outside);
    assertEquals(Set.of(EmissionQueue.OUT), bench.taken);
    Emission one = toTwo();
    comes(one, () -> {});
    step();
    assertEquals(2, outside.requests.size());
    Outbound.Request first = outside.requests.get(0);
    assertEquals(HERE, first.address());
    assertEquals("urn:act", first.action());
    assertFalse(first.soap12());
    assertTrue(text(first.envelope()).contains("<r:id xmlns:r='urn:r'>1</r:id>"));
    assertArrayEquals(ENVELOPE, outside.requests.get(1).envelope());
    outside.results.get(1).complete(new Outbound.Result.Sent(202, Optional.empty()));
    step();
    assertEquals(List.of(), bench.heard, "others may be told with it");
    bench.clock.advance(Duration.ofMillis(20));
    step();
    assertEquals(new Emitted.Sent(1, 202, Optional.empty()), told(one));
    outside
        .results
        .get(0)
        .complete(new Outbound.Result.Failed(Outbound.Failure.REFUSED, "a.example is not listed"));
    step();
    assertEquals(
        new Emitted.Failed(0, "NOT_DELIVERED", "REFUSED: a.example is not listed"), told(one));
    assertEquals(0, ManagerProbe.of(bench.manager).emissionsInHand());
  }

  @Test
  void manyAddressesAreReportedInFewMessages() {
    bench.manager.outbound(outside);
    Emission one = toMany(150);
    AtomicInteger done = new AtomicInteger();
    comes(one, done::incrementAndGet);
    step();
    for (int i = 0; i < 150; i++) {
      assertEquals(0, done.get());
      outside.results.get(i).complete(new Outbound.Result.Sent(200 + i, Optional.empty()));
      step();
    }
    assertEquals(3, bench.notifications, "64, 64 and the rest");
    assertEquals(1, done.get());
    assertEquals(
        IntStream.range(0, 150)
            .mapToObj(i -> new Emitted.Sent(i, 200 + i, Optional.empty()))
            .toList(),
        bench.heard.stream().map(Bench.Heard::outcome).toList());
  }

  @Test
  void responseIsReportedAtOnceAfterPendingReports() {
    bench.manager.outbound(outside);
    comes(toMany(3), () -> {});
    step();
    outside.results.get(2).complete(new Outbound.Result.Sent(202, Optional.empty()));
    step();
    outside.results.get(0).complete(new Outbound.Result.Sent(200, Optional.of(ENVELOPE)));
    step();
    assertEquals(2, bench.notifications);
    assertEquals(new Emitted.Sent(2, 202, Optional.empty()), bench.heard.get(0).outcome());
    assertEquals(200, assertInstanceOf(Emitted.Sent.class, bench.heard.get(1).outcome()).status());
  }

  @Test
  void aManagerThatClosesSaysWhatItHasToSay() {
    bench.manager.outbound(outside);
    Emission one = toTwo();
    comes(one, () -> {});
    step();
    outside.results.get(1).complete(new Outbound.Result.Sent(202, Optional.empty()));
    step();
    bench.manager.close();
    ManagerProbe.of(bench.manager).stepEmissions(); // as its thread does
    assertEquals(new Emitted.Sent(1, 202, Optional.empty()), told(one));
  }

  private Emission toMany(int addresses) {
    return emission(
        new Target.Endpoint(
            IntStream.range(0, addresses)
                .mapToObj(i -> new Target.Address(URI.create("http://h/" + i), List.of()))
                .toList()),
        Optional.empty());
  }

  @Test
  void whatHasNotArrivedIsTriedAgainAndWhatMayHaveIsNot() {
    bench.manager.outbound(outside);
    Emission one = emission(Target.Endpoint.of(HERE), Optional.empty());
    comes(one, () -> {});
    step();
    Duration[] pauses = {Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400)};
    for (Duration pause : pauses) {
      int tries = outside.requests.size();
      outside
          .results
          .get(tries - 1)
          .complete(new Outbound.Result.Failed(Outbound.Failure.UNREACHED, "refused"));
      step();
      bench.clock.advance(pause.minusMillis(1));
      step();
      assertEquals(tries, outside.requests.size());
      bench.clock.advance(Duration.ofMillis(1));
      step();
      assertEquals(tries + 1, outside.requests.size());
    }
    outside.results.get(3).complete(new Outbound.Result.Failed(Outbound.Failure.UNREACHED, "no"));
    step();
    assertEquals(new Emitted.Failed(0, "NOT_DELIVERED", "UNREACHED: no"), told(one));
    Emission two = emission(Target.Endpoint.of(HERE), Optional.empty());
    comes(two, () -> {});
    step();
    outside.results.get(4).complete(new Outbound.Result.Failed(Outbound.Failure.UNKNOWN, "lost"));
    step();
    assertEquals(new Emitted.Failed(0, "NOT_DELIVERED", "UNKNOWN: lost"), told(two));
  }

  @Test
  void oneThatNeverEndsIsNotWaitedForAndItsLateEndChangesNothing() {
    bench.manager.outbound(outside);
    Emission one = emission(Target.Endpoint.of(HERE), Optional.empty());
    comes(one, () -> {});
    step();
    bench.clock.advance(Duration.ofSeconds(11));
    step();
    assertEquals(
        new Emitted.Failed(0, "NOT_DELIVERED", "UNKNOWN: it did not end in its time"), told(one));
    outside.results.get(0).complete(new Outbound.Result.Sent(200, Optional.empty()));
    step();
    assertEquals(List.of(), bench.heard);
  }

  /** A host that does not answer keeps no other waiting. */
  @Test
  void noMoreThanTheBoundAreUnderWayToOneHost() {
    bench.manager.outbound(outside);
    comes(toMany(70), () -> {});
    URI late = URI.create("http://h/late");
    comes(emission(Target.Endpoint.of(late), Optional.empty()), () -> {});
    step();
    assertEquals(64, outside.requests.size());
    Emission elsewhere = emission(Target.Endpoint.of(THERE), Optional.empty());
    comes(elsewhere, () -> {});
    step();
    assertEquals(65, outside.requests.size());
    assertEquals(THERE, outside.requests.get(64).address());
    outside.results.get(0).complete(new Outbound.Result.Sent(200, Optional.empty()));
    step();
    outside.results.get(1).complete(new Outbound.Result.Sent(200, Optional.empty()));
    step();
    assertEquals(67, outside.requests.size());
    assertTrue(
        outside.requests.subList(65, 67).stream().anyMatch(r -> r.address().equals(late)),
        "each emission has its turn");
  }

  @Test
  void noMoreThanTheBoundAreUnderWay() {
    bench.manager.outbound(outside);
    comes(
        emission(
            new Target.Endpoint(
                IntStream.range(0, 600)
                    .mapToObj(i -> URI.create("http://h" + i % 20 + ".example/" + i))
                    .map(uri -> new Target.Address(uri, List.of()))
                    .toList()),
            Optional.empty()),
        () -> {});
    step();
    assertEquals(512, outside.requests.size());
    for (int i = 0; i < 600; i++) {
      outside.results.get(i).complete(new Outbound.Result.Sent(200, Optional.empty()));
      step();
    }
    assertEquals(600, outside.requests.stream().map(Outbound.Request::address).distinct().count());
    assertEquals(0, ManagerProbe.of(bench.manager).emissionsInHand());
  }

  @Test
  void itPassesTheHandlersOfFlowOutAndItsAnswerThoseOfFlowIn() {
    Bench other =
        new Bench(
            DHManagerConfig.DEFAULT,
            Orchestrations.of(
                List.of(
                    Orchestration.of("out", Stage.of("sign")),
                    Orchestration.of("in", Stage.of("check"))),
                List.of(Rule.all(Direction.OUT, "out"), Rule.all(Direction.IN, "in"))));
    other.node("n", "sign", "check");
    other.manager.outbound(outside);
    Emission one = emission(Target.Endpoint.of(HERE), Optional.empty());
    other.receiver.emission(
        new EmissionFormat(Limits.DEFAULT).encode(new NodeEmission(NODE, "a", one)), () -> {});
    ManagerProbe.of(other.manager).stepEmissions();
    Bench.Sent sign = other.batch();
    assertSaid("out", one, sign);
    other.changed(
        sign,
        "sign",
        Changes.builder()
            .addHeader(bytes("<s xmlns='urn:s'/>"))
            .property("dharch.exchange.k", "kept")
            .build());
    ManagerProbe.of(other.manager).stepEmissions();
    assertTrue(text(outside.requests.get(0).envelope()).contains("<s xmlns='urn:s'/>"));
    byte[] answer = bytes(EnvelopeText.SOAP11.of("<answer/>"));
    outside.results.get(0).complete(new Outbound.Result.Sent(200, Optional.of(answer)));
    ManagerProbe.of(other.manager).stepEmissions();
    Bench.Sent check = other.batch();
    assertSaid("in", one, check);
    assertEquals("kept", check.batch().properties().text("dharch.exchange.k", ""));
    other.changed(check, "check", Changes.builder().addHeader(bytes("<c xmlns='urn:c'/>")).build());
    ManagerProbe.of(other.manager).stepEmissions();
    Emitted.Sent sent = (Emitted.Sent) other.heard.get(0).outcome();
    assertEquals(1, other.heard.size());
    assertTrue(text(sent.envelope().orElseThrow()).contains("<c xmlns='urn:c'/>"));
    assertEquals(200, sent.status());
  }

  /** What a container would say of a client's message, and whose it is. */
  private static void assertSaid(String flow, Emission of, Bench.Sent batch) {
    MessageProperties output = batch.batch().properties();
    assertEquals(flow, output.text(SoapProperties.FLOW, ""));
    assertEquals(Optional.of(false), output.get(SoapProperties.SERVER_SIDE));
    assertEquals(of.id().toString(), output.text(SoapProperties.EMISSION, ""));
  }

  @Test
  void responseWithoutEnvelopeIsReportedAsFailure() {
    bench.manager.outbound(outside);
    Emission one = emission(Target.Endpoint.of(HERE), Optional.empty());
    comes(one, () -> {});
    step();
    outside.results.get(0).complete(new Outbound.Result.Sent(200, Optional.of(bytes("<no/>"))));
    step();
    assertEquals("MALFORMED", assertInstanceOf(Emitted.Failed.class, told(one)).code());
  }

  @Test
  void whatIsNoEmissionIsCountedAndNeedNotComeAgain() {
    int[] done = {0};
    assertTrue(
        bench.receiver.emission(
            org.dharch.core.wire.DMFormat.of(
                new MessageId(1, 1), MessageProperties.empty(), new byte[0]),
            () -> done[0]++));
    assertEquals(1, done[0]);
    assertEquals(1, bench.counter(Counter.MALFORMED));
  }
}
