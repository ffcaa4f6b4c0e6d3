package org.dharch.cli.store;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.UsageException;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.monitor.FailedFilter;

/** A store opened by a command; its manager may be running elsewhere. */
final class FailedStore {
  record Found(StoreState state, StoreKey key) {}

  private static final int SHORTEST = 4;

  private final Path folder;
  private final FolderStore store;

  FailedStore(StoreOption option) {
    this.folder = option.folder();
    this.store = FolderStore.openForOperator(folder);
  }

  FolderStore store() {
    return store;
  }

  Path folder() {
    return folder;
  }

  /** All failed messages, oldest first; those waiting for their replay last. */
  List<Found> all() {
    return all(List.of(StoreState.FAILED, StoreState.REPLAY));
  }

  private List<Found> all(List<StoreState> states) {
    List<Found> all = new ArrayList<>();
    for (StoreState state : states) {
      store.keys(state).forEach(key -> all.add(new Found(state, key)));
    }
    return all;
  }

  /**
   * Finds a message by its id, or by a unique start or end of it.
   *
   * @throws UsageException if there is none, or more than one
   */
  Found find(String id) {
    return find(id, List.of(StoreState.FAILED, StoreState.REPLAY), "failed");
  }

  /** As {@link #find(String)}, among the messages in these states. */
  Found find(String id, List<StoreState> states, String what) {
    checkPart(id);
    List<Found> found =
        all(states).stream().filter(one -> isNamed(one.key().id().toString(), id)).toList();
    if (found.size() != 1) {
      throw new UsageException(
          (found.isEmpty() ? "no " + what + " message" : found.size() + " " + what + " messages")
              + " in '"
              + folder
              + "' begin or end with '"
              + id
              + "'; 'dharch failed "
              + (states.contains(StoreState.FAILED) ? "list" : "unresolved")
              + "' shows them");
    }
    return found.get(0);
  }

  /**
   * Checks that this can be an id, or the start or end of one.
   *
   * @throws UsageException if it cannot
   */
  static void checkPart(String id) {
    if (!id.matches("[0-9a-f]{" + SHORTEST + ",32}")) {
      throw new UsageException(
          "a message id must have " + SHORTEST + " to 32 hex digits (got '" + id + "')");
    }
  }

  /** The matching messages in these states, the oldest first. */
  List<Found> matching(FailedFilter filter, Set<StoreState> states) {
    return all().stream()
        .filter(one -> states.contains(one.state()))
        .filter(
            one ->
                store
                    .read(one.state(), one.key())
                    .map(message -> message.failed(failureOf(message)))
                    .filter(filter::matches)
                    .isPresent())
        .toList();
  }

  private static boolean isNamed(String id, String part) {
    return id.startsWith(part) || id.endsWith(part);
  }

  /** The time and reason of the failure; also for a file that was copied into the folder. */
  static FailureRecord failureOf(StoredMessage message) {
    return message
        .failure()
        .orElseGet(
            () ->
                new FailureRecord(
                    Instant.ofEpochMilli(message.key().sinceMillis()),
                    new Fault(
                        Fault.Code.NOT_DELIVERED,
                        "",
                        "its file was moved to the failed messages; it was accepted and never"
                            + " failed"),
                    Timeline.empty(message.key().id(), message.orchestration())));
  }

  /** Prints the unreadable messages. */
  void report(PrintWriter err) {
    if (store.unreadable() > 0) {
      err.println(
          "dharch: set aside "
              + store.unreadable()
              + " damaged file(s) in '"
              + folder.resolve("corrupt")
              + "'");
    }
  }
}
