package org.dharch.cli;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What commands ask of their arguments before they begin. */
final class Arguments {
  private Arguments() {}

  /**
   * A file that is read must be there.
   *
   * @throws NoSuchFileException if it is not
   * @throws UsageException if it is a folder
   */
  static void existing(Path file) throws NoSuchFileException {
    if (Files.isDirectory(file)) {
      throw new UsageException("'" + file + "' is a folder; a file is needed");
    }
    if (!Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString());
    }
  }

  /**
   * The folder of a file that is written must be there, and it must not be one.
   *
   * @throws UsageException if that is not so
   */
  static void inFolder(String option, Path file) {
    if (Files.isDirectory(file)) {
      throw new UsageException(option + " is '" + file + "', a folder; a file is needed");
    }
    if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
      throw new UsageException(option + " is '" + file + "'; its folder does not exist");
    }
  }

  /**
   * A number must be at least {@code least} and at most {@code most}.
   *
   * @throws UsageException if it is not
   */
  static void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new UsageException(
          option + " is " + value + "; " + least + " to " + most + " is allowed");
    }
  }
}
