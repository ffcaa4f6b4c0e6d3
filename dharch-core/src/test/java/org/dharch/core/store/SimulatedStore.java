package org.dharch.core.store;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;

/**
 * A store as a folder on a disk is one: what a method promises to be on disk when it returns is; of
 * everything else some is lost and some is not when the manager is killed, in whatever order. Every
 * message goes through the bytes of a record.
 */
public final class SimulatedStore implements MessageStore {
  private static final int BOUND = 1000;

  private final StoredMessageCodec codec = new StoredMessageCodec(Limits.DEFAULT);
  private final Map<StoreState, Map<StoreKey, byte[]>> seen = maps();
  private final Map<StoreState, Map<StoreKey, byte[]>> onDisk = maps();
  private final Map<StoreKey, byte[]> records = new TreeMap<>();
  private final Map<StoreKey, byte[]> recordsOnDisk = new TreeMap<>();
  private final List<Runnable> unforced = new ArrayList<>();
  private boolean full;

  private static Map<StoreState, Map<StoreKey, byte[]>> maps() {
    Map<StoreState, Map<StoreKey, byte[]>> all = new EnumMap<>(StoreState.class);
    for (StoreState state : StoreState.values()) {
      all.put(state, new TreeMap<>());
    }
    return all;
  }

  /** The power goes: what was not forced is there or not. */
  public void crash(SplittableRandom random) {
    for (Runnable one : unforced) {
      if (random.nextBoolean()) {
        one.run();
      }
    }
    unforced.clear();
    for (StoreState state : StoreState.values()) {
      seen.put(state, new TreeMap<>(onDisk.get(state)));
    }
    records.clear();
    records.putAll(recordsOnDisk);
    full = false;
    for (StoreKey failed : List.copyOf(seen.get(StoreState.FAILED).keySet())) { // FolderStore.open
      remove(StoreState.ACCEPTED, failed);
      remove(StoreState.REPLAY, failed);
    }
  }

  /** From now on nothing can be written, or it can again. */
  public void full(boolean value) {
    full = value;
  }

  /** Whether an accepted message of this id is there if the power goes now. */
  public boolean isForced(MessageId id) {
    return onDisk.get(StoreState.ACCEPTED).keySet().stream().anyMatch(key -> key.id().equals(id));
  }

  private void check() {
    if (full) {
      throw new StoreException("the simulated disk is full");
    }
  }

  @Override
  public boolean durable() {
    return true;
  }

  /** What is not on disk yet of one message. */
  private record Unforced(StoreKey key, Runnable what) implements Runnable {
    @Override
    public void run() {
      what.run();
    }
  }

  private void put(StoreState state, StoreKey key, byte[] record, boolean forced) {
    seen.get(state).put(key, record);
    if (forced) {
      onDisk.get(state).put(key, record);
    } else {
      unforced.add(new Unforced(key, () -> onDisk.get(state).put(key, record)));
    }
  }

  @Override
  public boolean accept(StoredMessage message) {
    check();
    if (seen.get(StoreState.ACCEPTED).size() >= BOUND) {
      return false;
    }
    put(StoreState.ACCEPTED, message.key(), codec.encode(message), true);
    return true;
  }

  @Override
  public int keepFailed(StoredMessage message) {
    check();
    StoreKey key = message.key();
    boolean kept =
        seen.get(StoreState.ACCEPTED).containsKey(key)
            || seen.get(StoreState.REPLAY).containsKey(key);
    put(StoreState.FAILED, key, codec.encode(message), kept);
    remove(StoreState.ACCEPTED, key);
    remove(StoreState.REPLAY, key);
    return 0;
  }

  @Override
  public List<StoreKey> keys(StoreState state) {
    return List.copyOf(seen.get(state).keySet());
  }

  @Override
  public Optional<StoredMessage> read(StoreState state, StoreKey key) {
    return Optional.ofNullable(seen.get(state).get(key)).map(codec::decode);
  }

  @Override
  public boolean move(StoreKey key, StoreState from, StoreState to) {
    byte[] record = seen.get(from).remove(key);
    if (record == null) {
      return false;
    }
    seen.get(to).put(key, record);
    unforced.removeIf(one -> one instanceof Unforced of && of.key().equals(key));
    onDisk.get(from).remove(key); // a rename: both or neither
    onDisk.get(to).put(key, record);
    return true;
  }

  @Override
  public boolean remove(StoreState state, StoreKey key) {
    boolean there = seen.get(state).remove(key) != null;
    if (there) {
      unforced.add(new Unforced(key, () -> onDisk.get(state).remove(key)));
    }
    return there;
  }

  @Override
  public boolean resolve(StoreKey key) {
    record(List.of(), List.of(key));
    onDisk.get(StoreState.UNRESOLVED).remove(key);
    return seen.get(StoreState.UNRESOLVED).remove(key) != null;
  }

  @Override
  public void record(List<StoredMessage> group, List<StoreKey> over) {
    check();
    for (StoredMessage message : group) {
      byte[] record = codec.encode(message);
      records.put(message.key(), record);
      recordsOnDisk.put(message.key(), record);
    }
    over.forEach(records::remove);
    over.forEach(recordsOnDisk::remove);
  }

  @Override
  public List<StoredMessage> recorded() {
    return records.values().stream().map(codec::decode).toList();
  }

  @Override
  public void unrecord(List<StoreKey> keys) {
    unforced.forEach(Runnable::run);
    unforced.clear();
    keys.forEach(this::unrecord);
  }

  /** Later records are behind this in the file: if one of those is there, so is this. */
  private void unrecord(StoreKey key) {
    byte[] forgotten = records.remove(key);
    if (forgotten != null) {
      unforced.add(
          () -> {
            if (recordsOnDisk.get(key) == forgotten) {
              recordsOnDisk.remove(key);
            }
          });
    }
  }

  @Override
  public boolean unresolved(StoredMessage message) {
    check();
    put(StoreState.UNRESOLVED, message.key(), codec.encode(message), true);
    return true;
  }

  @Override
  public void close() {}
}
