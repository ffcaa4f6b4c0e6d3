package org.dharch.core;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.message.Changes;
import org.dharch.core.message.HeaderRef;
import org.dharch.core.message.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Merge;
import org.dharch.core.message.MessageProperties;
import org.dharch.core.message.Part;

/**
 * The end of a stage: what its handlers changed, each relative to the message the stage began with,
 * becomes one message; or the first handler whose changes cannot be taken is named. Pure.
 */
final class StageMerge {

  /** What one handler of the stage changed. */
  record Contribution(int index, String handler, Changes changes) {}

  /** How it ended. */
  sealed interface Result {}

  /** All changes are in. */
  record Merged(
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed,
      boolean headersChanged,
      boolean bodyChanged)
      implements Result {}

  /** The changes of {@code culprit} are not XML that fits the message. */
  record Rubbish(Contribution culprit, String reason) implements Result {}

  /** Both changed the same part; {@code second} stands later in the stage. */
  record Conflict(Contribution first, Contribution second, String part) implements Result {}

  private StageMerge() {}

  static Result merge(
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed,
      List<Contribution> contributions,
      Limits limits) {
    Optional<Conflict> conflict = firstConflict(contributions);
    if (conflict.isPresent()) {
      return conflict.get();
    }
    List<Changes> changes = contributions.stream().map(Contribution::changes).toList();
    byte[] merged;
    try {
      merged = Merge.applyAll(envelope, changes, limits);
    } catch (MalformedMessageException e) {
      return new Rubbish(culprit(envelope, contributions, limits), e.getMessage());
    }
    MessageProperties newProperties = properties;
    Set<HeaderRef> newProcessed = new LinkedHashSet<>(processed);
    boolean headersChanged = false;
    boolean bodyChanged = false;
    for (Changes c : changes) {
      if (!c.properties().isEmpty() || !c.removedProperties().isEmpty()) {
        newProperties = newProperties.merge(c.properties(), c.removedProperties());
      }
      newProcessed.addAll(c.processed());
      headersChanged |= !c.addedHeaders().isEmpty() || !c.removedHeaders().isEmpty();
      for (Part part : c.replaced().keySet()) {
        headersChanged |= part instanceof Part.Header;
        bodyChanged |= !(part instanceof Part.Header);
      }
    }
    Set<HeaderRef> shifted = newProcessed;
    if (headersChanged) {
      shifted = Merge.shift(newProcessed, removals(changes));
    }
    return new Merged(merged, newProperties, Set.copyOf(shifted), headersChanged, bodyChanged);
  }

  private static Changes removals(List<Changes> changes) {
    Changes.Builder all = Changes.builder();
    for (Changes c : changes) {
      c.removedHeaders().forEach(all::removeHeader);
    }
    return all.build();
  }

  private static Optional<Conflict> firstConflict(List<Contribution> contributions) {
    List<Contribution> before = new ArrayList<>(contributions.size());
    for (Contribution second : contributions) {
      if (second.changes().isEmpty()) {
        continue;
      }
      for (Contribution first : before) {
        Optional<String> part = Merge.conflict(first.changes(), second.changes());
        if (part.isPresent()) {
          return Optional.of(new Conflict(first, second, part.get()));
        }
      }
      before.add(second);
    }
    return Optional.empty();
  }

  private static Contribution culprit(
      byte[] envelope, List<Contribution> contributions, Limits limits) {
    Iterator<Contribution> each = contributions.iterator();
    while (true) {
      Contribution c = each.next();
      if (!each.hasNext()) {
        return c; // all the others were fine
      }
      try {
        Merge.apply(envelope, c.changes(), limits);
      } catch (MalformedMessageException e) {
        return c;
      }
    }
  }
}
