package org.dharch.core.store;

import java.util.Objects;
import java.util.Optional;
import org.dharch.core.message.Submission;

/**
 * A message as it was handed in, with what is needed to execute it again.
 *
 * @param key its name in the store
 * @param orchestration the name of the orchestration that it was given
 * @param plan that orchestration in the paper's notation; tells whether it is still the same
 * @param submission what was handed in; a deadline in it counts anew from each admission
 * @param halt how it was halted; empty if it was not
 */
public record StoredMessage(
    StoreKey key, String orchestration, String plan, Submission submission, Optional<Halt> halt) {
  public StoredMessage {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(orchestration, "orchestration");
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(submission, "submission");
    Objects.requireNonNull(halt, "halt");
  }

  /** The same, halted so. */
  public StoredMessage halted(Halt value) {
    return new StoredMessage(key, orchestration, plan, submission, Optional.of(value));
  }

  /** The same, to be executed as if no handler had ever seen it: under another id. */
  public StoredMessage anew() {
    return new StoredMessage(key, orchestration, "", submission, halt);
  }

  /** About how many bytes it takes, without what is bounded and small beside the rest. */
  public long size() {
    long size = 512L + submission.envelope().length + plan.length();
    for (var property : submission.properties().asMap().entrySet()) {
      size += 32 + property.getKey().length();
      size += property.getValue() instanceof String text ? text.length() : 8;
    }
    if (halt.isPresent()) {
      size += 128L * halt.get().timeline().attempts().size();
      for (String note : halt.get().timeline().notes()) {
        size += note.length();
      }
    }
    return size;
  }
}
