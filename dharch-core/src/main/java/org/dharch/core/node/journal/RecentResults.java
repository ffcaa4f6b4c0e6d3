package org.dharch.core.node.journal;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.ResultSize;

/**
 * The latest attempts to end and their results, so that one that is delivered again is answered
 * again and not performed again. Bounded by count and bytes; the oldest are forgotten first, the
 * newest is always kept. Guarded by the engine's lock.
 */
public final class RecentResults {
  final Map<AttemptKey, HandlerResult> results = new LinkedHashMap<>();
  private final int maxCount;
  private final long maxBytes;
  long bytes;

  public RecentResults(int maxCount, long maxBytes) {
    this.maxCount = maxCount;
    this.maxBytes = maxBytes;
  }

  public Optional<HandlerResult> get(AttemptKey key) {
    return Optional.ofNullable(results.get(key));
  }

  public void put(AttemptKey key, HandlerResult result) {
    HandlerResult old = results.put(key, result);
    bytes += ResultSize.of(result) - (old == null ? 0 : ResultSize.of(old));
    Iterator<HandlerResult> oldest = results.values().iterator();
    while (results.size() > 1 && (results.size() > maxCount || bytes > maxBytes)) {
      bytes -= ResultSize.of(oldest.next());
      oldest.remove();
    }
  }
}
