package org.dharch.core.orchestration.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;

/**
 * Watches an orchestration document in a file and the policy document that it names: design,
 * "Documents reload while running". It has no thread: {@link OrchestrationReload} or a test calls
 * it. For one thread at a time.
 *
 * <p>A file has changed if its modification time, size or identity differs. It is read after it has
 * stayed the same between two looks, so that a half-written file is not reported as invalid.
 */
public final class OrchestrationFile {
  private final Path file;
  private final Orchestrations first;
  private Optional<Path> policy = Optional.empty();
  private List<String> read;
  private List<String> seen;

  private OrchestrationFile(Path file) {
    this.file = file;
    this.first = load();
    this.seen = read;
  }

  /**
   * Reads {@code file} for the first time.
   *
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static OrchestrationFile open(Path file) {
    return new OrchestrationFile(file);
  }

  /** Returns the orchestrations of the file when it was opened. */
  public Orchestrations first() {
    return first;
  }

  public Path file() {
    return file;
  }

  /**
   * Looks at the files.
   *
   * @return the new version if there is one; empty if nothing has changed, or is still changing
   * @throws DHArchException if the new version is wrong, once for each version: with every error
   */
  public Optional<Orchestrations> poll() {
    List<String> now = marks();
    if (now.equals(read)) {
      seen = now;
      return Optional.empty();
    }
    if (!now.equals(seen)) {
      seen = now;
      return Optional.empty();
    }
    return Optional.of(load());
  }

  private Orchestrations load() {
    // before reading: a change that happens meanwhile is one more change
    read = marks();
    try {
      checkPlain(file);
      return OrchestrationDocument.read(
          file,
          name -> {
            policy = Optional.of(file.resolveSibling(name));
            read = marks();
            checkPlain(policy.get());
            return Policy.read(policy.get());
          });
    } finally {
      seen = read;
    }
  }

  /** Rejects a pipe, which could block for ever and can be read only once. */
  private static void checkPlain(Path path) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new DocumentException(
          path.toString(),
          List.of(
              new DocumentException.Problem(0, 0, "must be a plain file, which can be read again")),
          null);
    }
  }

  private List<String> marks() {
    List<String> marks = new ArrayList<>();
    marks.add(mark(file));
    policy.ifPresent(path -> marks.add(mark(path)));
    return marks;
  }

  private static String mark(Path path) {
    try {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
    } catch (IOException e) {
      return "none";
    }
  }
}
