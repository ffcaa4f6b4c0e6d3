package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.wire.HandlerResult;
import org.dharch.testing.FileCount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of messages, and how they come in again; a manager's death is a store closed. */
class StoredMessagesTest {
  private static final Orchestration PLAIN = Orchestration.of("o", Stage.of("A"), Stage.of("B"));
  private static final Orchestration DURABLE = PLAIN.durable(true);

  @TempDir Path folder;
  private final List<MessageStore> open = new ArrayList<>();
  private final List<String> replayed = new ArrayList<>();
  private boolean serviceIsThere = true;
  private Optional<String> impossible = Optional.empty();

  private MessageStore folder(StoreLimits limits) {
    open.forEach(MessageStore::close);
    open.clear();
    FolderStore store = FolderStore.open(folder, limits, Limits.DEFAULT);
    open.add(store);
    return store;
  }

  @AfterEach
  void close() {
    open.forEach(MessageStore::close);
  }

  /** A manager on the folder, after whatever became of the one before. */
  private Bench durable() {
    return withReplays(new Bench(DHManagerConfig.DEFAULT, DURABLE, folder(StoreLimits.DEFAULT)));
  }

  private Bench withReplays(Bench bench) {
    bench.manager.replayGateway(
        bench.new ReplayingEnds() {
          @Override
          public Optional<String> newContext(Submission message) {
            impossible.ifPresent(
                why -> {
                  throw new DHArchException(why);
                });
            replayed.add(message.service());
            return serviceIsThere ? Optional.of("replayed-" + replayed.size()) : Optional.empty();
          }

          @Override
          public void discard(String context) {
            replayed.remove(replayed.size() - 1);
          }
        });
    return bench;
  }

  private static Admission oneWay(Bench bench, String context) {
    return bench.manager.admit(
        bench.gateway,
        context,
        Submission.of(Direction.IN, "Service", Bench.ENVELOPE).oneWay(true));
  }

  private long files(StoreState state) throws Exception {
    return FileCount.in(folder.resolve(state.name().toLowerCase(java.util.Locale.ROOT)));
  }

  /** A manager that can replay, with a node that serves all of {@link #PLAIN}. */
  private Bench replaying() {
    return served(withReplays(new Bench(PLAIN)));
  }

  private static Bench served(Bench bench) {
    bench.node("n", "A", "B");
    return bench;
  }

  /** As where its disk has a bad place; a folder cannot be read as a file either. */
  @Test
  void oneThatTheDiskCannotReadKeepsNoOtherWaiting() throws Exception {
    Bench first = durable();
    assertInstanceOf(Admission.Stored.class, oneWay(first, "bad"));
    first.advance(Duration.ofMillis(5));
    assertInstanceOf(Admission.Stored.class, oneWay(first, "good"));
    MessageStore store = open.get(0);
    String oldest = store.keys(StoreState.ACCEPTED).get(0).id().toString();
    Path bad;
    try (Stream<Path> files = Files.list(folder.resolve("accepted"))) {
      bad = files.filter(file -> file.toString().contains(oldest)).findAny().orElseThrow();
    }
    byte[] record = Files.readAllBytes(bad);
    Files.delete(bad);
    Files.createDirectory(bad);

    Bench next = served(durable());
    ManagerProbe.of(next.manager).stepStore();
    assertEquals(1, next.batches().size(), "the good one");
    assertEquals(1, next.counter(Counter.ERRORS));
    Files.delete(bad);
    Files.write(bad, record);
    ManagerProbe.of(next.manager).stepStore();
    assertEquals(MessageId.parse(oldest), next.batch().batch().id());
  }

  /** A durable message that is being executed. */
  private static MessageId accepted(Bench bench, String context) {
    return assertInstanceOf(Admission.Accepted.class, oneWay(bench, context)).id();
  }

  /** A message whose first handler failed. */
  private static MessageId failed(Bench bench) {
    MessageId id = bench.accepted("m");
    fail(bench);
    return id;
  }

  private static MessageId failedInItsSecondStage(Bench bench) {
    MessageId id = bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.failed(bench.batch(), "B", "ill");
    return id;
  }

