package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.api.MessageId;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.junit.jupiter.api.Test;

/** Stores of which something cannot be read. */
class DamagedStoreTest extends ManagerRestarts {
  @Test
  void oneThatCannotBeReadDoesNotHoldUpTheOthers() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    MessageId id = oneWay(first);
    first.afterTheDisk();
    FolderStore store = open.get(0);
    StoreKey accepted = store.keys(StoreState.ACCEPTED).get(0);
    Submission submission = store.read(StoreState.ACCEPTED, accepted).orElseThrow().submission();
    StoreKey broken = new StoreKey(new MessageId(1, 1), 1);
    store.unresolved(
        new StoredMessage(broken, "o", "", submission, Optional.empty(), Optional.empty())
            .so(new byte[] {9}));

    Bench second = incarnation(ONE_WAY);
    serve(second);
    assertEquals(id, second.afterTheDisk().batch().id());
    String why = second.manager.storedMessages().unresolved().get(0).doubtful().get(0);
    assertTrue(why.contains("(got 9)"), why);
  }

  /** Two one-way messages under way, of the first of which it is on disk how far it is. */
  private Path journalOfTwo() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    oneWay(first);
    first.afterTheDisk();
    oneWay(first);
    first.afterTheDisk();
    open.forEach(FolderStore::close);
    return folder.resolve("journal");
  }

  @Test
  void damagedJournalStartsNoMessageAgain() throws IOException {
    Path journal = journalOfTwo();
    byte[] bytes = Files.readAllBytes(journal);
    int first = 8 + 33; // behind the record that says that the journal was begun
    bytes[first + 40] ^= 1;
    Files.write(journal, bytes);

    Bench second = incarnation(ONE_WAY);
    serve(second);
    assertEquals(Set.of("book"), second.afterTheDisk().handlers(), "of the other, which is whole");
    assertEquals(List.of(), second.batches());
    StoredMessage failed = second.manager.storedMessages().failed().get(0);
    String why = failed.failure().orElseThrow().fault().reason();
    assertTrue(
        why.contains("damaged at byte " + first)
            && why.contains("a replay starts from the beginning"),
        why);

    Bench third = incarnation(ONE_WAY);
    serve(third);
    third.afterTheDisk();
    assertEquals(1, third.manager.storedMessages().failed().size(), "and the damage is over");
  }

  @Test
  void unreadableAcceptedMessageContinuesFromItsProgress() throws IOException {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    MessageId id = oneWay(first);
    Bench.Sent sent = first.afterTheDisk();
    try (Stream<Path> files = Files.list(folder.resolve("accepted"))) {
      Files.writeString(files.findFirst().orElseThrow(), "rubbish");
    }

    Bench second = incarnation(ONE_WAY);
    serve(second);
    assertEquals(sent.batch().tasks(), second.afterTheDisk().batch().tasks());
    assertEquals(1, open.get(0).keys(StoreState.ACCEPTED).size(), "and it is there again");

    Bench third = incarnation(ONE_WAY);
    serve(third);
    Bench.Sent again = third.afterTheDisk();
    assertEquals(id, again.batch().id());
    third.performed(again, "book");
    third.performed(third.batch(), "check");
    third.performed(third.afterTheDisk(), "print");
    ManagerProbe.of(third.manager).stepProgress();
    third.completed("again");
  }

  @Test
  void messageWithUnreadableProgressIsNotRestarted() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    oneWay(first);
    first.afterTheDisk();
    FolderStore store = open.get(0);
    StoredMessage message = store.recorded().get(0);
    store.record(List.of(message.so(new byte[] {9})), List.of());

    Bench second = incarnation(ONE_WAY);
    serve(second);
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.batches());
    assertEquals(message.key(), second.manager.storedMessages().failed().get(0).key());
    String doubt = second.manager.storedMessages().unresolved().get(0).doubtful().get(0);
    assertTrue(doubt.contains("(got 9)"), doubt);
    assertTrue(second.manager.storedMessages().resolve(message.key().id()));
    assertEquals(List.of(), incarnation(ONE_WAY).manager.storedMessages().unresolved());
  }

  @Test
  void effectsOfUnservableMessageAreCompensated() {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    MessageId id = oneWay(first);
    Bench.Sent sent = first.afterTheDisk();

    Bench second = incarnation(Orchestrations.of(List.of(), List.of()));
    serve(second);
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(id, second.manager.storedMessages().failed().get(0).key().id());
    Bench.Sent asked = second.afterTheDisk();
    assertEquals(sent.batch().tasks(), asked.batch().tasks());
    second.performed(asked, "book");
    second.performed(second.afterTheDisk(), "unbook");
    ManagerProbe.of(second.manager).stepProgress();
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.manager.storedMessages().unresolved());
    assertEquals(1, second.manager.storedMessages().failed().size());
    Bench third = incarnation(ONE_WAY);
    serve(third);
    assertEquals(List.of(), third.batches());
  }
}
