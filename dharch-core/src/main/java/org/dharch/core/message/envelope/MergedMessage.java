package org.dharch.core.message.envelope;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;

/** Merges the results of a stage into a message (seed 000, section 3.1.1). */
public final class MergedMessage {
  private MergedMessage() {}

  /**
   * Merges the changes of a stage's handlers into the message.
   *
   * @param changes their results in the order of the stage, all relative to this message
   * @throws MalformedMessageException like {@link Merge#applyAll}
   */
  public static MessageContent of(MessageContent message, List<Changes> changes, Limits limits) {
    byte[] merged = Merge.applyAll(message.envelope(), changes, limits);
    Set<HeaderRef> marked = flagsAfter(message.envelope(), message.processed(), changes, limits);
    MessageProperties after = message.properties();
    for (Changes c : changes) {
      if (!c.properties().isEmpty() || !c.removedProperties().isEmpty()) {
        after = after.merge(c.properties(), c.removedProperties());
      }
    }
    return new MessageContent(merged, after, marked);
  }

  /**
   * Returns the header blocks that count as processed after a stage. A flag moves with its block
   * and is dropped with it. A replacement does not inherit it, unless the result that sets the
   * replacement marks it as processed too.
   *
   * @param before the flags until now
   * @param changes the results of the stage, all relative to {@code envelope}
   */
  private static Set<HeaderRef> flagsAfter(
      byte[] envelope, Set<HeaderRef> before, List<Changes> changes, Limits limits) {
    Set<HeaderRef> flags = new LinkedHashSet<>(before);
    Set<HeaderRef> dropped = new HashSet<>();
    Changes.Builder removals = Changes.builder();
    boolean headers = false;
    boolean marked = false;
    for (Changes c : changes) {
      marked |= flags.addAll(c.processed());
      for (Part part : c.replaced().keySet()) {
        if (part instanceof Part.Header header && !c.processed().contains(header.header())) {
          dropped.add(header.header());
        }
      }
      headers |= !c.addedHeaders().isEmpty() || !c.removedHeaders().isEmpty();
      c.removedHeaders().forEach(removals::removeHeader);
    }
    flags.removeAll(dropped);
    if (flags.isEmpty() || !(headers || marked)) {
      return flags;
    }
    flags.retainAll(new HashSet<>(Envelopes.headers(envelope, limits)));
    return Merge.shift(flags, removals.build());
  }
}
