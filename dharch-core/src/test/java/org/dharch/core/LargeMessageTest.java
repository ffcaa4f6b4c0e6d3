package org.dharch.core;

import static org.awaitility.Awaitility.await;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.context.Inbox;
import org.dharch.core.context.LargeWorkers;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.document.OrchestrationWriter;
import org.dharch.core.wire.NodeId;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** Fault C1: what is done of a large message is in no other's way. */
class LargeMessageTest {
  private static final HandlerEntry A =
      HandlerEntry.of("A").atomicity(Atomicity.ATOMIC).compensator("undoA");
  private static final byte[] LARGE =
      bytes(EnvelopeText.SOAP11.of("<x>" + "y".repeat(300_000) + "</x>"));
  private static final String C_IS_LEFT = OrchestrationWriter.rest(Sequence.of(Stage.of("C")));
  private static final Choose CHOICE =
      Choose.when(new XPathCondition("//x", Map.of()), Stage.of("B"));

  private static Bench bench(Orchestration orchestration) {
    Bench bench = new Bench(orchestration);
    bench.node("n", "A", "B", "C", "undoA");
    return bench;
  }

  private static MessageId large(Bench bench) {
    Submission submission = Submission.of(Direction.IN, "Service", LARGE);
    Admission admission = bench.manager.admit(bench.gateway, "large", submission);
    return assertInstanceOf(Admission.Accepted.class, admission).id();
  }

  /** The task batch of a large message, which is made elsewhere. */
  private static Bench.Sent made(Bench bench) {
    assertEquals(List.of(), bench.batches());
    bench.large.doNext();
    return bench.batch();
  }

