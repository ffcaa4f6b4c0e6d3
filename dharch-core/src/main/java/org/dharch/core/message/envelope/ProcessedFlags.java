package org.dharch.core.message.envelope;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;

/**
 * Computes which header blocks count as processed after a stage. A flag belongs to one block: it
 * moves with the block, and is dropped with it. A replacement does not inherit it, unless the
 * result that sets the replacement marks it as processed too. Stateless.
 */
final class ProcessedFlags {
  private ProcessedFlags() {}

  /**
   * The flags of the message into which {@code envelope} is merged.
   *
   * @param before the flags until now
   * @param changes the results of the stage, all relative to {@code envelope}
   */
  static Set<HeaderRef> after(
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
