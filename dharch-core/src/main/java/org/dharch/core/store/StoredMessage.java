package org.dharch.core.store;

import java.util.Objects;
import java.util.Optional;
import org.dharch.core.message.Submission;

/**
 * A submitted message with the data to execute it again.
 *
 * @param key its key in the store
 * @param orchestration the name of its orchestration
 * @param plan that orchestration in the paper's notation, to detect a change
 * @param submission the submission; a deadline in it starts again with each admission
 * @param failure how it failed; empty if it did not
 * @param progress the encoded progress of its execution; empty to start from the beginning
 */
public record StoredMessage(
    StoreKey key,
    String orchestration,
    String plan,
    Submission submission,
    Optional<FailureRecord> failure,
    Optional<byte[]> progress) {
  public StoredMessage {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(orchestration, "orchestration");
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(submission, "submission");
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(progress, "progress");
  }

  /** Returns a copy without progress. */
  public StoredMessage fromTheBeginning() {
    return new StoredMessage(key, orchestration, plan, submission, failure, Optional.empty());
  }

  /** Returns a copy with this progress. */
  public StoredMessage so(byte[] far) {
    return new StoredMessage(key, orchestration, plan, submission, failure, Optional.of(far));
  }

  /** Returns a copy with this failure. */
  public StoredMessage failed(FailureRecord value) {
    return new StoredMessage(
        key, orchestration, plan, submission, Optional.of(value), Optional.empty());
  }

  /** Whether it was rejected before any handler; {@link FailureRecord#isRefusal}. */
  public boolean isRefusal() {
    return failure.filter(FailureRecord::isRefusal).isPresent();
  }

  /** Its approximate size in bytes, without small bounded parts. */
  public long size() {
    long size = 512L + submission.envelope().length + plan.length();
    size += progress.map(bytes -> bytes.length).orElse(0);
    for (var property : submission.properties().asMap().entrySet()) {
      size += 32 + property.getKey().length();
      size += property.getValue() instanceof String text ? text.length() : 8;
    }
    if (failure.isPresent()) {
      size += 128L * failure.get().timeline().attempts().size();
      for (String note : failure.get().timeline().notes()) {
        size += note.length();
      }
    }
    return size;
  }
}
