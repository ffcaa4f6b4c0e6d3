package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.api.Limits;
import org.dharch.core.files.OwnerOnly;
import org.dharch.core.files.ProcessLock;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.Reason;

/**
 * Keeps each message in a file, like a Maildir. The folder of a file is the state of its message:
 * {@code accepted/}, {@code failed/}, {@code replay/}, {@code unresolved/}. A file is written under
 * a temporary name and renamed, so that it survives a kill of the process and is never visible in
 * part. The file of an accepted message is forced to the disk before, so that it survives a power
 * loss. Unreadable files are moved to {@code corrupt/}.
 *
 * <p>One manager at a time {@linkplain #open opens} a folder. Any other process may {@linkplain
 * #openForOperator open it as an operator} meanwhile, to list, to read, to drop a message, or to
 * request a replay. They share nothing but the files. Safe for any thread.
 */
public final class FolderStore implements MessageStore {

  /** Limits that no message of any store exceeds. */
  public static final Limits ANY_MESSAGE =
      new Limits(Integer.MAX_VALUE >> 1, 65_535, 16 << 20, Integer.MAX_VALUE, 512, 65_535);

  private static final long MIN_JOURNAL_REWRITE = 64L << 20;

  private final Path folder;
  private final StoreFiles files;
  private final StoredMessageCodec codec;
  private final StoreUsage usage;
  private final Optional<ProcessLock> lock;
  private final AtomicLong unreadable = new AtomicLong();
  private Optional<Journal> journal = Optional.empty();
  private boolean closed; // guarded by this

  private FolderStore(
      Path folder, StoreLimits limits, Limits messages, Optional<ProcessLock> lock) {
    this.folder = folder;
    this.files = new StoreFiles(folder, this::checkOwned);
    this.codec = new StoredMessageCodec(messages);
    this.usage = new StoreUsage(files, codec, limits);
    this.lock = lock;
  }

  /**
   * Opens a folder for a manager without a namespace. Creates it, for this user only, if it does
   * not exist.
   *
   * @param messages the limits of one message
   * @throws StoreException if the folder cannot be created, read, or written, if another manager
   *     has it open, or if it has messages of another namespace
   */
  public static FolderStore open(Path folder, StoreLimits limits, Limits messages) {
    return open(folder, limits, messages, "");
  }

  /**
   * Opens a folder for a manager of a namespace.
   *
   * @param namespace the name; empty for none
   * @throws StoreException as above
   */
  public static FolderStore open(
      Path folder, StoreLimits limits, Limits messages, String namespace) {
    try {
      StoreFolder.check(folder);
      OwnerOnly.folder(folder);
      ProcessLock lock = StoreFolder.lock(folder);
      FolderStore store = new FolderStore(folder, limits, messages, Optional.of(lock));
      boolean opened = false;
      try {
        store.prepare(limits);
        StoreNamespace.claim(folder, namespace, store.usage.isEmpty());
        StoreFolder.warnOfOtherOwner(folder, store.files);
        StoreFolder.note(folder, lock);
        opened = true;
        return store;
      } finally {
        if (!opened) {
          store.close();
        }
      }
    } catch (IOException e) {
      throw new StoreException(
          "cannot open store '"
              + folder
              + "': "
              + Reason.of(e)
              + "; it must be a folder that this user can write to",
          e);
    }
  }

  /** Requires the locks: temporary files belong to the manager that has them. */
  private void prepare(StoreLimits limits) throws IOException {
    Journal opened =
        Journal.open(
                folder.resolve(StoreFiles.JOURNAL),
                new Journal.Bounds(MIN_JOURNAL_REWRITE, limits.acceptedBytes()))
            .orElseThrow(() -> StoreFolder.inUse(folder)); // the lock file was deleted
    journal = Optional.of(opened);
    files.prepare();
    for (StoreState state : StoreState.values()) {
      usage.recount(state);
    }
    removeEarlier();
    JournalRecovery recovery = new JournalRecovery(folder, opened, files, codec);
    Map<StoreKey, String> lost = recovery.lostProgress();
    unreadable.addAndGet(recovery.unreadable());
    lost.forEach(this::failForLostProgress); // before the rewrite overwrites damaged records
    opened.begin();
    recovery.mark();
  }

  /** A kill between a write and the delete that follows leaves two files: the later one counts. */
  private void removeEarlier() {
    for (StoreKey failed : usage.keys(StoreState.FAILED)) {
      remove(StoreState.ACCEPTED, failed);
      remove(StoreState.REPLAY, failed);
    }
  }

  private void failForLostProgress(StoreKey key, String why) {
    for (StoreState state : List.of(StoreState.ACCEPTED, StoreState.REPLAY)) {
      read(state, key).map(m -> JournalRecovery.failed(m, why)).ifPresent(this::keepFailed);
    }
  }

