package org.dharch.core.execution.progress;

import java.util.LinkedHashMap;
import java.util.Map;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.document.OrchestrationDocument;

/**
 * Caches the parsed entries of recorded messages by their text, because many messages have equal
 * entries and pending compensations are read often. Bounded by number and length. Safe for any
 * thread.
 */
final class EntryCache {
  private static final int MAX_ENTRIES = 512;
  private static final int MAX_CHARS = 8192;

  private static final Map<String, Sequence> READ = // guarded by itself
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Sequence> eldest) {
          return size() > MAX_ENTRIES;
        }
      };

  private EntryCache() {}

  /**
   * Parses {@code text}.
   *
   * @throws DocumentException if it is malformed
   */
  static Sequence of(String text) {
    synchronized (READ) {
      Sequence known = READ.get(text);
      if (known != null) {
        return known;
      }
    }
    Sequence read = OrchestrationDocument.parseKept(text);
    if (text.length() <= MAX_CHARS) {
      synchronized (READ) {
        READ.put(text, read);
      }
    }
    return read;
  }
}
