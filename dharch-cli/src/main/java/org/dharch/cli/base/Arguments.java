package org.dharch.cli.base;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.dharch.core.text.Reason;
import picocli.CommandLine.TypeConversionException;

/** Validates arguments that several commands share. */
public final class Arguments {
  private Arguments() {}

  /**
   * Parses a path.
   *
   * @throws TypeConversionException if it is no path in this process's locale
   */
  public static Path path(String named) {
    try {
      return Path.of(named);
    } catch (InvalidPathException e) {
      throw (TypeConversionException)
          new TypeConversionException(ErrorLines.noPath(e)).initCause(e);
    }
  }

  /**
   * Checks that a file exists that may be read more than once.
   *
   * @throws NoSuchFileException if it does not
   * @throws AccessDeniedException if this user may not read it
   * @throws UsageException if it is a folder, a pipe or a device
   */
  public static void requireFile(Path file) throws IOException {
    if (!requireReadable(file).isRegularFile()) {
      throw new UsageException("'" + file + "' must be a file (got a pipe or a device)");
    }
  }

  /**
   * As {@link #requireFile}, for a file that is read once and may also be a pipe or a device.
   *
   * @return its attributes
   */
  public static BasicFileAttributes requireReadable(Path file) throws IOException {
    BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
    if (is.isDirectory()) {
      throw new UsageException("'" + file + "' must be a file (got a folder)");
    }
    if (!Files.isReadable(file)) {
      throw new AccessDeniedException(file.toString());
    }
    return is;
  }

  /**
   * Checks that the folder of output files is no file.
   *
   * @throws UsageException if it is
   */
  public static void requireFolder(String option, Path folder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new UsageException(option + " must be a folder (got the file '" + folder + "')");
    }
  }

  /**
   * Checks that an output file can be written in an existing folder.
   *
   * @throws UsageException if it cannot
   */
  public static void requireParent(String option, Path file) {
    if (Files.isDirectory(file)) {
      throw new UsageException(option + " must be a file (got the folder '" + file + "')");
    }
    if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
      throw new UsageException(option + " must be in an existing folder (got '" + file + "')");
    }
    boolean isNew = Files.notExists(file);
    if (isNew || Files.isRegularFile(file)) {
      tryToWrite(option, file, isNew);
    }
  }

  /**
   * Writes the file of an option.
   *
   * @throws UsageException if it fails; the file may be incomplete then
   */
  public static void write(String option, Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UsageException(option + ": cannot write '" + file + "': " + Reason.of(e), e);
    }
  }

  /** Now, and not when there is output that would be lost. */
  private static void tryToWrite(String option, Path file, boolean isNew) {
    try {
      FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      if (isNew) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UsageException(option + ": cannot write '" + file + "': " + Reason.of(e), e);
    }
  }

  /**
   * Checks that {@code value} is between {@code least} and {@code most}.
   *
   * @throws UsageException if it is not
   */
  public static void requireRange(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new UsageException(
          option + " must be " + least + " to " + most + " (got " + value + ")");
    }
  }
}
