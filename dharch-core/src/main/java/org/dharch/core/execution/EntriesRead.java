package org.dharch.core.execution;

import java.util.LinkedHashMap;
import java.util.Map;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.document.OrchestrationDocument;

/**
 * What the entries of recorded messages say, each text read once in this JVM: messages that got
 * equally far have the same, and one that waits to be compensated is looked at again and again.
 * Bounded by number and length. Safe for any thread.
 */
final class EntriesRead {
  private static final int MOST = 512;
  private static final int LONGEST_CHARS = 8192;

  private static final Map<String, Sequence> READ = // guarded by itself
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Sequence> eldest) {
          return size() > MOST;
        }
      };

  private EntriesRead() {}

  /**
   * What {@code text} says.
   *
   * @throws DocumentException if it is none that was written
   */
  static Sequence of(String text) {
    synchronized (READ) {
      Sequence known = READ.get(text);
      if (known != null) {
        return known;
      }
    }
    Sequence read = OrchestrationDocument.parseKept(text);
    if (text.length() <= LONGEST_CHARS) {
      synchronized (READ) {
        READ.put(text, read);
      }
    }
    return read;
  }
}
