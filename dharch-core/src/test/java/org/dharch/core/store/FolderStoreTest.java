package org.dharch.core.store;

import static org.dharch.core.store.StoreState.ACCEPTED;
import static org.dharch.core.store.StoreState.FAILED;
import static org.dharch.core.store.StoreState.REPLAY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dharch.api.Limits;
import org.dharch.core.flow.JobSizesFile;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderStoreTest extends StoreContract {
  @TempDir Path temp;
  private Path folder;
  private FolderStore store;

  @Override
  MessageStore store(StoreLimits limits) {
    folder = temp.resolve("store");
    return open(limits);
  }

  @Override
  long sizeOf(StoredMessage message) {
    return new StoredMessageCodec(Limits.DEFAULT).encode(message).length;
  }

  private FolderStore open() {
    return open(SMALL);
  }

  private FolderStore open(StoreLimits limits) {
    store = FolderStore.open(folder, limits, Limits.DEFAULT);
    return store;
  }

  @AfterEach
  void close() {
    if (store != null) {
      store.close();
    }
  }

  private List<Path> files(String state) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(state))) {
      return files.toList();
    }
  }

  @Test
  void reopenedStoreCountsItsMessages() {
    store();
    store.accept(StoredMessages.accepted(1, 10));
    store.accept(StoredMessages.accepted(2, 10));
    store.keepFailed(StoredMessages.failed(3, 10));
    store.close();
    open();
    assertEquals(2, store.keys(ACCEPTED).size());
    assertFalse(store.accept(StoredMessages.accepted(4, 10)));
    assertTrue(store.read(FAILED, store.keys(FAILED).get(0)).orElseThrow().failure().isPresent());
  }

  @Test
  void secondManagerIsRejectedAndOperatorAdmitted() throws IOException {
    store();
    store.keepFailed(StoredMessages.failed(1, 10));
    String message = assertThrows(StoreException.class, this::openAnother).getMessage();
    String by = "in use by process " + ProcessHandle.current().pid();
    assertTrue(message.contains(folder.toString()) && message.contains(by), message);
    FolderStore visitor = FolderStore.openForOperator(folder);
    assertEquals(Optional.of(ProcessHandle.current().pid()), visitor.manager());
    StoreKey key = visitor.keys(FAILED).get(0);
    assertTrue(visitor.move(key, FAILED, REPLAY));
    assertEquals(List.of(key), store.keys(REPLAY));
    store.close();
    assertEquals(Optional.empty(), visitor.manager());
    open();
  }

  /** A lock is on a file, not on a name: the one that is needed is locked, too. */
  @Test
  void deletedLockFileDoesNotAdmitSecondManager() throws Exception {
    store();
    store.record(List.of(StoredMessages.accepted(1, 10).so(new byte[] {1})), List.of());
    Files.delete(folder.resolve("lock"));
    String output = otherProcessOpens();
    assertTrue(output.contains("in use by process " + ProcessHandle.current().pid()), output);
    assertTrue(store.accept(StoredMessages.accepted(2, 10)), "this one goes on");
    store.record(List.of(StoredMessages.accepted(3, 10).so(new byte[] {1})), List.of());
    assertEquals(Optional.of(ProcessHandle.current().pid()), store.manager());
    store.close();
    assertEquals("opened", otherProcessOpens());
  }

  @Test
  void managerOfDeletedFilesWritesNothing() throws Exception {
    store();
    StoredMessage before = StoredMessages.accepted(1, 10);
    store.accept(before);
    Files.delete(folder.resolve("lock"));
    Files.delete(folder.resolve("journal"));
    try (ForkedJvm next = StoreOpener.start(temp.resolve("next"), folder)) {
      next.await(Pattern.compile("(opened)"));
      StoredMessage later = StoredMessages.accepted(2, 10);
      List<Executable> changes =
          List.of(
              () -> store.accept(later),
              () -> store.record(List.of(later.so(new byte[] {1})), List.of()),
              () -> store.keepFailed(StoredMessages.failed(3, 10)),
              () -> store.unresolved(StoredMessages.failed(3, 10).so(new byte[] {1})),
              () -> store.move(before.key(), ACCEPTED, REPLAY),
              () -> store.remove(ACCEPTED, before.key()));
      for (Executable change : changes) {
        String why = assertThrows(StoreException.class, change).getMessage();
        assertTrue(why.contains("journal was deleted or replaced during use"), why);
      }
      store.close();
      assertEquals(Optional.of(next.process().pid()), FolderStore.manager(folder));
    }
  }

  /** What it says, and closes what it has opened. */
  private String otherProcessOpens() throws Exception {
    try (ForkedJvm other = StoreOpener.start(temp.resolve("other"), folder)) {
      return other.await(Pattern.compile("(?m)^(opened|refused.*)$"));
    }
  }

  /** Fault B6: a second opener, which was refused, had cleared the owner's half-written files. */
  @Test
  void rejectedManagerChangesNoFiles() throws IOException {
    store();
    store.accept(StoredMessages.accepted(1, 10));
    Path beingWritten = Files.writeString(folder.resolve("tmp").resolve("half"), "DHS");
    assertThrows(StoreException.class, this::openAnother);
    assertEquals("DHS", Files.readString(beingWritten));
    assertEquals(1, files("accepted").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock", "manager"})
  void whatWasOnceInTheWayKeepsNoneOutOnceItIsGone(String file) throws IOException {
    store();
    store.close();
    Path inTheWay = folder.resolve(file);
    Files.deleteIfExists(inTheWay);
    Path inIt = Files.createDirectories(inTheWay.resolve("full"));
    String message = assertThrows(StoreException.class, this::openAnother).getMessage();
    assertTrue(message.contains("cannot open store") && message.contains("" + inTheWay), message);
    assertEquals(Optional.empty(), FolderStore.manager(folder));
    Files.delete(inIt);
    Files.delete(inTheWay);
    open();
    assertEquals(Optional.of(ProcessHandle.current().pid()), store.manager());
  }

  private void openAnother() {
    FolderStore.open(folder, SMALL, Limits.DEFAULT).close();
  }

  @Test
  void messageDroppedByOperatorFreesCapacity() {
    store();
    for (int i = 1; i <= 3; i++) {
      store.keepFailed(StoredMessages.failed(i, 10));
    }
    FolderStore visitor = FolderStore.openForOperator(folder);
    visitor.remove(FAILED, visitor.keys(FAILED).get(1));
    assertEquals(0, store.keepFailed(StoredMessages.failed(4, 10)));
    assertEquals(3, store.keys(FAILED).size());
  }

  /** Its sender was told that it is kept: past the bound it is the next sender who has to wait. */
  @Test
  void acceptedFailedMessageIsNeverDropped() {
    store();
    store.keepFailed(StoredMessages.courtesy(9, 10));
    for (int i = 1; i <= 4; i++) {
      assertTrue(store.accept(StoredMessages.accepted(i, 10)), "message " + i);
      assertEquals(i == 3 ? 1 : 0, store.keepFailed(StoredMessages.failed(i, 10)), "9 goes for 3");
    }
    assertEquals(
        1, store.keepFailed(StoredMessages.courtesy(10, 10)), "there is no room for a courtesy");
    assertTrue(store.accept(StoredMessages.accepted(5, 10)));
    assertEquals(0, store.keepFailed(StoredMessages.failed(5, 10)));
    assertEquals(5, store.keys(FAILED).size());
    assertFalse(store.accept(StoredMessages.accepted(6, 10)), "two more than may be failed");
    store.close();
    open();
    assertFalse(store.accept(StoredMessages.accepted(6, 10)));
    assertEquals(1, store.keepFailed(StoredMessages.courtesy(11, 10)));
    assertEquals(5, store.keys(FAILED).size(), "nor after a restart");
    FolderStore visitor = FolderStore.openForOperator(folder);
    assertTrue(visitor.remove(FAILED, visitor.keys(FAILED).get(1)));
    assertTrue(visitor.move(visitor.keys(FAILED).get(0), FAILED, REPLAY));
    store.close();
    open();
    assertTrue(store.accept(StoredMessages.accepted(6, 10)), "a person has made room");
    assertEquals(
        0, store.keepFailed(StoredMessages.failed(1, 10)), "it was replayed, and failed again");
    assertEquals(4, store.keys(FAILED).size());
    assertEquals(0, store.keepFailed(StoredMessages.failed(6, 10)));
    assertEquals(5, store.keys(FAILED).size());
  }

  @Test
  void damagedAndForeignFilesAreSetAsideOrLeftAlone() throws IOException {
    store();
    StoredMessage message = StoredMessages.accepted(1, 100);
    store.accept(message);
    Path file = files("accepted").get(0);
    Files.write(file, List.of("rubbish"));
    Files.writeString(folder.resolve("accepted").resolve("README"), "not a message");
    assertEquals(List.of(message.key()), store.keys(ACCEPTED));
    assertEquals(Optional.empty(), store.read(ACCEPTED, message.key()));
    assertEquals(1, store.unreadable());
    assertEquals(List.of(), store.keys(ACCEPTED));
    assertEquals(1, files("corrupt").size());
    assertTrue(store.accept(StoredMessages.accepted(2, 10)));
    assertTrue(store.accept(StoredMessages.accepted(3, 10)), "its room was given back");
  }

  @Test
  void unreadableJournalRecordFailsItsMessage() throws IOException {
    store();
    StoredMessage message = StoredMessages.accepted(1, 100);
    store.accept(message);
    store.close();
    try (Journal journal =
        Journal.open(folder.resolve("journal"), Journal.Bounds.NONE).orElseThrow()) {
      journal.begin();
      journal.add(java.util.Map.of(message.key(), new byte[] {1, 2, 3}), List.of());
    }
    open();
    assertEquals(List.of(), store.keys(ACCEPTED));
    StoredMessage failed = store.read(FAILED, message.key()).orElseThrow();
    String why = failed.failure().orElseThrow().fault().reason();
    assertTrue(why.contains("does not begin with 'DHS'"), why);
    assertEquals(List.of(), store.recorded());
    assertEquals(1, files("corrupt").size());
  }

  @Test
  void renamedFileIsNotAccepted() throws IOException {
    store();
    store.accept(StoredMessages.accepted(1, 10));
    StoreKey other = StoredMessages.accepted(2, 10).key();
    Files.move(files("accepted").get(0), folder.resolve("accepted").resolve(other.fileName()));
    assertEquals(Optional.empty(), store.read(ACCEPTED, other));
    assertEquals(1, store.unreadable());
  }

  @Test
  void incompleteFilesAreDeletedAtStart() throws IOException {
    store();
    store.accept(StoredMessages.accepted(1, 10));
    StoredMessage failed = StoredMessages.failed(2, 10);
    store.keepFailed(failed);
    store.close();
    // a kill between the write of the failed record and the delete of the other
    Files.copy(
        folder.resolve("failed").resolve(failed.key().fileName()),
        folder.resolve("accepted").resolve(failed.key().fileName()));
    Files.writeString(folder.resolve("tmp").resolve(failed.key().fileName() + ".7"), "DHS");
    open();
    assertEquals(1, store.keys(ACCEPTED).size());
    assertEquals(1, store.keys(FAILED).size());
    assertEquals(List.of(), files("tmp"));
  }

  @Test
  void folderIsPrivate() throws IOException {
    store();
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
  }

  /** Fault D: a wider folder stayed wide, and what lay in it could be read. */
  @Test
  void storeFolderAndFilesArePrivate() throws IOException {
    folder = Files.createDirectories(temp.resolve("store"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path lock = Files.writeString(folder.resolve("lock"), "");
    Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-rw-rw-"));
    store();
    store.accept(StoredMessages.accepted(1, 10));
    store.keepFailed(StoredMessages.failed(3, 10));
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.toList()) {
        assertEquals(
            Files.isDirectory(each) ? "rwx------" : "rw-------",
            PosixFilePermissions.toString(Files.getPosixFilePermissions(each)),
            each::toString);
      }
    }
  }

  @Test
  void invalidFolderIsReported() throws IOException {
    folder = Files.writeString(temp.resolve("file"), "x").resolve("store");
    String message = assertThrows(StoreException.class, this::open).getMessage();
    assertTrue(message.contains(folder.toString()), message);
    assertTrue(
        assertThrows(StoreException.class, () -> FolderStore.openForOperator(temp))
            .getMessage()
            .contains(temp.toString()));
  }

  /** Its accepted messages may have handlers that have performed: none is begun anew. */
  @ParameterizedTest
  @ValueSource(strings = {"emptied", "deleted", "replaced"})
  void aJournalThatIsNotTheOneItWasIsDamage(String how) throws IOException {
    store();
    StoredMessage message = StoredMessages.accepted(1, 100);
    store.accept(message);
    store.record(List.of(message.so(new byte[] {1})), List.of());
    store.close();
    Path journal = folder.resolve("journal");
    Files.delete(journal);
    if (how.equals("emptied")) {
      Files.createFile(journal);
    } else if (how.equals("replaced")) {
      try (Journal other = Journal.open(journal, Journal.Bounds.NONE).orElseThrow()) {
        other.begin();
        other.add(java.util.Map.of(StoredMessages.accepted(2, 1).key(), new byte[3]), List.of());
      }
    }
    open();
    assertEquals(List.of(), store.keys(ACCEPTED));
    String why =
        store.read(FAILED, message.key()).orElseThrow().failure().orElseThrow().fault().reason();
    assertTrue(why.contains("was emptied, deleted or replaced"), why);
    assertTrue(store.accept(StoredMessages.accepted(3, 1)));
    store.close();
    open();
    assertEquals(1, store.keys(ACCEPTED).size(), "it is whole again");
  }

  @Test
  void unreadableFilesAreBounded() throws IOException {
    store(SMALL.failed(200));
    for (int i = 1; i <= 101; i++) {
      StoredMessage message = StoredMessages.failed(i, 1);
      store.keepFailed(message);
      Files.writeString(folder.resolve("failed").resolve(message.key().fileName()), "rubbish");
      assertEquals(Optional.empty(), store.read(FAILED, message.key()));
    }
    assertEquals(100, files("corrupt").size());
    String oldest = "failed-" + StoredMessages.failed(1, 1).key().fileName();
    assertFalse(Files.exists(folder.resolve("corrupt").resolve(oldest)));
    assertEquals(101, store.unreadable());
  }

  @Test
  void unwritableFolderIsReportedAndUsesNoCapacity() throws IOException {
    store();
    Files.delete(folder.resolve("tmp"));
    StoredMessage message = StoredMessages.accepted(1, 10);
    for (int i = 0; i < 3; i++) {
      String output = assertThrows(StoreException.class, () -> store.accept(message)).getMessage();
      assertTrue(output.contains("cannot write " + message.key().fileName()), output);
    }
    String output =
        assertThrows(StoreException.class, () -> store.keepFailed(message)).getMessage();
    assertTrue(output.contains("cannot write"), output);
    assertThrows(StoreException.class, () -> store.unresolved(message));
    Files.createDirectory(folder.resolve("tmp"));
    assertTrue(store.accept(StoredMessages.accepted(2, 10)));
    assertTrue(store.accept(StoredMessages.accepted(3, 10)));
  }

  @Test
  void operatorHasNoJournal() {
    store();
    FolderStore visitor = FolderStore.openForOperator(folder);
    String output = assertThrows(StoreException.class, visitor::recorded).getMessage();
    assertTrue(output.contains("is open for an operator"), output);
    visitor.close();
    assertEquals(Optional.of(ProcessHandle.current().pid()), visitor.manager());
  }

  @Test
  void storeIsDurableAndCloseIdempotent() {
    assertTrue(store().durable());
    store.close();
    store.close();
    assertThrows(
        StoreException.class,
        () -> store.record(List.of(StoredMessages.accepted(1, 1)), List.of()));
  }

  @Test
  void replayIsForcedAndRemovesFailedRecord() throws IOException {
    store();
    StoredMessage message = StoredMessages.failed(1, 10);
    store.keepFailed(message);
    assertTrue(store.move(message.key(), FAILED, REPLAY));
    store.close();
    Files.copy(
        folder.resolve("replay").resolve(message.key().fileName()),
        folder.resolve("failed").resolve(message.key().fileName()));
    open();
    assertEquals(List.of(), store.keys(REPLAY), "a kill left both; the failed one is the later");
    assertEquals(List.of(message.key()), store.keys(FAILED));
  }

  private FolderStore openOf(String namespace) {
    store = FolderStore.open(folder, SMALL, Limits.DEFAULT, namespace);
    return store;
  }

  /** They would be executed by the other's nodes. */
  @Test
  void namespacesCannotShareStore() throws IOException {
    folder = temp.resolve("store");
    StoredMessage message = StoredMessages.failed(1, 10);
    openOf("a").keepFailed(message);
    store.close();
    for (String other : List.of("", "ab", "A")) {
      StoreException e = assertThrows(StoreException.class, () -> openOf(other));
      assertTrue(e.getMessage().contains("(got namespace 'a')"), e.getMessage());
    }
    assertEquals(List.of(message.key()), openOf("a").keys(FAILED));
    assertTrue(store.remove(FAILED, message.key()));
    store.close();
    openOf("").keepFailed(message);
    store.close();
    StoreException e = assertThrows(StoreException.class, () -> openOf("a"));
    assertTrue(e.getMessage().contains("the namespace without a name"), e.getMessage());
    Files.delete(folder.resolve("namespace")); // as it is said, and as before there was such a file
    assertEquals(List.of(message.key()), openOf("a").keys(FAILED));
    store.close();
    assertThrows(StoreException.class, () -> openOf(""));
  }

  /** Whoever names a folder of other things is told so, and has them still. */
  @Test
  void aFolderOfOtherThingsIsRefusedAndLeftAsItIs(@TempDir Path folder) throws IOException {
    Path file = Files.createDirectories(folder.resolve("tmp/sub")).resolve("../important.txt");
    Files.createDirectory(folder.resolve("accepted"));
    Files.writeString(file, "important");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    StoreException e =
        assertThrows(
            StoreException.class,
            () -> FolderStore.open(folder, StoreLimits.DEFAULT, Limits.DEFAULT));
    assertTrue(e.getMessage().contains("a store, or a new or empty folder"), e.getMessage());
    assertTrue(
        e.getMessage().contains("'tmp/sub'") || e.getMessage().contains("'tmp/important.txt'"),
        e.getMessage());
    assertEquals("important", Files.readString(file));
    assertEquals("rwxr-xr-x", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(2, left.count());
    }
  }

  /** What lies in a store's own folder and is not its own is not deleted. */
  @Test
  void whatIsNotAStoresOwnIsNotClearedAway(@TempDir Path parent) throws IOException {
    Path folder = parent.resolve("store");
    FolderStore.open(folder, StoreLimits.DEFAULT, Limits.DEFAULT).close();
    Path foreign = Files.writeString(folder.resolve("tmp").resolve("note.txt"), "mine");
    FolderStore.open(folder, StoreLimits.DEFAULT, Limits.DEFAULT).close();
    assertEquals("mine", Files.readString(foreign));
  }

  /**
   * Fault G16: it is written by the manager, also into what has been put in a deleted store's
   * place.
   */
  @Test
  void whatAManagerHasLearnedIsAStoresOwn(@TempDir Path folder) throws IOException {
    Path learned = Files.writeString(folder.resolve(JobSizesFile.NAME), "learned");
    Files.writeString(folder.resolve(JobSizesFile.NAME + ".new"), "half");
    FolderStore.open(folder, StoreLimits.DEFAULT, Limits.DEFAULT).close();
    assertEquals("learned", Files.readString(learned));
  }

  /** Fault G19: it stayed where it was, and nobody was told. */
  @Test
  void unreadableFileIsSetAsideInNewFolder() throws IOException {
    store();
    StoredMessage message = StoredMessages.accepted(1, 10);
    store.accept(message);
    Files.writeString(files("accepted").get(0), "damaged");
    Files.delete(folder.resolve("corrupt"));
    assertEquals(Optional.empty(), store.read(ACCEPTED, message.key()));
    assertEquals(1, files("corrupt").size());
    assertEquals(0, files("accepted").size());
  }

  /** Only a superuser can take such a folder at all. */
  @Test
  @Tag("log")
  void folderOfAnotherUserIsReported() throws IOException {
    Path root = Path.of("/root");
    assumeTrue(Files.isDirectory(root) && Files.isWritable(root), "a superuser's test");
    Path others = Files.createDirectory(temp.resolve("others"));
    assertEquals("", opened(others));
    Files.setAttribute(others, "unix:uid", 65534);
    String output = opened(others);
    assertTrue(output.contains("belongs to user " + Files.getOwner(others).getName()), output);
  }

  /** What is logged while a store is opened and closed. */
  private static String opened(Path store) {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      FolderStore.open(store, StoreLimits.DEFAULT, Limits.DEFAULT).close();
    } finally {
      System.setErr(before);
    }
    return log.toString(StandardCharsets.UTF_8);
  }
}
