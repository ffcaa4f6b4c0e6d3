package org.dharch.core.node.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.dharch.core.message.DHArchException;
import org.dharch.core.node.journal.JournalFile.Bounds;
import org.dharch.testing.ForkedJvm;

/**
 * A process that opens a node's execution journal, says what came of that, and ends when its input
 * does.
 */
final class JournalOpener {
  private JournalOpener() {}

  public static void main(String[] args) throws IOException {
    try (ExecutionJournal journal =
        ExecutionJournal.open(
            Path.of(args[0]), Bounds.DEFAULT, () -> System.nanoTime() / 1_000_000)) {
      System.out.println("opened " + journal.id().orElseThrow());
      System.in.readAllBytes();
    } catch (DHArchException e) {
      System.out.println("refused: " + e.getMessage());
    }
  }

  static ForkedJvm start(Path log, Path journal) throws IOException {
    return ForkedJvm.start(log, List.of(), JournalOpener.class, journal.toString());
  }
}
