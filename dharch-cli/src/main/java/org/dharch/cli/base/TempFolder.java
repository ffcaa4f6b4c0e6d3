package org.dharch.cli.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is deleted with its content when closed. */
public record TempFolder(Path path) implements AutoCloseable {
  public static TempFolder create() throws IOException {
    return new TempFolder(Files.createTempDirectory("dharch-"));
  }

  public Path write(String name, String text) throws IOException {
    return Files.writeString(path.resolve(name), text);
  }

  @Override
  public void close() throws IOException {
    List<Path> found;
    try (Stream<Path> tree = Files.walk(path)) {
      found = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path one : found) {
      Files.deleteIfExists(one);
    }
  }
}
