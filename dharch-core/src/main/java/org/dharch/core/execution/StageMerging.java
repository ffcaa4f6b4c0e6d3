package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.dharch.api.Changes;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;

/**
 * Merges the changes of a stage, and parses the remaining orchestration that one of its handlers
 * returned.
 *
 * @param contributions empty if no handler of the stage changed anything
 * @param clock in nanoseconds; safe for any thread
 */
record StageMerging(
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed,
    List<StageMerge.Contribution> contributions,
    Limits limits,
    LongSupplier clock)
    implements Computation {
  /** Parsing an orchestration takes this many times longer than a merge of its bytes. */
  private static final int REST_WEIGHT = 8;

  /**
   * The result.
   *
   * @param rest the remaining orchestration that a handler returned; empty if none did
   */
  record Result(StageMerge.MergeResult merge, Optional<Revision.Parsed> rest, long nanos)
      implements ComputationResult {}

  @Override
  public long load() {
    long load = envelope.length + restLoad(properties.get(MessageProperties.REST));
    for (StageMerge.Contribution contribution : contributions) {
      Changes changes = contribution.changes();
      for (byte[] part : changes.replaced().values()) {
        load += part.length;
      }
      for (byte[] header : changes.addedHeaders()) {
        load += header.length;
      }
      load += restLoad(Optional.ofNullable(changes.properties().get(MessageProperties.REST)));
      if (changes.verdict().orElse(null) instanceof Verdict.Respond respond) {
        load += respond.envelope().length;
      }
    }
    return load;
  }

  private static long restLoad(Optional<Object> rest) {
    return rest.map(text -> (long) REST_WEIGHT * text.toString().length()).orElse(0L);
  }

  @Override
  public Result compute() {
    if (contributions.isEmpty()) {
      return new Result(
          new StageMerge.Merged(envelope, properties, processed, false, false, Optional.empty()),
          rest(properties),
          0);
    }
    long begin = clock.getAsLong();
    StageMerge.MergeResult merge =
        StageMerge.merge(envelope, properties, processed, contributions, limits);
    Optional<Revision.Parsed> rest =
        merge instanceof StageMerge.Merged merged ? rest(merged.properties()) : Optional.empty();
    return new Result(merge, rest, clock.getAsLong() - begin);
  }

  private static Optional<Revision.Parsed> rest(MessageProperties properties) {
    return properties.get(MessageProperties.REST).map(Revision::parse);
  }
}
