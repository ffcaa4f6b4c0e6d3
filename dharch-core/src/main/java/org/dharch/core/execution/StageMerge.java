package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.message.envelope.MergedMessage;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;

/**
 * The end of a stage: what its handlers changed, each relative to the message the stage began with,
 * becomes one message; or the first handler whose changes cannot be taken is named. Pure.
 */
final class StageMerge {

  /**
   * What one handler of the stage changed.
   *
   * @param mayHalt whether the message may not go on without it
   * @param access what it declared to read and write; unknown if empty
   * @param noAnswer why it may not answer the message; empty if it may
   * @param isChecked whether it is a whole branch, each of whose stages was merged before
   */
  record Contribution(
      int index,
      String handler,
      boolean mayHalt,
      Optional<Access> access,
      Changes changes,
      Optional<String> noAnswer,
      boolean isChecked) {

    /** The same, and this is what it changed. */
    Contribution changes(Changes value) {
      return new Contribution(index, handler, mayHalt, access, value, noAnswer, isChecked);
    }
  }

  /** How it ended. */
  sealed interface MergeResult {}

  /**
   * All changes are in.
   *
   * @param answer whose result answers the message, or accepts it; empty if none does
   */
  record Merged(
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed,
      boolean headersChanged,
      boolean bodyChanged,
      Optional<Contribution> answer)
      implements MergeResult {}

  /** What {@code culprit} changed, or answered, is not XML that fits the message, or not its to. */
  record MalformedChanges(Contribution culprit, String reason) implements MergeResult {}

  /** The changes of {@code culprit} may not stand beside its declaration or another's changes. */
  record Conflict(Contribution culprit, String reason) implements MergeResult {}

  private StageMerge() {}

  static MergeResult merge(
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed,
      List<Contribution> contributions,
      Limits limits) {
    List<Changes> changes = new ArrayList<>(contributions.size());
    for (Contribution c : contributions) {
      changes.add(c.changes());
    }
    MergedMessage merged;
    Optional<MalformedChanges> noAnswer = StageResponse.notAllowed(envelope, contributions, limits);
    if (noAnswer.isPresent()) {
      return noAnswer.get();
    }
    try {
      Optional<Conflict> conflict =
          StageConflicts.first(contributions, c -> touched(envelope, c, limits));
      if (conflict.isPresent()) {
        return conflict.get();
      }
      merged = MergedMessage.of(envelope, properties, processed, changes, limits);
    } catch (MalformedMessageException e) {
      return new MalformedChanges(culprit(envelope, contributions, limits), e.getMessage());
    }
    boolean headersChanged = false;
    boolean bodyChanged = false;
    for (Changes c : changes) {
      headersChanged |= !c.addedHeaders().isEmpty() || !c.removedHeaders().isEmpty();
      for (Part part : c.replaced().keySet()) {
        headersChanged |= part instanceof Part.Header;
        bodyChanged |= !(part instanceof Part.Header);
      }
    }
    return new Merged(
        merged.envelope(),
        merged.properties(),
        merged.processed(),
        headersChanged,
        bodyChanged,
        StageResponse.of(contributions));
  }

  /** What a handler changed, in the words of declarations. */
  private static List<DeclaredPart> touched(byte[] envelope, Contribution c, Limits limits) {
    Changes changes = c.changes();
    List<DeclaredPart> touched = new ArrayList<>();
    changes.replaced().keySet().forEach(part -> touched.add(DeclaredPart.of(part)));
    changes.removedHeaders().forEach(ref -> touched.add(new DeclaredPart.Header(ref.name())));
    for (byte[] block : changes.addedHeaders()) {
      touched.add(new DeclaredPart.Header(Envelopes.nameOfNewHeader(envelope, block, limits)));
    }
    changes.properties().keySet().forEach(name -> touched.add(new DeclaredPart.Property(name)));
    changes.removedProperties().forEach(name -> touched.add(new DeclaredPart.Property(name)));
    touched.remove(Revision.REST); // whoever does not declare it is refused that alone
    return touched;
  }

  /** The first whose changes alone cannot be taken; the last to change anything if each can. */
  private static Contribution culprit(
      byte[] envelope, List<Contribution> contributions, Limits limits) {
    List<Contribution> changing =
        contributions.stream().filter(c -> !c.changes().isEmpty()).toList();
    for (Contribution c : changing) {
      try {
        Merge.apply(envelope, c.changes(), limits);
        touched(envelope, c, limits);
      } catch (MalformedMessageException e) {
        return c;
      }
    }
    return changing.get(changing.size() - 1);
  }
}
