package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.api.MessageId;
import org.dharch.core.files.OwnerOnly;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Timeline;
import org.dharch.core.text.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the messages whose progress is lost when a {@link FolderStore} is opened: records that are
 * unreadable, a damaged journal, or a journal that was emptied, deleted, or replaced. A marker file
 * and a marker record that belong together reveal the latter. Used by one thread.
 */
final class JournalRecovery {
  /** The marker file: the journal has had the marker record since it was created. */
  static final String MARKER = "journal.begun";

  private static final Logger LOG = LoggerFactory.getLogger(JournalRecovery.class);
  private static final StoreKey MARKER_KEY = new StoreKey(new MessageId(0, 0), 0);

  private final Path folder;
  private final Journal journal;
  private final StoreFiles files;
  private final StoredMessageCodec codec;
  private int unreadable;

  JournalRecovery(Path folder, Journal journal, StoreFiles files, StoredMessageCodec codec) {
    this.folder = folder;
    this.journal = journal;
    this.files = files;
    this.codec = codec;
  }

  /** Returns the encoded messages of a journal without the marker record. */
  static Map<StoreKey, byte[]> messages(Journal journal) {
    Map<StoreKey, byte[]> contents = journal.contents();
    contents.remove(MARKER_KEY);
    return contents;
  }

  /**
   * Returns the messages whose progress is lost, with the reason. Moves unreadable records away.
   */
  Map<StoreKey, String> lostProgress() throws IOException {
    Map<StoreKey, String> lost = new TreeMap<>();
    for (Map.Entry<StoreKey, byte[]> record : messages(journal).entrySet()) {
      try {
        codec.decode(record.getValue());
      } catch (MalformedMessageException e) {
        lost.put(record.getKey(), e.getMessage());
        unreadable++;
        files.setAside(StoreFiles.JOURNAL, record.getKey(), record.getValue(), e.getMessage());
        journal.ignore(record.getKey());
      }
    }
    Optional<String> damage = damage();
    if (damage.isPresent()) {
      LOG.error("{}; the messages without known progress fail", damage.get());
      Map<StoreKey, byte[]> known = journal.contents();
      for (StoreState state : List.of(StoreState.ACCEPTED, StoreState.REPLAY)) {
        for (StoreKey key : files.list(state).keySet()) {
          if (!known.containsKey(key)) {
            lost.putIfAbsent(key, damage.get());
          }
        }
      }
    }
    return lost;
  }

  private Optional<String> damage() {
    boolean markerLost =
        Files.exists(folder.resolve(MARKER)) && !journal.contents().containsKey(MARKER_KEY);
    Optional<String> replaced =
        markerLost
            ? Optional.of(folder.resolve(StoreFiles.JOURNAL) + " was emptied, deleted or replaced")
            : Optional.empty();
    return journal.damage().or(() -> replaced);
  }

  /** Some handlers may have performed, so a person has to decide about a replay. */
  static StoredMessage failed(StoredMessage message, String why) {
    String reason =
        "its progress is lost ("
            + why
            + "); some of its handlers may have performed, and a replay starts from the beginning";
    LOG.error("Message failed id={}: {}", message.key().id(), reason);
    Fault fault = new Fault(Fault.Code.NOT_DELIVERED, "", reason);
    Timeline empty = Timeline.empty(message.key().id(), message.orchestration());
    return message.failed(new FailureRecord(Instant.now(), fault, empty));
  }

  /** Returns how many records were unreadable. */
  int unreadable() {
    return unreadable;
  }

  /** Writes the marker record and then the marker file. */
  void mark() {
    try {
      if (!journal.contents().containsKey(MARKER_KEY)) {
        journal.add(Map.of(MARKER_KEY, new byte[0]), List.of());
      }
      OwnerOnly.write(folder.resolve(MARKER), "");
    } catch (IOException e) {
      LOG.warn("Cannot mark the journal store={}: {}", folder, Reason.of(e));
    }
  }
}