  private static void fail(Bench bench) {
    Bench.Sent sent = bench.batch();
    bench.reply(
        sent, sent.handlers().iterator().next(), HandlerResult.Status.FAILED, "ill", Changes.NONE);
  }

  private static void performAll(Bench bench) {
    for (List<Bench.Sent> batches = bench.batches();
        !batches.isEmpty();
        batches = bench.batches()) {
      batches.forEach(batch -> bench.performed(batch, batch.handlers().toArray(String[]::new)));
    }
  }

  @Test
  void aHaltedMessageIsKeptWithItsFaultAndTimelineAndCostsNoCopy() {
    Bench bench = served(new Bench(PLAIN));
    MessageId id = bench.accepted("m");
    bench.performed(bench.batch(), "A");
    fail(bench);
    StoredMessage kept = bench.manager.storedMessages().failed().get(0);
    assertEquals(id, kept.key().id());
    assertEquals("o", kept.orchestration());
    assertEquals(bench.fault("m"), kept.failure().orElseThrow().fault());
    assertEquals(2, kept.failure().orElseThrow().timeline().attempts().size());
    assertSame(Bench.ENVELOPE, kept.submission().envelope());
    assertEquals(kept, bench.manager.storedMessages().failed(id).orElseThrow());
    assertTrue(bench.manager.storedMessages().drop(id));
    assertFalse(bench.manager.storedMessages().drop(id));
    assertEquals(List.of(), bench.manager.storedMessages().failed());
  }

  @Test
  void alsoOneWhoseDeadlinePassedWhileItWaitedAndOneThatWasWithdrawn() {
    DHManagerConfig config =
        DHManagerConfig.DEFAULT.concurrencyLimit(1).deadline(Duration.ofSeconds(1));
    Bench bench = new Bench(config, PLAIN);
    bench.node("n", "A", "B");
    bench.accepted("first");
    bench.manager.cancel(bench.accepted("second"));
    bench.accepted("third");
    bench.advance(Duration.ofSeconds(1));
    assertEquals(
        List.of(Fault.Code.CANCELLED, Fault.Code.DEADLINE, Fault.Code.DEADLINE),
        bench.manager.storedMessages().failed().stream()
            .map(m -> m.failure().orElseThrow().fault().code())
            .sorted(java.util.Comparator.comparing(Enum::name))
            .toList());
  }

  @Test
  void theBoundOnHaltedOnesDropsTheOldestAndCounts() {
    StoreLimits two = StoreLimits.DEFAULT.failed(2);
    Bench bench = new Bench(DHManagerConfig.DEFAULT.storeLimits(two), PLAIN);
    bench.node("n", "A", "B");
    for (int i = 0; i < 5; i++) {
      bench.accepted("m" + i);
      fail(bench);
    }
    assertEquals(2, bench.manager.storedMessages().failed().size());
    assertEquals(3, bench.counter(Counter.FAILED_DROPPED));
  }

