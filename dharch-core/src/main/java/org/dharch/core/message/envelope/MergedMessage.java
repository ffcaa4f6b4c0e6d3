package org.dharch.core.message.envelope;

import java.util.List;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;

/**
 * A message after a stage (seed 000, section 3.1.1). Immutable if no caller writes to its bytes.
 */
public record MergedMessage(
    byte[] envelope, MessageProperties properties, Set<HeaderRef> processed) {

  /**
   * Merges the changes of a stage's handlers into the message.
   *
   * @param changes their results in the order of the stage, all relative to this message
   * @throws MalformedMessageException like {@link Merge#applyAll}
   */
  public static MergedMessage of(
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed,
      List<Changes> changes,
      Limits limits) {
    byte[] merged = Merge.applyAll(envelope, changes, limits);
    Set<HeaderRef> marked = ProcessedFlags.after(envelope, processed, changes, limits);
    MessageProperties after = properties;
    for (Changes c : changes) {
      if (!c.properties().isEmpty() || !c.removedProperties().isEmpty()) {
        after = after.merge(c.properties(), c.removedProperties());
      }
    }
    return new MergedMessage(merged, after, Set.copyOf(marked));
  }
}
