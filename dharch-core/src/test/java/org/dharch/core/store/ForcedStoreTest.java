package org.dharch.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dharch.api.Limits;
import org.dharch.testing.ForcedFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fault B9: what the store promises outlives a loss of power, too, which no kill shows. */
class ForcedStoreTest {
  private static final List<String> FOLDERS =
      Arrays.stream(StoreState.values()).map(StoreState::folder).toList();

  /** As it was opened: it was written anew then. */
  private static final String JOURNAL = "journal.new";

  @TempDir Path folder;
  private FolderStore store;

  @BeforeEach
  void open() {
    store = FolderStore.open(folder, StoreLimits.DEFAULT, Limits.DEFAULT);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private List<String> forced(ForcedFiles.Work work) throws Exception {
    return ForcedFiles.during(folder, work);
  }

  /** The file before it is put in its place, and then that it is there. */
  private static void assertWritten(StoreState state, List<String> forced) {
    assertEquals(2, forced.size(), forced::toString);
    assertTrue(forced.get(0).startsWith("tmp/"), forced::toString);
    assertEquals(state.folder(), forced.get(1));
  }

  @Test
  void acceptedMessageIsForced() throws Exception {
    assertWritten(StoreState.ACCEPTED, forced(() -> store.accept(StoredMessages.accepted(1, 10))));
  }

  @Test
  void failureOfAcceptedMessageIsForced() throws Exception {
    store.accept(StoredMessages.accepted(1, 10));
    assertWritten(StoreState.FAILED, forced(() -> store.keepFailed(StoredMessages.failed(1, 10))));
    StoredMessage again = StoredMessages.failed(1, 10);
    assertTrue(store.move(again.key(), StoreState.FAILED, StoreState.REPLAY));
    assertWritten(StoreState.FAILED, forced(() -> store.keepFailed(again)));
    assertEquals(List.of(), forced(() -> store.keepFailed(StoredMessages.failed(2, 10))));
  }

  @Test
  void progressOfGroupIsForcedOnce() throws Exception {
    List<StoredMessage> group =
        List.of(StoredMessages.accepted(1, 10), StoredMessages.accepted(2, 10));
    assertEquals(List.of(JOURNAL), forced(() -> store.record(group, List.of())));
  }

  /** Else, after a loss of power, the message would be there and how far it was not. */
  @Test
  void progressIsDeletedAfterForce() throws Exception {
    StoredMessage message = StoredMessages.accepted(1, 10);
    store.accept(message);
    store.record(List.of(message), List.of());
    store.remove(StoreState.ACCEPTED, message.key());
    List<String> forced = forced(() -> store.unrecord(List.of(message.key())));
    assertEquals(FOLDERS, forced.subList(0, FOLDERS.size()));
  }

  /** Written anew it is whole on the disk before it takes the old one's place. */
  @Test
  void rewrittenJournalIsForcedWithItsFolder() throws Exception {
    List<String> forced =
        new ArrayList<>(
            forced(
                () -> {
                  store.close();
                  open();
                }));
    forced.removeIf(FOLDERS::contains);
    assertEquals(List.of(JOURNAL, ""), forced.subList(0, 2), forced::toString);
  }
}
