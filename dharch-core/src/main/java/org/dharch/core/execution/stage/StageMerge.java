package org.dharch.core.execution.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.dharch.api.Changes;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.message.envelope.MergedMessage;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;

/**
 * Merges the changes of a stage's handlers, each relative to the message before the stage, or names
 * the first handler whose changes cannot be merged. Also parses the remaining orchestration that a
 * handler returned.
 *
 * @param base the message before the stage
 * @param contributions empty if no handler of the stage changed anything
 * @param clock in nanoseconds; safe for any thread
 */
public record StageMerge(
    MessageVersion base, List<Contribution> contributions, Limits limits, LongSupplier clock)
    implements Computation {
  /** Parsing an orchestration takes this many times longer than a merge of its bytes. */
  private static final int REST_WEIGHT = 8;

  /**
   * The changes of one handler of the stage.
   *
   * @param isRequired whether the message requires the handler
   * @param access what it declared to read and write; empty if it declared nothing
   * @param responseObjection why it may not respond to the message; empty if it may
   * @param isChecked whether it is a whole branch, each of whose stages was merged before
   */
  public record Contribution(
      int index,
      String handler,
      boolean isRequired,
      Optional<Access> access,
      Changes changes,
      Optional<String> responseObjection,
      boolean isChecked) {

    public Contribution changes(Changes value) {
      return new Contribution(
          index, handler, isRequired, access, value, responseObjection, isChecked);
    }
  }

  /** The result of a merge. */
  public sealed interface MergeResult {}

  /**
   * All changes are merged.
   *
   * @param answer the handler that responded to the message; empty if none did
   */
  public record Merged(MessageVersion version, Optional<Contribution> answer)
      implements MergeResult {}

  /**
   * The changes or response of {@code culprit} are malformed or not allowed.
   *
   * @param isDenied whether it may not respond at all
   */
  public record MalformedChanges(Contribution culprit, String reason, boolean isDenied)
      implements MergeResult {}

  /** The changes of {@code culprit} contradict its declaration or another handler's changes. */
  public record Conflict(Contribution culprit, String reason) implements MergeResult {}

  /**
   * The result.
   *
   * @param rest the remaining orchestration that a handler returned; empty if none did
   */
  public record Result(MergeResult merge, Optional<RestChange> rest, long nanos)
      implements ComputationResult {}

  @Override
  public long load() {
    long load = base.envelope().length + restLoad(base.properties().get(MessageProperties.REST));
    for (Contribution contribution : contributions) {
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
      return new Result(new Merged(base, Optional.empty()), rest(base), 0);
    }
    long begin = clock.getAsLong();
    MergeResult merge = merge();
    Optional<RestChange> rest =
        merge instanceof Merged merged ? rest(merged.version()) : Optional.empty();
    return new Result(merge, rest, clock.getAsLong() - begin);
  }

  private static Optional<RestChange> rest(MessageVersion version) {
    return version.properties().get(MessageProperties.REST).map(RestChange::parse);
  }

  private MergeResult merge() {
    Optional<MalformedChanges> notAllowed =
        StageResponse.notAllowed(base.envelope(), contributions, limits);
    if (notAllowed.isPresent()) {
      return notAllowed.get();
    }
    List<Changes> changes = contributions.stream().map(Contribution::changes).toList();
    MessageContent merged;
    try {
      Optional<Conflict> conflict = StageConflicts.first(contributions, this::touched);
      if (conflict.isPresent()) {
        return conflict.get();
      }
      merged = MergedMessage.of(base.content(), changes, limits);
    } catch (MalformedMessageException e) {
      return new MalformedChanges(culprit(), e.getMessage(), false);
    }
    boolean headersChanged = base.headersChanged();
    boolean bodyChanged = base.bodyChanged();
    for (Changes c : changes) {
      headersChanged |= !c.addedHeaders().isEmpty() || !c.removedHeaders().isEmpty();
      for (Part part : c.replaced().keySet()) {
        headersChanged |= part instanceof Part.Header;
        bodyChanged |= !(part instanceof Part.Header);
      }
    }
    MessageVersion version = new MessageVersion(merged, headersChanged, bodyChanged);
    return new Merged(version, StageResponse.of(contributions));
  }

  /** The parts that a handler changed. */
  private List<DeclaredPart> touched(Contribution c) {
    Changes changes = c.changes();
    List<DeclaredPart> touched = new ArrayList<>();
    changes.replaced().keySet().forEach(part -> touched.add(DeclaredPart.of(part)));
    changes.removedHeaders().forEach(ref -> touched.add(new DeclaredPart.Header(ref.name())));
    for (byte[] block : changes.addedHeaders()) {
      touched.add(
          new DeclaredPart.Header(Envelopes.nameOfNewHeader(base.envelope(), block, limits)));
    }
    changes.properties().keySet().forEach(name -> touched.add(new DeclaredPart.Property(name)));
    changes.removedProperties().forEach(name -> touched.add(new DeclaredPart.Property(name)));
    touched.remove(RestChange.PART); // an undeclared change of the rest is rejected separately
    return touched;
  }

  /** The first handler whose own changes are malformed; otherwise the last one with changes. */
  private Contribution culprit() {
    List<Contribution> changing =
        contributions.stream().filter(c -> !c.changes().isEmpty()).toList();
    for (Contribution c : changing) {
      try {
        Merge.apply(base.envelope(), c.changes(), limits);
        touched(c);
      } catch (MalformedMessageException e) {
        return c;
      }
    }
    return changing.get(changing.size() - 1);
  }
}
