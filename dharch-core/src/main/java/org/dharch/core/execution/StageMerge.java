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
 * Merges the changes of a stage's handlers, each relative to the message before the stage, or names
 * the first handler whose changes cannot be merged. Pure.
 */
final class StageMerge {

  /**
   * The changes of one handler of the stage.
   *
   * @param mayHalt whether the message requires the handler
   * @param access what it declared to read and write; empty if it declared nothing
   * @param noAnswer why it may not respond to the message; empty if it may
   * @param isChecked whether it is a whole branch, each of whose stages was merged before
   */
  record Contribution(
      int index,
      String handler,
      boolean mayHalt,
      Optional<Access> access,
      Changes changes,
      Optional<String> responseObjection,
      boolean isChecked) {

    Contribution changes(Changes value) {
      return new Contribution(index, handler, mayHalt, access, value, responseObjection, isChecked);
    }
  }

  /** The result of a merge. */
  sealed interface MergeResult {}

  /**
   * All changes are merged.
   *
   * @param answer the handler that responded to the message; empty if none did
   */
  record Merged(
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed,
      boolean headersChanged,
      boolean bodyChanged,
      Optional<Contribution> answer)
      implements MergeResult {}

  /** The changes or response of {@code culprit} are malformed or not allowed. */
  record MalformedChanges(Contribution culprit, String reason) implements MergeResult {}

  /** The changes of {@code culprit} contradict its declaration or another handler's changes. */
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
    Optional<MalformedChanges> responseObjection =
        StageResponse.notAllowed(envelope, contributions, limits);
    if (responseObjection.isPresent()) {
      return responseObjection.get();
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

  /** The parts that a handler changed. */
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
    touched.remove(Revision.REST); // an undeclared change of the rest is rejected separately
    return touched;
  }

  /** The first handler whose own changes are malformed; otherwise the last one with changes. */
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
