package org.dharch.core.node.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.Task;
import org.dharch.testing.ForcedFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fault B9: what a node must not do twice it knows after a loss of power, too. */
class ForcedJournalTest {
  private static final AttemptKey KEY =
      new AttemptKey(new MessageId(7, 1), 5, 1, 2, "h", Task.Purpose.PERFORM);
  private static final HandlerResult DONE =
      HandlerResult.of(1, 2, HandlerResult.Status.PERFORMED, "", 3, 4, Changes.NONE);

  /** As it was opened: it was written anew then. */
  private static final String JOURNAL = "journal.new";

  @TempDir Path folder;

  @Test
  void thatAnAttemptBeginsAndHowItEndedIsForced() throws Exception {
    try (ExecutionJournal journal = ExecutionJournal.open(folder.resolve("journal"))) {
      assertTrue(journal.reserve(KEY, 30_000));
      assertEquals(
          List.of(JOURNAL), ForcedFiles.during(folder, () -> journal.writeBegin(KEY)), "begins");
      assertEquals(
          List.of(JOURNAL), ForcedFiles.during(folder, () -> journal.writeEnd(KEY, DONE)), "ended");
    }
  }

  @Test
  void rewrittenJournalIsForcedBeforeItReplacesTheOld() throws Exception {
    List<String> forced =
        ForcedFiles.during(folder, () -> ExecutionJournal.open(folder.resolve("journal")).close());
    assertEquals(List.of(JOURNAL, ""), forced.subList(0, 2), forced::toString);
  }
}