  /**
   * Opens a folder that a manager may have open.
   *
   * @throws StoreException if the folder is no store
   */
  public static FolderStore openForOperator(Path folder) {
    if (!Files.isDirectory(folder.resolve(StoreState.FAILED.folder()))) {
      throw new StoreException("'" + folder + "' must be the folder of a manager's store");
    }
    return new FolderStore(folder, StoreLimits.DEFAULT, ANY_MESSAGE, Optional.empty());
  }

  /** Returns the process that has the folder open, if it is known. */
  public Optional<Long> manager() {
    return manager(folder);
  }

  /** Returns the process that has a folder open, if it is known. */
  public static Optional<Long> manager(Path folder) {
    return StoreFolder.manager(folder);
  }

  /** An operator's process owns nothing. */
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
      if (!usage.reserveAccepted(message.key(), record.length)) {
        return false;
      }
      files.write(StoreState.ACCEPTED, message.key(), record, true);
      return true;
    } catch (IOException e) {
      usage.remove(StoreState.ACCEPTED, message.key());
      throw failed("write", message.key(), e);
    }
  }

  @Override
  public int keepFailed(StoredMessage message) {
    byte[] record = codec.encode(message);
    StoreKey key = message.key();
    boolean promised = usage.isPromised(message);
    try {
      OptionalInt dropped =
          usage.reserveFailed(
              message, record.length, promised, oldest -> remove(StoreState.FAILED, oldest));
      if (dropped.isPresent()) {
        files.write(StoreState.FAILED, key, record, promised || usage.isKept(key));
      }
      remove(StoreState.ACCEPTED, key);
      remove(StoreState.REPLAY, key);
      if (dropped.isPresent()) {
        usage.failed(message, promised);
      }
      return dropped.orElse(1);
    } catch (IOException e) {
      usage.remove(StoreState.FAILED, key);
      throw failed("write", key, e);
    }
  }

  @Override
  public void record(List<StoredMessage> group, List<StoreKey> over) {
    Map<StoreKey, byte[]> records = new LinkedHashMap<>();
    group.forEach(message -> records.put(message.key(), codec.encode(message)));
    try {
      journal().add(records, over);
    } catch (IOException e) {
      throw failed("write the progress of " + (group.size() + over.size()) + " messages", e);
    }
  }

  @Override
  public List<StoredMessage> recorded() {
    return JournalRecovery.messages(journal()).values().stream().map(codec::decode).toList();
  }

  @Override
  public void unrecord(List<StoreKey> keys) {
    try {
      files.force();
      for (StoreKey key : keys) {
        journal().forget(key);
      }
    } catch (IOException e) {
      throw failed("drop the progress of " + keys.size() + " messages", e);
    }
  }

  private Journal journal() {
    return journal.orElseThrow(
        () -> new StoreException("store '" + folder + "' is open for an operator"));
  }

  @Override
  public boolean unresolved(StoredMessage message) {
    StoreKey key = message.key();
    byte[] record = codec.encode(message);
    boolean instead = usage.has(StoreState.UNRESOLVED, key);
    if (!usage.reserveUnresolved(key, record.length)) {
      return false;
    }
    try {
      files.write(StoreState.UNRESOLVED, key, record, true);
      return true;
    } catch (IOException e) {
      if (!instead) {
        usage.remove(StoreState.UNRESOLVED, key);
      }
      throw failed("write", key, e);
    }
  }

  @Override
  public List<StoreKey> keys(StoreState state) {
    try {
      return List.copyOf(files.list(state).keySet());
    } catch (IOException e) {
      throw failed("list " + files.of(state), e);
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
        throw new MalformedMessageException("the file is that of message " + message.key().id());
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
    usage.remove(state, key);
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
      long size = usage.remove(from, key);
      if (moved) {
        usage.add(to, key, size);
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
      usage.remove(state, key);
      if (state == StoreState.FAILED || state == StoreState.REPLAY) {
        usage.dropped(key);
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
          "message " + key.id() + " is not delivered yet; resolve it after its delivery");
    }
    try { // first the journal, which would otherwise restore it
      if (journal.isPresent()) {
        journal.get().add(Map.of(), List.of(key));
      } else {
        OfflineJournal.forget(
            folder.resolve(StoreFolder.LOCK), folder.resolve(StoreFiles.JOURNAL), key);
      }
      boolean there = remove(StoreState.UNRESOLVED, key);
      files.force();
      return there;
    } catch (IOException e) {
      throw failed("resolve", key, e);
    }
  }

  @Override
  public long unreadable() {
    return unreadable.get();
  }

  private StoreException failed(String what, StoreKey key, IOException e) {
    return failed(what + " " + key.fileName(), e);
  }

  private StoreException failed(String what, IOException e) {
    return new StoreException("store '" + folder + "': cannot " + what + ": " + Reason.of(e), e);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      try {
        if (journal.isPresent()) {
          journal.get().close();
        }
      } finally {
        if (lock.isPresent()) {
          lock.get().close();
        }
      }
    } catch (IOException e) {
      throw failed("close", e);
    }
  }
}
