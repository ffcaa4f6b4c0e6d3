package org.dharch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.opentest4j.TestAbortedException;

/**
 * Skips tests that need a program which this machine lacks, and prints at the end of the build what
 * was skipped and how to install it. Test JVMs append to the file that the system property {@value
 * #FILE} names.
 */
public final class MissingProgram {
  private static final String FILE = "skipped.tests";

  private MissingProgram() {}

  /**
   * Skips the running test.
   *
   * @param tested what the test covers
   * @param program the missing program
   * @param debianPackages the packages that install it, separated by spaces
   * @return never; lets the caller write {@code throw}
   */
  public static TestAbortedException skip(String tested, String program, String debianPackages) {
    String file = System.getProperty(FILE);
    if (file != null) {
      try {
        Path path = Path.of(file);
        Files.createDirectories(path.toAbsolutePath().getParent());
        Files.writeString(
            path,
            tested + '\t' + program + '\t' + debianPackages + '\n',
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new TestAbortedException(program + " not found; apt-get install " + debianPackages);
  }

  /** Prints one line about all skipped tests; none if the file {@code args[0]} does not exist. */
  @SuppressWarnings("SystemOut") // at the end of the build
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    if (Files.exists(file)) {
      System.out.println(summary(Files.readAllLines(file)));
    }
  }

  /** Returns the line for these lines of the file. */
  static String summary(List<String> lines) {
    List<String> skipped = new ArrayList<>();
    Set<String> packages = new TreeSet<>();
    for (String line : new TreeSet<>(lines)) {
      String[] fields = line.split("\t", -1);
      skipped.add(fields[0] + " (no " + fields[1] + ')');
      packages.addAll(List.of(fields[2].split(" ", -1)));
    }
    return "Tests skipped: "
        + String.join(", ", skipped)
        + ". To run them: apt-get install "
        + String.join(" ", packages);
  }
}
