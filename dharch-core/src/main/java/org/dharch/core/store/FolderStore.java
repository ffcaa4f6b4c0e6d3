package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.files.OwnerOnly;
import org.dharch.core.files.ProcessLock;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Reason;
import org.dharch.core.message.Timeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps messages in a folder, a file each, like a Maildir: {@code accepted/}, {@code failed/} and
 * {@code replay/}. A file is written under a temporary name and renamed into its place, so it
 * survives a kill of the process, and no one ever sees half a file. That of an accepted message is
 * forced to the disk first and survives a loss of power too. What cannot be read all the same is
 * set aside in {@code corrupt/}.
 *
 * <p>One manager at a time {@linkplain #open opens} a folder. Any other process may {@linkplain
 * #openForOperator open} it meanwhile, to list and read, to drop by a delete, or to ask for a
 * replay by a rename; nothing else is shared between them, so nothing can be out of step. What the
 * manager counts of the folder is at most too high by that, and counted anew before the bound is
 * applied.
 *
 * <p>A long file, because each method of the interface is here once more, with its errors named;
 * what touches files is in {@link StoreFiles} and {@link Journal}.
 */
public final class FolderStore implements MessageStore {
  private static final Logger LOG = LoggerFactory.getLogger(FolderStore.class);

  /** Bounds within which every message of a store is, whatever its manager's are. */
  public static final Limits ANY_MESSAGE =
      new Limits(Integer.MAX_VALUE >> 1, 65_535, 16 << 20, Integer.MAX_VALUE, 512, 65_535);

  private static final String LOCK = "lock";
  private static final String MANAGER = "manager";
  private static final String JOURNAL = "journal";

  /** A file that says that the journal was begun; since then it has a record of this key. */
  private static final String BEGUN = "journal.begun";

  private static final StoreKey BEGUN_KEY = new StoreKey(new MessageId(0, 0), 0);
  private static final long LEAST_JOURNAL_BYTES = 64L << 20;

  /** How often it is looked, for want of room, whether another process has dropped some. */
  private static final long COUNT_NANOS = 1_000_000_000L;

  private final Path folder;
  private final StoreFiles files;
  private final StoreLimits limits;
  private final StoredMessageCodec codec;
  private final Optional<ProcessLock> lock;
  private final Map<StoreState, NavigableMap<StoreKey, Long>> sizes =
      new EnumMap<>(StoreState.class);
  private final Map<StoreState, Long> bytes = new EnumMap<>(StoreState.class);
  private final AtomicLong unreadable = new AtomicLong();
  private final Promises promises = new Promises(); // guarded by this
  private long countedAt; // guarded by this; when the failed ones were, for want of room
  private Optional<Journal> journal = Optional.empty();
  private boolean closed;

  private FolderStore(
      Path folder, StoreLimits limits, Limits messages, Optional<ProcessLock> lock) {
    this.folder = folder;
    this.files = new StoreFiles(folder, this::checkOwned);
    this.limits = limits;
    this.codec = new StoredMessageCodec(messages);
    this.lock = lock;
  }

  /**
   * Opens a folder for a manager of the namespace without a name; it is made if it is not there, for
   * this user alone.
   *
   * @param messages the bounds on one message
   * @throws StoreException if it cannot be made, read or written to, if another manager has it, or
   *     if the messages in it are another namespace's
   */
  public static FolderStore open(Path folder, StoreLimits limits, Limits messages) {
    return open(folder, limits, messages, "");
  }

  /**
   * The same for a manager of one of several namespaces on one broker.
   *
   * @param namespace its name; empty if it has none
   */
  public static FolderStore open(Path folder, StoreLimits limits, Limits messages, String namespace) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new StoreException("store '" + folder + "' is no folder; one to write to is needed");
    }
    try {
      Optional<Path> foreign = foreign(folder); // seen before anything in it is touched
      if (foreign.isPresent()) {
        throw new StoreException(
            "store '"
                + folder
                + "' has other files in it than a store's: '"
                + folder.relativize(foreign.get())
                + "'; a store, or a new or empty folder is needed");
      }
      StoreFiles.createPrivate(folder);
      ProcessLock lock = ProcessLock.take(folder.resolve(LOCK)).orElseThrow(() -> inUse(folder));
      FolderStore store = new FolderStore(folder, limits, messages, Optional.of(lock));
      boolean opened = false;
      try {
        store.prepare();
        StoreNamespace.claim(folder, namespace, store.hasNothing());
        store.warnOfItsOwner();
        lock.note(folder.resolve(MANAGER));
        opened = true;
        return store;
      } finally {
        if (!opened) {
          store.close();
        }
      }
    } catch (IOException e) {
      throw new StoreException(
          "store '"
              + folder
              + "' cannot be opened: "
              + Reason.of(e)
              + "; a folder to write to is needed",
          e);
    }
  }

  /** Something in it by which it is neither a store nor new. */
  private static Optional<Path> foreign(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return Optional.empty();
    }
    for (String own : new String[] {LOCK, MANAGER, JOURNAL, BEGUN}) {
      if (Files.isRegularFile(folder.resolve(own))) {
        return Optional.empty();
      }
    }
    return StoreFiles.foreign(folder);
  }

  private static StoreException inUse(Path folder) {
    return new StoreException(
        "store '"
            + folder
            + "' is in use"
            + manager(folder).map(pid -> " by process " + pid).orElse("")
            + "; each manager needs a folder of its own");
  }

  /** Only with the locks: what is half written belongs to the manager that has them. */
  private void prepare() throws IOException {
    Journal all =
        Journal.open(
                folder.resolve(JOURNAL),
                new Journal.Bounds(LEAST_JOURNAL_BYTES, limits.acceptedBytes()))
            .orElseThrow(() -> inUse(folder)); // its manager's lock file was deleted
    journal = Optional.of(all);
    files.prepare();
    for (StoreState state : StoreState.values()) {
      recount(state);
    }
    removeEarlier();
    failDoubtful(all);
    all.begin();
    mark(all);
  }

  private boolean hasNothing() {
    return sizes.values().stream().allMatch(Map::isEmpty);
  }

  private void warnOfItsOwner() throws IOException {
    files
        .otherOwner()
        .ifPresent(
            owner ->
                LOG.warn(
                    "store '{}' belongs to user {}, who can read and change what is in it; a folder"
                        + " of this process's own user is needed to prevent that",
                    folder,
                    owner));
  }

  /** From now on it is seen if the journal is emptied, or another stands in its place. */
  private void mark(Journal all) {
    try {
      if (!all.contents().containsKey(BEGUN_KEY)) {
        all.add(Map.of(BEGUN_KEY, new byte[0]), List.of());
      }
      OwnerOnly.write(folder.resolve(BEGUN), "");
    } catch (IOException e) {
      LOG.warn("store '{}': that its journal is begun cannot be written: {}", folder, Reason.of(e));
    }
  }

  /** What of the journal is known to be lost. */
  private Optional<String> damage(Journal all) {
    boolean lost = Files.exists(folder.resolve(BEGUN)) && !all.contents().containsKey(BEGUN_KEY);
    return all.damage()
        .or(
            () ->
                lost
                    ? Optional.of(folder.resolve(JOURNAL) + " was emptied, deleted or replaced")
                    : Optional.empty());
  }

  /**
   * Messages of which it is not known how far they were may not be begun anew: they are halted, for
   * a person to look at. Only then what is damaged is overwritten.
   */
  private void failDoubtful(Journal all) throws IOException {
    Map<StoreKey, String> doubtful = new TreeMap<>();
    for (Map.Entry<StoreKey, byte[]> record : messages(all).entrySet()) {
      try {
        codec.decode(record.getValue());
      } catch (MalformedMessageException e) {
        doubtful.put(record.getKey(), e.getMessage());
        unreadable.incrementAndGet();
        files.setAside(JOURNAL, record.getKey(), record.getValue(), e.getMessage());
        all.ignore(record.getKey());
      }
    }
    Optional<String> damage = damage(all);
    if (damage.isPresent()) {
      LOG.error("{}; messages of which it is not known how far they were are halted", damage.get());
      for (StoreState state : List.of(StoreState.ACCEPTED, StoreState.REPLAY)) {
        for (StoreKey key : keys(state)) {
          if (!all.contents().containsKey(key)) {
            doubtful.putIfAbsent(key, damage.get());
          }
        }
      }
    }
    doubtful.forEach(this::failDoubtful);
  }

  private static Map<StoreKey, byte[]> messages(Journal all) {
    Map<StoreKey, byte[]> contents = all.contents();
    contents.remove(BEGUN_KEY);
    return contents;
  }

  private void failDoubtful(StoreKey key, String why) {
    String reason =
        "how far it was cannot be read ("
            + why
            + "): some of its handlers may have performed; replayed, it is begun anew";
    Fault fault = new Fault(Fault.Code.NOT_DELIVERED, "", reason);
    for (StoreState state : List.of(StoreState.ACCEPTED, StoreState.REPLAY)) {
      read(state, key)
          .ifPresent(
              message -> {
                LOG.error("message {} failed: {}", key.id(), reason);
                Timeline empty = Timeline.empty(key.id(), message.orchestration());
                keepFailed(message.failed(new FailureRecord(Instant.now(), fault, empty)));
              });
    }
  }

  /**
   * Looks into a folder that another process may have open.
   *
   * @throws StoreException if there is no store
   */
  public static FolderStore openForOperator(Path folder) {
    if (!Files.isDirectory(folder.resolve(StoreState.FAILED.folder()))) {
      throw new StoreException(
          "there is no store in '" + folder + "'; a folder that a manager keeps messages in is");
    }
    return new FolderStore(folder, StoreLimits.DEFAULT, ANY_MESSAGE, Optional.empty());
  }

  /** The process that has the folder open, as far as that can be told from here. */
  public Optional<Long> manager() {
    return manager(folder);
  }

  /** The process that has this folder open, as far as that can be told from here. */
  public static Optional<Long> manager(Path folder) {
    return ProcessLock.holder(folder.resolve(MANAGER));
  }

  /** Those that only visit change what they are asked to. */
  private void checkOwned() throws IOException {
    if (journal.isPresent()) {
      journal.get().checkOwned();
    }
  }

  @Override
  public Optional<Path> folder() {
    return Optional.of(folder);
  }

  @Override
  public boolean durable() {
    return true;
  }

  @Override
  public boolean accept(StoredMessage message) {
    byte[] record = codec.encode(message);
    try {
      if (!reserve(message.key(), record.length)) {
        return false;
      }
      files.write(StoreState.ACCEPTED, message.key(), record, true);
      return true;
    } catch (IOException e) {
      forget(StoreState.ACCEPTED, message.key());
      throw failed("write", message.key(), e);
    }
  }

  private synchronized boolean reserve(StoreKey key, int size) throws IOException {
    boolean instead = sizes(StoreState.ACCEPTED).containsKey(key);
    if (!instead && !hasCapacity(size)) {
      recountPromised();
      if (!hasCapacity(size)) {
        return false;
      }
    }
    count(StoreState.ACCEPTED, key, size);
    return true;
  }

  /** Past the bound on failed ones there are only such as had been accepted: they count here. */
  private boolean hasCapacity(int more) {
    int failed = Math.max(0, sizes(StoreState.FAILED).size() - limits.failed());
    long failedBytes = Math.max(0, bytes.get(StoreState.FAILED) - limits.failedBytes());
    return sizes(StoreState.ACCEPTED).size() + failed < limits.accepted()
        && bytes.get(StoreState.ACCEPTED) + failedBytes + more <= limits.acceptedBytes();
  }

  /** A person may have dropped some of those that keep others out. */
  private void recountPromised() throws IOException {
    long now = System.nanoTime();
    if (isFull(1) && (countedAt == 0 || now - countedAt >= COUNT_NANOS)) {
      countedAt = now;
      recount(StoreState.FAILED);
    }
  }

  @Override
  public int keepFailed(StoredMessage message) {
    byte[] record = codec.encode(message);
    StoreKey key = message.key();
    boolean promised = isPromised(message);
    try {
      OptionalInt dropped = makeSpace(message, record.length, promised);
      if (dropped.isPresent()) {
        files.write(StoreState.FAILED, key, record, promised || isKept(key));
      }
      remove(StoreState.ACCEPTED, key);
      remove(StoreState.REPLAY, key);
      if (dropped.isPresent()) {
        failed(message, promised);
      }
      return dropped.orElse(1);
    } catch (IOException e) {
      forget(StoreState.FAILED, key);
      throw failed("write", key, e);
    }
  }

  /** Whether its sender was told that it is kept. */
  private synchronized boolean isPromised(StoredMessage message) {
    StoreKey key = message.key();
    return promises.has(key)
        || sizes(StoreState.ACCEPTED).containsKey(key)
        || (wasAccepted(message) && Files.exists(files.of(StoreState.REPLAY, key)));
  }

  private synchronized void failed(StoredMessage message, boolean promised) {
    promises.failed(message.key(), promised, message.isRefusal());
  }

  /** What a message's own record says: those that are kept as a courtesy have no plan. */
  private static boolean wasAccepted(StoredMessage message) {
    return message.submission().oneWay() && !message.plan().isEmpty();
  }

  private boolean wasAccepted(StoreKey failed) {
    try {
      return files
          .read(StoreState.FAILED, failed)
          .map(codec::decode)
          .filter(FolderStore::wasAccepted)
          .isPresent();
    } catch (MalformedMessageException e) {
      return false; // nobody can read it
    } catch (IOException e) {
      LOG.warn("{} cannot be read, and is kept: {}", failed.fileName(), Reason.of(e));
      return true;
    }
  }

  /** Whether it is on disk already; any other is kept as a courtesy. */
  private synchronized boolean isKept(StoreKey key) {
    return sizes(StoreState.ACCEPTED).containsKey(key) || sizes(StoreState.REPLAY).containsKey(key);
  }

  /**
   * Has others go, as long as they may.
   *
   * @return how many went; empty if there is no room for this one all the same
   */
  private synchronized OptionalInt makeSpace(StoredMessage message, int size, boolean promised)
      throws IOException {
    if (limits.failed() == 0 || (!promised && size > limits.failedBytes())) {
      return OptionalInt.empty();
    }
    int dropped = 0;
    if (isFull(size)) {
      recount(StoreState.FAILED); // another process may have dropped some
    }
    while (isFull(size)) {
      Optional<StoreKey> oldest =
          promises.oldest(!promised && message.isRefusal(), this::wasAccepted);
      if (oldest.isEmpty()) {
        break;
      }
      if (remove(StoreState.FAILED, oldest.get())) {
        dropped++;
      }
    }
    if (!promised && isFull(size)) {
      return OptionalInt.empty();
    }
    count(StoreState.FAILED, message.key(), size);
    return OptionalInt.of(dropped);
  }

  private boolean isFull(int more) {
    return sizes(StoreState.FAILED).size() >= limits.failed()
        || bytes.get(StoreState.FAILED) + more > limits.failedBytes();
  }

  @Override
  public void record(List<StoredMessage> group, List<StoreKey> over) {
    Map<StoreKey, byte[]> records = new LinkedHashMap<>();
    group.forEach(message -> records.put(message.key(), codec.encode(message)));
    try {
      journal().add(records, over);
    } catch (IOException e) {
      int many = group.size() + over.size();
      throw new StoreException(
          "store '" + folder + "': cannot write how far " + many + " messages are: " + Reason.of(e),
          e);
    }
  }

  @Override
  public List<StoredMessage> recorded() {
    return messages(journal()).values().stream().map(codec::decode).toList();
  }

  @Override
  public void unrecord(List<StoreKey> keys) {
    try {
      files.force();
      for (StoreKey key : keys) {
        journal().forget(key);
      }
    } catch (IOException e) {
      throw new StoreException(
          "store '"
              + folder
              + "': cannot forget how far "
              + keys.size()
              + " messages are: "
              + Reason.of(e),
          e);
    }
  }

  private Journal journal() {
    return journal.orElseThrow(
        () -> new StoreException("'" + folder + "' is open for an operator"));
  }

  @Override
  public boolean unresolved(StoredMessage message) {
    StoreKey key = message.key();
    byte[] record = codec.encode(message);
    boolean instead;
    synchronized (this) {
      instead = sizes(StoreState.UNRESOLVED).containsKey(key);
      if (!instead && sizes(StoreState.UNRESOLVED).size() >= limits.accepted()) {
        return false;
      }
      count(StoreState.UNRESOLVED, key, record.length);
    }
    try {
      files.write(StoreState.UNRESOLVED, key, record, true);
      return true;
    } catch (IOException e) {
      if (!instead) {
        forget(StoreState.UNRESOLVED, key);
      }
      throw failed("write", key, e);
    }
  }

  @Override
  public List<StoreKey> keys(StoreState state) {
    try {
      return List.copyOf(files.list(state).keySet());
    } catch (IOException e) {
      throw new StoreException("'" + files.of(state) + "' cannot be listed: " + Reason.of(e), e);
    }
  }

  @Override
  public Optional<StoredMessage> read(StoreState state, StoreKey key) {
    try {
      Optional<byte[]> record = files.read(state, key);
      if (record.isEmpty()) {
        return Optional.empty();
      }
      StoredMessage message = codec.decode(record.get());
      if (!message.key().equals(key)) {
        throw new MalformedMessageException("it is another message's: " + message.key());
      }
      return Optional.of(message);
    } catch (MalformedMessageException e) {
      return setAside(state, key, e.getMessage());
    } catch (IOException e) {
      throw failed("read", key, e);
    }
  }

  private Optional<StoredMessage> setAside(StoreState state, StoreKey key, String why) {
    unreadable.incrementAndGet();
    forget(state, key);
    try {
      files.setAside(state, key, why);
      return Optional.empty();
    } catch (IOException e) {
      throw failed("set aside", key, e);
    }
  }

  @Override
  public boolean move(StoreKey key, StoreState from, StoreState to) {
    try {
      boolean moved = files.move(key, from, to);
      long size = forget(from, key);
      if (moved) {
        count(to, key, size);
      }
      return moved;
    } catch (IOException e) {
      throw failed("move", key, e);
    }
  }

  @Override
  public boolean remove(StoreState state, StoreKey key) {
    try {
      boolean removed = files.delete(state, key);
      forget(state, key);
      if (state == StoreState.FAILED || state == StoreState.REPLAY) {
        gone(key);
      }
      return removed;
    } catch (IOException e) {
      throw failed("delete", key, e);
    }
  }

  @Override
  public boolean resolve(StoreKey key) {
    if (Files.exists(files.of(StoreState.ACCEPTED, key))) {
      throw new StoreException(
          "message "
              + key.id()
              + " has not come to its service yet, which may bring it back; it can be resolved when"
              + " it has");
    }
    try { // first the journal: else it could come back out of that
      if (journal.isPresent()) {
        journal.get().add(Map.of(), List.of(key));
      } else {
        OfflineJournal.forget(folder.resolve(LOCK), folder.resolve(JOURNAL), key);
      }
      boolean there = remove(StoreState.UNRESOLVED, key);
      files.force();
      return there;
    } catch (IOException e) {
      throw failed("resolve", key, e);
    }
  }

  private synchronized void gone(StoreKey key) {
    promises.gone(key);
  }

  @Override
  public long unreadable() {
    return unreadable.get();
  }

  /** A kill between a write and the delete that follows it leaves two: the later one counts. */
  private void removeEarlier() {
    for (StoreKey failed : List.copyOf(sizes(StoreState.FAILED).keySet())) {
      remove(StoreState.ACCEPTED, failed);
      remove(StoreState.REPLAY, failed);
    }
  }

  private synchronized void recount(StoreState state) throws IOException {
    sizes.put(state, new TreeMap<>());
    bytes.put(state, 0L);
    files.list(state).forEach((key, size) -> count(state, key, size));
    if (state == StoreState.FAILED) {
      promises.counted(sizes(state).keySet(), files.list(StoreState.REPLAY).keySet());
    }
  }

  private NavigableMap<StoreKey, Long> sizes(StoreState state) {
    return sizes.computeIfAbsent(state, s -> new TreeMap<>());
  }

  private synchronized void count(StoreState state, StoreKey key, long size) {
    Long before = sizes(state).put(key, size);
    bytes.merge(state, size - (before == null ? 0 : before), Long::sum);
  }

  private synchronized long forget(StoreState state, StoreKey key) {
    Long size = sizes(state).remove(key);
    if (size == null) {
      return 0;
    }
    bytes.merge(state, -size, Long::sum);
    return size;
  }

  private StoreException failed(String what, StoreKey key, IOException e) {
    return new StoreException(
        "store '" + folder + "': cannot " + what + " " + key.fileName() + ": " + Reason.of(e), e);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (journal.isPresent()) {
        journal.get().close();
      }
    } catch (IOException e) {
      throw new StoreException("store '" + folder + "' cannot be closed: " + Reason.of(e), e);
    } finally {
      release();
    }
  }

  private void release() {
    lock.ifPresent(
        held -> {
          try {
            held.close();
          } catch (IOException e) {
            throw new StoreException("store '" + folder + "' cannot be closed: " + Reason.of(e), e);
          }
        });
  }
}
