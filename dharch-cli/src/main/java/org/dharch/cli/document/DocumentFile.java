package org.dharch.cli.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.UsageException;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.XmlDocuments;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;

/**
 * A document that a command reads: a file, or a pipe or device, which can be read only once.
 * Relative paths in it are resolved against its folder, or the current one. Closing deletes the
 * copy of a pipe.
 */
final class DocumentFile implements AutoCloseable {
  private final Path named;
  private final Path read;

  private DocumentFile(Path named, Path read) {
    this.named = named;
    this.read = read;
  }

  /**
   * Opens the document of the command line.
   *
   * @throws IOException if it does not exist, or may not be read
   * @throws UsageException if it is a folder
   * @throws DocumentException if it is too large
   */
  static DocumentFile of(Path named) throws IOException {
    if (Arguments.requireReadable(named).isRegularFile()) {
      return new DocumentFile(named, named);
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(named)) {
      bytes = in.readNBytes(XmlDocuments.MAX_BYTES + 1); // one more, which the reader rejects
    }
    DocumentFile document = new DocumentFile(named, Files.createTempFile("dharch-", ".dharch.xml"));
    try {
      Files.write(document.read, bytes);
      return document;
    } catch (IOException e) {
      document.close();
      throw e;
    }
  }

  /**
   * Reads the document with {@code reader}.
   *
   * @throws DocumentException with the errors, under the given name
   */
  <T> T read(Function<Path, T> reader) {
    try {
      return reader.apply(read);
    } catch (DocumentException e) {
      if (named.equals(read) || !e.getMessage().startsWith(read + ":")) {
        throw e;
      }
      throw new DocumentException(named.toString(), e.problems(), e);
    }
  }

  /** The orchestrations of the document, with its policy. */
  Orchestrations orchestrations() {
    return orchestrations(policy -> {});
  }

  /**
   * As above.
   *
   * @param policy receives the path of the policy file
   */
  Orchestrations orchestrations(Consumer<Path> policy) {
    return read(
        file ->
            OrchestrationDocument.read(
                file,
                name -> {
                  policy.accept(resolve(name));
                  return Policy.read(resolve(name));
                }));
  }

  private Path resolve(String name) {
    return named.equals(read) ? named.resolveSibling(name) : Path.of(name);
  }

  @Override
  public void close() throws IOException {
    if (!named.equals(read)) {
      Files.deleteIfExists(read);
    }
  }
}
