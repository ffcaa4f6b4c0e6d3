package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fault;
import org.junit.jupiter.api.Test;

/** Managers that die, or live on, while nothing can be written. */
class FullDiskDeathTest extends ManagerRestarts {
  /** Halts a message whose handler "book" has been compensated, while the disk is full. */
  private Bench failedOnAFullDisk() throws IOException {
    Bench first = incarnation(ONE_WAY);
    serve(first);
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    first.failed(first.batch(), "check", "no");
    first.performed(first.afterTheDisk(), "unbook");
    disk(true);
    ManagerProbe.of(first.manager).stepProgress();
    assertEquals("no", first.fault("m").reason());
    ManagerProbe.of(first.manager).stepStore();
    assertEquals(List.of(), first.manager.storedMessages().failed());
    return first;
  }

  @Test
  void whatBecameOfAMessageIsKeptAsSoonAsTheDiskTakesIt() throws IOException {
    Bench first = failedOnAFullDisk();
    disk(false);
    ManagerProbe.of(first.manager).stepStore();
    assertEquals(
        "no",
        first.manager.storedMessages().failed().get(0).failure().orElseThrow().fault().reason());
    Bench second = incarnation(ONE_WAY);
    serve(second);
    assertEquals(List.of(), second.batches());
    assertEquals(1, second.manager.storedMessages().failed().size());
  }

  @Test
  void unstoredFailedMessageIsNotRestarted() throws IOException {
    failedOnAFullDisk();
    disk(false);
    Bench second = incarnation(ONE_WAY);
    serve(second);
    assertEquals(List.of(), second.batches());
    ManagerProbe.of(second.manager).stepProgress();
    ManagerProbe.of(second.manager).stepStore();
    assertEquals(List.of(), second.batches());
    assertEquals(
        "no",
        second.manager.storedMessages().failed().get(0).failure().orElseThrow().fault().reason());
  }

  /** Halts a message whose handler "book" nobody can undo, while the disk is full. */
  private Bench leftOnAFullDisk() throws IOException {
    Bench first = incarnation(RESPONDED);
    first.node("n", "book", "check");
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.failed(first.batch(), "check", "no");
    disk(true);
    first.advance(Duration.ofSeconds(10));
    ManagerProbe.of(first.manager).stepProgress();
    assertEquals("no", first.fault("m").reason());
    ManagerProbe.of(first.manager).stepStore();
    assertEquals(List.of(), first.manager.storedMessages().unresolved());
    return first;
  }

  @Test
  void whatIsToBeUndoneIsKeptAsSoonAsTheDiskTakesIt() throws IOException {
    Bench first = leftOnAFullDisk();
    disk(false);
    ManagerProbe.of(first.manager).stepStore();
    assertEquals(
        List.of("handler 'book' by 'unbook'"),
        first.manager.storedMessages().unresolved().get(0).waiting());
  }

  @Test
  void whatIsToBeUndoneAndCouldNotBeKeptIsKnownToTheNextLife() throws IOException {
    leftOnAFullDisk();
    disk(false);
    Bench second = incarnation(RESPONDED);
    assertEquals(
        List.of("handler 'book' by 'unbook'"),
        second.manager.storedMessages().unresolved().get(0).waiting());
  }

  @Test
  void oneIsReplayedOnlyWhenWhatItDidIsUndone() throws IOException {
    Bench first = leftOnAFullDisk();
    disk(false);
    ManagerProbe.of(first.manager).stepStore();
    MessageId id = first.manager.storedMessages().failed().get(0).key().id();
    assertTrue(first.manager.storedMessages().replay(id));
    first.node("late", "book", "check");
    ManagerProbe.of(first.manager).stepStore();
    ManagerProbe.of(first.manager).stepProgress();
    assertEquals(List.of(), first.batches());

    first.node("later", "unbook");
    triesAgain(first);
    first.performed(first.batch(), "unbook");
    ManagerProbe.of(first.manager).stepProgress();
    ManagerProbe.of(first.manager).stepStore();
    ManagerProbe.of(first.manager).stepStore();
    Bench.Sent again = first.afterTheDisk();
    assertEquals(Set.of("book"), again.handlers());
    assertNotEquals(id, again.batch().id());
  }

  @Test
  void noResponseOfWorkThatTheNextIncarnationCompensates() {
    Bench first = incarnation(RESPONDED);
    serve(first);
    first.accepted("m");
    first.performed(first.afterTheDisk(), "book");
    first.performed(first.batch(), "check");
    open.get(0).close(); // as on a full disk nothing is written from now on
    ManagerProbe.of(first.manager).stepProgress();
    assertEquals(Fault.Code.NOT_STORED, first.fault("m").code());

    undoesTheBooking(RESPONDED);
  }
}
