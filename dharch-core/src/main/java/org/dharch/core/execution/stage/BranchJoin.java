package org.dharch.core.execution.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.ChangedProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;

/**
 * Joins branches: merges their changes into one message, like the changes of the handlers of one
 * stage. The changes of a branch with several stages are the differences between its end and the
 * base.
 *
 * @param base the message before the branches
 * @param ends one for each branch in which a handler performed
 * @param clock in nanoseconds; safe for any thread
 */
public record BranchJoin(MessageVersion base, List<End> ends, Limits limits, LongSupplier clock)
    implements Computation {
  /** Reads two envelopes for each that a merge reads. */
  private static final int WEIGHT = 2;

  /**
   * The end of one branch.
   *
   * @param contributions of its handlers, if the branch is one stage; otherwise one contribution
   *     without changes for the whole branch
   * @param made the message of a branch with several stages; empty for one stage
   */
  public record End(List<StageMerge.Contribution> contributions, Optional<MessageVersion> made) {}

  @Override
  public long load() {
    long load = base.envelope().length;
    for (End end : ends) {
      load += end.made().map(made -> (long) WEIGHT * made.envelope().length).orElse(0L);
    }
    return load;
  }

  @Override
  public ComputationResult compute() {
    long begin = clock.getAsLong();
    List<StageMerge.Contribution> all = new ArrayList<>();
    for (End end : ends) {
      if (end.made().isEmpty()) {
        all.addAll(end.contributions());
        continue;
      }
      StageMerge.Contribution whole = end.contributions().get(0);
      try {
        all.add(whole.changes(changes(end.made().get())));
      } catch (MalformedMessageException e) {
        return new StageMerge.Result(
            new StageMerge.Conflict(
                whole, "what its branch made of the message cannot be merged: " + e.getMessage()),
            Optional.empty(),
            clock.getAsLong() - begin);
      }
    }
    return new StageMerge(base, all, limits, clock).compute();
  }

  private Changes changes(MessageVersion made) {
    Changes envelope = EnvelopeDiff.between(base.envelope(), made.envelope(), limits);
    Changes.Builder changes = Changes.builder().addChanges(envelope);
    Map<String, Optional<Object>> properties =
        ChangedProperties.between(base.properties(), made.properties(), name -> true);
    properties.forEach(
        (name, value) ->
            value.ifPresentOrElse(
                v -> changes.property(name, v), () -> changes.removeProperty(name)));
    if (!made.processed().isEmpty()) {
      for (HeaderRef header : Envelopes.headers(base.envelope(), limits)) {
        if (isProcessed(header, envelope, made)) {
          changes.processed(header);
        }
      }
    }
    return changes.build();
  }

  /** Whether the branch processed this header block of the base. */
  private boolean isProcessed(HeaderRef header, Changes envelope, MessageVersion made) {
    boolean isNew =
        !base.processed().contains(header)
            || envelope.replaced().containsKey(new Part.Header(header));
    return isNew && made.processed().containsAll(shifted(header, envelope));
  }

  /** The header block as named in the branch's message; a removed block is not processed. */
  private static Set<HeaderRef> shifted(HeaderRef header, Changes envelope) {
    Set<HeaderRef> now = Merge.shift(Set.of(header), envelope);
    return now.isEmpty() ? Set.of(header) : now;
  }
}
