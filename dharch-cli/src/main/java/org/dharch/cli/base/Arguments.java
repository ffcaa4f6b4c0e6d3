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

/** Checks of arguments that several commands share. */
public final class Arguments {
  private Arguments() {}

  /**
   * The path that was named.
   *
   * @throws TypeConversionException if it is none in this process's locale
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
   * A file that is read, perhaps more than once, must be there.
   *
   * @throws NoSuchFileException if it is not
   * @throws AccessDeniedException if this user may not read it
   * @throws UsageException if it is a folder, a pipe or a device
   */
  public static void existing(Path file) throws IOException {
    if (!readable(file).isRegularFile()) {
      throw new UsageException("'" + file + "' is a pipe or a device; a file is needed");
    }
  }

  /**
   * As {@link #existing}, but it may be a pipe or a device, too: it is read once.
   *
   * @return what it is
   */
  public static BasicFileAttributes readable(Path file) throws IOException {
    BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
    if (is.isDirectory()) {
      throw new UsageException("'" + file + "' is a folder; a file is needed");
    }
    if (!Files.isReadable(file)) {
      throw new AccessDeniedException(file.toString());
    }
    return is;
  }

  /**
   * A folder that is written into, and made if it is not there, must not be a file.
   *
   * @throws UsageException if it is
   */
  public static void folder(String option, Path folder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new UsageException(option + " is '" + folder + "', a file; a folder is needed");
    }
  }

  /**
   * The folder of a file that is written must be there, it must not be one, and can be written.
   *
   * @throws UsageException if that is not so
   */
  public static void inFolder(String option, Path file) {
    if (Files.isDirectory(file)) {
      throw new UsageException(option + " is '" + file + "', a folder; a file is needed");
    }
    if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
      throw new UsageException(option + " is '" + file + "'; its folder does not exist");
    }
    boolean isNew = Files.notExists(file);
    if (isNew || Files.isRegularFile(file)) {
      tryToWrite(option, file, isNew);
    }
  }

  /**
   * Writes the file that an option names.
   *
   * @throws UsageException if it cannot, saying which and why; half a file may be left then
   */
  public static void write(String option, Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UsageException(
          option + ": '" + file + "' could not be written: " + Reason.of(e), e);
    }
  }

  /** Now, and not when there is something to be written that would be lost. */
  private static void tryToWrite(String option, Path file, boolean isNew) {
    try {
      FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      if (isNew) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UsageException(
          option + " is '" + file + "', which cannot be written: " + Reason.of(e), e);
    }
  }

  /**
   * A number must be at least {@code least} and at most {@code most}.
   *
   * @throws UsageException if it is not
   */
  public static void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new UsageException(
          option + " is " + value + "; " + least + " to " + most + " is allowed");
    }
  }
}
