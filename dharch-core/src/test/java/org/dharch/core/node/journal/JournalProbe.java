package org.dharch.core.node.journal;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Creates execution journals under test and looks into them. */
public final class JournalProbe {
  private JournalProbe() {}

  /** A journal in memory; with an id it outlives the incarnations of its node. */
  public static ExecutionJournal journal(int bound, LongSupplier millis, Optional<String> id) {
    return new ExecutionJournal(bound, millis, Optional.empty(), id);
  }

  public static ExecutionJournal open(Path path, long minRewrite, long max, LongSupplier millis) {
    return ExecutionJournal.open(path, new JournalFile.Bounds(minRewrite, max), millis);
  }

  public static void forget(ExecutionJournal journal, AttemptKey key) {
    journal.forget(key);
  }

  /** The number of entries in all collections of the journal. */
  static int entries(ExecutionJournal journal) {
    return journal.attempts.size() + journal.expiries.size() + journal.deferred.last.size();
  }
}