  private static void aSmallOneGoesThrough(Bench bench, String... handlers) {
    bench.accepted("small");
    for (String handler : handlers) {
      bench.performed(bench.batch(), handler);
    }
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("small"));
  }

  private static Changes mark(String name) {
    return Changes.builder().addHeader(bytes("<h:" + name + " xmlns:h='urn:h'/>")).build();
  }

  @Test
  void itsConditionIsLookedAtElsewhere() {
    Bench bench = bench(Orchestration.of("o", Stage.of(A), CHOICE));
    large(bench);
    bench.performed(made(bench), "A");
    assertEquals(1, bench.large.size(), "its condition");
    aSmallOneGoesThrough(bench, "A", "B");
    assertTrue(bench.outcome("large").isEmpty());
    bench.large.doNext();
    bench.performed(made(bench), "B");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("large"));
  }

  @Test
  void itsStageIsMergedElsewhere() {
    Bench bench = bench(Orchestration.of("o", Stage.of(A)));
    large(bench);
    bench.changed(made(bench), "A", mark("done"));
    aSmallOneGoesThrough(bench, "A");
    bench.large.doNext();
    assertTrue(Utf8.text(bench.completed("large").envelope()).contains("h:done"));
  }

  @Test
  void resultAfterTheDeadlineIsIgnored() {
    for (Orchestration orchestration :
        List.of(Orchestration.of("o", Stage.of(A)), Orchestration.of("o", Stage.of(A), CHOICE))) {
      Bench bench = bench(orchestration.deadline(Duration.ofSeconds(2)));
      large(bench);
      bench.changed(made(bench), "A", mark("done"));
      if (orchestration.body().parts().size() > 1) {
        bench.large.doNext(); // the merge
      }
      assertEquals(1, bench.large.size());
      bench.advance(Duration.ofSeconds(3));
      bench.node("n", "A", "B", "C", "undoA");
      bench.large.doNext();
      Bench.Sent compensation = made(bench);
      assertEquals(Set.of("undoA"), compensation.handlers());
      bench.performed(compensation, "undoA");
      assertEquals(Fault.Code.DEADLINE, bench.fault("large").code());
    }
  }

  @Test
  void aChangeMeanwhileIsFollowed() {
    Bench bench = bench(Orchestration.of("o", Stage.of(A), CHOICE));
    MessageId id = large(bench);
    bench.performed(made(bench), "A");
    assertTrue(bench.manager.revise(id, Sequence.of(Stage.of("C"))));
    assertEquals(2, bench.large.size(), "the condition, of no use now, and C's task batch");
    bench.large.doNext();
    bench.performed(made(bench), "C");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("large"));
  }

  @Test
  void whatAHandlerSaysIsLeftIsReadElsewhere() {
    Bench bench = bench(Orchestration.of("o", Stage.of("A"), Stage.of("B")));
    large(bench);
    Changes rest = Changes.builder().property(MessageProperties.REST, C_IS_LEFT).build();
    bench.changed(made(bench), "A", rest);
    bench.large.doNext();
    assertEquals(Set.of("C"), made(bench).handlers());
  }

  @Test
  void itIsNotSentToANodeThatIsGoneMeanwhile() {
    Bench bench = bench(Orchestration.of("o", Stage.of("C")));
    large(bench);
    bench.receiver.gone(new NodeId("n", "1"));
    bench.large.doNext();
    assertEquals(List.of(), bench.batches());
    assertEquals(Fault.Code.NOT_SERVED, bench.fault("large").code());
  }

  @Test
  void itIsSentAgainIfTheTransportRefusesIt() {
    Bench bench = bench(Orchestration.of("o", Stage.of(A)));
    large(bench);
    bench.transportUp = false;
    bench.large.doNext();
    assertEquals(1, bench.counter(Counter.SENDS_REFUSED));
    bench.transportUp = true;
    bench.advance(Duration.ofSeconds(1));
    bench.performed(made(bench), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("large"));
  }

  @Test
  void itIsSentAgainIfAnErrorKeptItFromBeingSent() {
    Bench bench = bench(Orchestration.of("o", Stage.of(A)));
    large(bench);
    bench.transportFails = true;
    bench.large.doNext();
    assertEquals(1, bench.counter(Counter.ERRORS));
    bench.transportFails = false;
    bench.advance(Duration.ofSeconds(1));
    bench.performed(made(bench), "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("large"));
  }

  @Test
  void lateResultIsNotForTheCompensation() {
    Bench bench =
        new Bench(Orchestration.of("o", Stage.of(A.completionCallback(true)), Stage.of("C")));
    NodeId node = bench.node("n", "A", "C");
    large(bench);
    bench.performed(made(bench), "A");
    bench.failed(made(bench), "C", "no");
    for (int second = 0;
        second < 120;
        second++) { // none compensates it; then none is in time to tell
      bench.advance(Duration.ofSeconds(1));
      bench.heartbeat(node, "A", "C");
    }
    assertEquals("no", bench.fault("large").reason());
    assertEquals(1, bench.large.size(), "its handler is to be told of the end");
    ManagerProbe.of(bench.manager).stepStore();
    bench.node("late", "undoA");
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(2, bench.large.size(), "what compensates it, under the same id");

    bench.receiver.gone(node);
    bench.large.doNext();
    assertEquals(0, bench.counter(Counter.ERRORS));
    bench.performed(made(bench), "undoA");
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.manager.storedMessages().unresolved());
  }

  @Test
  void theManagersOwnThreadsDoOnlyWhatIsLarge() {
    try (LargeWorkers workers = new LargeWorkers("test")) {
      assertFalse(workers.takes(10_000));
      assertTrue(workers.takes(1_000_000));
      CountDownLatch done = new CountDownLatch(100);
      for (int i = 0; i < 100; i++) {
        workers.run(100_000, done::countDown);
      }
      await().until(() -> done.getCount() == 0);
    }
  }

  /** Fault G21: a place was lost with each, and what had no thread was never done. */
  @Test
  void whatNoThreadCanBeHadForIsDoneWhenThereIsOne() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    BiFunction<Runnable, String, Thread> making =
        (work, name) -> {
          if (asked.incrementAndGet() <= 3) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return new Thread(work, name);
        };
    CountDownLatch done = new CountDownLatch(4);
    try (LargeWorkers workers = new LargeWorkers("test", 2, 1_000, making)) {
      for (int i = 0; i < 4; i++) {
        workers.run(900, done::countDown);
      }
      assertTrue(done.await(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void someThatTakeVeryLongLeaveRoomForOthersAndTheHeapIsNotFilled() {
    CountDownLatch over = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    Runnable longWork =
        () -> {
          begun.incrementAndGet();
          awaitUninterruptibly(over);
        };
    try (LargeWorkers workers = new LargeWorkers("test", 3, 1_000)) {
      workers.run(5_000, longWork); // more than may be, but alone
      await().until(() -> begun.get() == 1);
      workers.run(600, longWork);
      over.countDown();
      await().until(() -> begun.get() == 2);
    }
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger large = new AtomicInteger();
    AtomicInteger small = new AtomicInteger();
    try (LargeWorkers workers = new LargeWorkers("test", 3, 1_000)) {
      for (int i = 0; i < 2; i++) {
        workers.run(
            600,
            () -> {
              large.incrementAndGet();
              awaitUninterruptibly(end);
            });
      }
      workers.run(100, small::incrementAndGet);
      await().until(() -> large.get() == 1 && small.get() == 1);
      end.countDown();
      await().until(() -> large.get() == 2);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void nothingOfTheManagersOwnIsLostInAFullInbox() {
    Inbox inbox = new Inbox();
    Inbox.Item stranger = new Inbox.Connected(true);
    while (inbox.put(stranger)) {} // until it is full
    Inbox.Item own = new Inbox.Until(new CompletableFuture<>());
    inbox.post(own);
    assertEquals(own, inbox.poll().orElseThrow());
    assertEquals(stranger, inbox.poll().orElseThrow());
  }

  /** It is not the size of the message alone that says how long a choice takes. */
  @Test
  void longChoiceRunsOutsideTheEventLoop() {
    XPathCondition explodes =
        new XPathCondition("count(//*[count(//*[count(//*) > 0]) > 0]) > 0", Map.of());
    Orchestration orchestration =
        Orchestration.of("o", Stage.of("A"), Choose.when(explodes, Stage.of("B")));
    Bench bench = bench(orchestration);
    byte[] many = bytes(EnvelopeText.SOAP11.of("<a/>".repeat(1000)));
    bench.manager.admit(bench.gateway, "large", Submission.of(Direction.IN, "Service", many));
    bench.performed(bench.batch(), "A");
    assertEquals(1, bench.large.size(), "put off as soon as it is seen to take long");
    aSmallOneGoesThrough(bench, "A", "B");
    bench.large.doNext();
    assertTrue(bench.fault("large").reason().contains("steps"), bench.fault("large").reason());
  }
}