  @Test
  void replayContinuesWithFailedStageUnderItsOwnId() {
    Bench bench = replaying();
    MessageId id = failedInItsSecondStage(bench);
    assertTrue(bench.manager.storedMessages().replay(id));
    Bench.Sent again = bench.batch();
    assertEquals(Set.of("B"), again.handlers());
    assertEquals(id, again.batch().id());
    bench.failed(again, "B", "still ill");
    StoredMessage kept = bench.manager.storedMessages().failed(id).orElseThrow();
    List<String> notes = kept.failure().orElseThrow().timeline().notes();
    assertTrue(
        notes.stream().anyMatch(n -> n.startsWith("replayed from stage 2; it had failed: ")),
        notes::toString);
    assertTrue(bench.manager.storedMessages().replay(id), "it can be again");
    bench.performed(bench.batch(), "B");
    Outcome.Completed completed = bench.completed("replayed-2");
    assertEquals(
        List.of("A", "B", "B", "B"),
        completed.timeline().attempts().stream().map(Timeline.Attempt::handler).toList());
    bench.manager.delivered(completed.id());
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.manager.storedMessages().failed());
  }

  /** As when an operator has mended the document. */
  @Test
  void aReplayBeginsAtTheBeginningIfItsOrchestrationIsAnotherByNow() {
    MessageStore store = new MemoryStore(StoreLimits.DEFAULT);
    Bench bench = served(withReplays(new Bench(DHManagerConfig.DEFAULT, PLAIN, store)));
    MessageId id = failedInItsSecondStage(bench);
    Orchestration mended = Orchestration.of("o", Stage.of("A"), Stage.of("A"), Stage.of("B"));
    Bench next = served(withReplays(new Bench(DHManagerConfig.DEFAULT, mended, store)));
    assertTrue(next.manager.storedMessages().replay(id));
    Bench.Sent again = next.batch();
    assertEquals(Set.of("A"), again.handlers());
    assertFalse(again.batch().id().equals(id));
  }

  @Test
  void whatWasUndoneIsDoneAgainByAReplay() {
    Orchestration compensation =
        Orchestration.of(
            "o",
            Stage.of(HandlerEntry.of("A").atomicity(Atomicity.ATOMIC).compensator("U")),
            Stage.of("B"));
    Bench bench = withReplays(new Bench(compensation));
    bench.node("n", "A", "B", "U");
    MessageId id = bench.accepted("m");
    bench.performed(bench.batch(), "A");
    bench.failed(bench.batch(), "B", "no");
    bench.performed(bench.batch(), "U");
    assertTrue(bench.manager.storedMessages().replay(id));
    assertEquals(Set.of("A"), bench.batch().handlers());
  }

  @Test
  void aReplayFromTheBeginningHasANewIdAndIsForgottenOnceDelivered() {
    Bench bench = replaying();
    MessageId id = failedInItsSecondStage(bench);
    assertTrue(bench.manager.storedMessages().replay(id, true));
    assertFalse(bench.manager.storedMessages().replay(id), "it is being replayed");
    Bench.Sent again = bench.batch();
    assertEquals(Set.of("A"), again.handlers());
    assertFalse(again.batch().id().equals(id));
    bench.performed(again, "A");
    performAll(bench);
    Outcome.Completed completed = bench.completed("replayed-1");
    assertEquals(List.of(), bench.manager.storedMessages().failed());
    bench.manager.delivered(completed.id());
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of("Service"), replayed);
    assertEquals(1, bench.counter(Counter.REPLAYED));
  }

  @Test
  void aReplayThatIsHaltedAgainIsKeptUnderItsFirstIdWithTheNewTimeline() {
    Bench bench = replaying();
    MessageId id = failed(bench);
    bench.manager.storedMessages().replay(id);
    bench.performed(bench.batch(), "A");
    fail(bench);
    StoredMessage kept = bench.manager.storedMessages().failed(id).orElseThrow();
    assertEquals("B", kept.failure().orElseThrow().fault().handler());
    assertEquals(1, bench.manager.storedMessages().failed().size());
  }

  @Test
  void aReplayWaitsForItsHandlersAndItsService() {
    Bench bench = withReplays(new Bench(PLAIN));
    var node = bench.node("n", "A", "B");
    MessageId id = failed(bench);
    bench.receiver.gone(node);
    serviceIsThere = false;
    bench.manager.storedMessages().replay(id);
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.batches());
    bench.node("n2", "A", "B");
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(List.of(), bench.batches());
    serviceIsThere = true;
    ManagerProbe.of(bench.manager).stepStore();
    performAll(bench);
    assertTrue(bench.outcome("replayed-2").isPresent(), bench.outcomes.keySet()::toString);
  }

  @Test
  void whatCannotBeReplayedLiesWithTheHaltedOnesAgainAndSaysWhy() {
    Bench bench = replaying();
    MessageId id = failed(bench);
    impossible = Optional.of("it is an answer");
    bench.manager.storedMessages().replay(id);
    StoredMessage kept = bench.manager.storedMessages().failed(id).orElseThrow();
    assertEquals(Fault.Code.HANDLER_FAILED, kept.failure().orElseThrow().fault().code());
    List<String> notes = kept.failure().orElseThrow().timeline().notes();
    assertTrue(notes.get(notes.size() - 1).endsWith("it is an answer"), notes::toString);
  }

  @Test
  void withoutARevivalNothingCanBeReplayed() {
    Bench bench = new Bench(PLAIN);
    assertThrows(
        DHArchException.class, () -> bench.manager.storedMessages().replay(new MessageId(1, 1)));
  }

  @Test
  void aDurableOneWayMessageIsOnTheDiskWhenItIsAcceptedAndGoesWhenItIsDelivered() throws Exception {
    Bench bench = served(durable());
    MessageId id = accepted(bench, "m");
    assertEquals(1, files(StoreState.ACCEPTED));
    performAll(bench);
    bench.completed("m");
    assertEquals(1, files(StoreState.ACCEPTED), "its service has not been invoked");
    bench.manager.delivered(id);
    assertEquals(0, files(StoreState.ACCEPTED));
    assertEquals(1, bench.counter(Counter.STORED));
  }

  @Test
  void awaitedAndVolatileMessagesAreNotStored() throws Exception {
    Bench bench = served(durable());
    bench.accepted("waited for");
    Bench plain = new Bench(DHManagerConfig.DEFAULT, PLAIN, open.get(0));
    plain.node("n", "A", "B");
    oneWay(plain, "m");
    assertEquals(0, files(StoreState.ACCEPTED));
  }

  @Test
  void afterADeathWhatWasAcceptedFinishesUnderItsIdOnceItsHandlersAreThere() throws Exception {
    Bench first = served(durable());
    MessageId id = accepted(first, "m");
    first.performed(first.batch(), "A");

    Bench second = durable();
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.batches());
    second.node("n", "A", "B");
    ManagerProbe.of(second.manager).stepStore();
    ManagerProbe.of(second.manager).stepStore();
    Bench.Sent batch = second.batch();
    assertEquals(id, batch.batch().id(), "nodes know what they performed for it by its id");
    second.performed(batch, "A");
    performAll(second);
    assertEquals(id, second.completed("replayed-1").id());
    second.manager.delivered(id);
    assertEquals(0, files(StoreState.ACCEPTED));
  }

  @Test
  void oneWhoseOrchestrationHasChangedMeanwhileBeginsAtTheBeginningOfThatOne() {
    Bench first = served(durable());
    MessageId id = accepted(first, "m");
    Bench second =
        new Bench(
            DHManagerConfig.DEFAULT,
            Orchestration.of("o", Stage.of("B"), Stage.of("A")).durable(true),
            folder(StoreLimits.DEFAULT));
    second.node("n", "A", "B");
    ManagerProbe.of(withReplays(second).manager).stepStore();
    Bench.Sent batch = second.batch();
    assertEquals(Set.of("B"), batch.handlers());
    assertEquals(id, batch.batch().id());
    assertFalse(batch.batch().incarnation() == first.batch().batch().incarnation());
  }

  @Test
  void unservedDurableMessageIsAcceptedAndWaits() throws Exception {
    Bench bench = durable();
    assertInstanceOf(Admission.Stored.class, oneWay(bench, "m"));
    assertInstanceOf(Admission.Refused.class, bench.admit("waited for"));
    ManagerProbe.of(bench.manager).stepStore();
    bench.node("n", "A", "B");
    ManagerProbe.of(bench.manager).stepStore();
    performAll(bench);
    bench.manager.delivered(bench.completed("replayed-1").id());
    assertEquals(0, files(StoreState.ACCEPTED));
    assertTrue(bench.outcome("m").isEmpty(), "its gateway has let go of it");
  }

  @Test
  void aHaltedDurableOneLiesWithTheHaltedOnesAlsoAfterADeath() throws Exception {
    Bench first = served(durable());
    MessageId id = accepted(first, "m");
    fail(first);
    assertEquals(1, files(StoreState.ACCEPTED), "the conductor does not wait for a disk");
    ManagerProbe.of(first.manager).stepStore();
    assertEquals(0, files(StoreState.ACCEPTED));
    Bench second = durable();
    assertEquals(id, second.manager.storedMessages().failed().get(0).key().id());
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.batches());
  }

  @Test
  void aCleanStopLeavesAllAsItIs() throws Exception {
    Bench first =
        withReplays(
            new Bench(
                DHManagerConfig.DEFAULT.concurrencyLimit(1), DURABLE, folder(StoreLimits.DEFAULT)));
    first.node("n", "A", "B");
    MessageId begun = accepted(first, "begun");
    MessageId waiting = accepted(first, "waiting");
    first.manager.close();
    assertEquals(Fault.Code.SHUT_DOWN, first.fault("begun").code());
    assertEquals(2, files(StoreState.ACCEPTED));
    assertEquals(0, files(StoreState.FAILED));

    Bench second = served(durable());
    ManagerProbe.of(second.manager).stepStore();
    Set<MessageId> ids = new HashSet<>();
    second.batches().forEach(sent -> ids.add(sent.batch().id()));
    assertEquals(Set.of(begun, waiting), ids);
  }

  @Test
  void oneThatCouldNotBeDeliveredIsHalted() {
    Bench bench = served(durable());
    MessageId id = accepted(bench, "m");
    performAll(bench);
    bench.manager.undelivered(bench.completed("m"), "no such port");
    StoredMessage kept = bench.manager.storedMessages().failed(id).orElseThrow();
    assertEquals(
        new Fault(Fault.Code.NOT_DELIVERED, "", "no such port"),
        kept.failure().orElseThrow().fault());
  }

  @Test
  void withNoRoomInTheStoreOrTheQueueItIsBusyAndNothingIsKept() throws Exception {
    StoreLimits one = StoreLimits.DEFAULT.accepted(1);
    DHManagerConfig config = DHManagerConfig.DEFAULT.storeLimits(one).concurrencyLimit(1);
    Bench bench = withReplays(new Bench(config, DURABLE, folder(one)));
    bench.node("n", "A", "B");
    assertInstanceOf(Admission.Accepted.class, oneWay(bench, "m"));
    assertInstanceOf(Admission.Busy.class, oneWay(bench, "too many"));
    Bench full =
        withReplays(
            new Bench(config.queueBound(1), DURABLE, folder(StoreLimits.DEFAULT.accepted(9))));
    full.node("n", "A", "B");
    full.accepted("executing");
    full.accepted("waiting");
    assertInstanceOf(Admission.Busy.class, oneWay(full, "too many"));
    assertEquals(1, files(StoreState.ACCEPTED), "the first one's");
  }

  @Test
  void oneThatIsPutOffIsNotReplayedTwice() throws Exception {
    Bench bench = served(durable());
    failed(bench);
    bench.manager.storedMessages().failed();
    // what the command line does, from another process
    FolderStore visitor = FolderStore.openForOperator(folder);
    StoreKey key = visitor.keys(StoreState.FAILED).get(0);
    visitor.move(key, StoreState.FAILED, StoreState.REPLAY);
    ManagerProbe.of(bench.manager).stepStore();
    ManagerProbe.of(bench.manager).stepStore();
    assertEquals(1, bench.batches().size());
  }

  @Test
  void aDamagedAcceptedFileStopsNothing() throws Exception {
    Bench first = served(durable());
    oneWay(first, "bad");
    oneWay(first, "good");
    try (Stream<Path> files = Files.list(folder.resolve("accepted"))) {
      Files.writeString(files.sorted().findFirst().orElseThrow(), "DHS");
    }
    Bench second = served(durable());
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(1, second.batches().size());
    assertEquals(1, files(StoreState.ACCEPTED));
  }

  @Test
  void durableNeedsAStoreThatIs() {
    DHArchException e = assertThrows(DHArchException.class, () -> new Bench(DURABLE));
    assertTrue(e.getMessage().contains("'o'"), e.getMessage());
    Bench bench = new Bench(PLAIN);
    assertThrows(
        DHArchException.class,
        () ->
            bench.manager.orchestrations(
                Orchestrations.of(List.of(DURABLE), List.of(Rule.all(Direction.IN, "o")))));
    MessageStore memory = new MemoryStore(StoreLimits.DEFAULT);
    assertFalse(memory.durable());
  }
}
