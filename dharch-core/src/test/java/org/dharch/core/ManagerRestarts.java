package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.StoreLimits;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Lives of a manager, one after another, on a folder: its death is a store closed. */
abstract class ManagerRestarts {
  static final HandlerEntry BOOK =
      HandlerEntry.of("book").atomicity(Atomicity.ATOMIC).compensator("unbook");
  static final HandlerEntry PRINT = HandlerEntry.of("print").atomicity(Atomicity.ATOMIC);
  static final Orchestration ONE_WAY =
      Orchestration.of("o", Stage.of(BOOK), Stage.of("check"), Stage.of(PRINT)).durable(true);
  static final Orchestration RESPONDED =
      Orchestration.of("o", Stage.of(BOOK), Stage.of("check")).recovery(CrashRecovery.COMPENSATE);

  @TempDir Path folder;
  final List<FolderStore> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(FolderStore::close);
  }

  /** The next life of the manager on the folder. */
  Bench incarnation(Orchestration orchestration) {
    return incarnation(only(orchestration));
  }

  static Orchestrations only(Orchestration orchestration) {
    return Orchestrations.of(
        List.of(orchestration), List.of(Rule.all(Direction.IN, orchestration.name())));
  }

  Bench incarnation(Orchestrations orchestrations) {
    return incarnation(DHManagerConfig.DEFAULT, orchestrations);
  }

  Bench incarnation(DHManagerConfig config, Orchestrations orchestrations) {
    open.forEach(FolderStore::close);
    open.clear();
    FolderStore store = FolderStore.open(folder, StoreLimits.DEFAULT, Limits.DEFAULT);
    open.add(store);
    return withReplays(new Bench(config, orchestrations, store));
  }

  static Bench withReplays(Bench bench) {
    bench.manager.replayGateway(
        bench.new ReplayingEnds() {
          @Override
          public Optional<String> newContext(Submission message) {
            return Optional.of("again");
          }
        });
    return bench;
  }

  static void serve(Bench bench) {
    bench.node("n", "book", "unbook", "check", "print");
    ManagerProbe.of(bench.manager).stepStore();
  }

  static MessageId oneWay(Bench bench) {
    Submission submission = Submission.of(Direction.IN, "S", Bench.ENVELOPE).oneWay(true);
    Admission admission = bench.manager.admit(bench.gateway, "m", submission);
    return assertInstanceOf(Admission.Accepted.class, admission).id();
  }

  /** Files cannot be written, or can again; what is added to the journal still finds a place. */
  void disk(boolean full) throws IOException {
    Path tmp = folder.resolve("tmp");
    Path away = folder.resolve("away");
    Files.move(full ? tmp : away, full ? away : tmp);
  }

  static Changes mark(String name) {
    return Changes.builder().addHeader(Utf8.bytes("<h:" + name + " xmlns:h='urn:h'/>")).build();
  }

  static List<Bench.Sent> afterTheDiskAll(Bench bench) {
    ManagerProbe.of(bench.manager).stepProgress();
    return bench.batches();
  }

  /** The next life finds that "book" has performed, and compensates that. */
  void undoesTheBooking(Orchestration orchestration) {
    Bench next = incarnation(orchestration);
    serve(next);
    next.performed(next.afterTheDisk(), "book");
    next.performed(next.afterTheDisk(), "unbook");
    ManagerProbe.of(next.manager).stepProgress();
    ManagerProbe.of(next.manager).stepStore();
    assertEquals(List.of(), next.manager.storedMessages().unresolved());
  }

  /** What is left of a message is tried once more. */
  static void triesAgain(Bench bench) {
    for (int look = 0; bench.sent.isEmpty(); look++) {
      assertTrue(look < 10, "it is tried again");
      ManagerProbe.of(bench.manager).stepStore();
      ManagerProbe.of(bench.manager).stepProgress();
    }
  }
}
