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
 * The merge of a stage ({@link StageMerge}), and the reading of what one of its handlers says is
 * left of the orchestration.
 *
 * @param contributions empty if no handler of the stage changed anything
 * @param clock nanoseconds; for any thread
 */
record StageMerging(
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed,
    List<StageMerge.Contribution> contributions,
    Limits limits,
    LongSupplier clock)
    implements Computation {
  /** What is left of an orchestration takes so much longer to read than a merge of its bytes. */
  private static final int REST_WEIGHT = 8;

  /**
   * What came of it.
   *
   * @param rest what is left, as a handler says; empty if none says so
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
