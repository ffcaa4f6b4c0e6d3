package org.dharch.ws;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Conversations between other stacks as they went over the wire: {@code vectors/peers/nn-…}. */
public final class Vectors {
  private static final Path FOLDER = Path.of("src/test/resources/vectors");

  private Vectors() {}

  /** One message of a conversation. */
  public record Vector(String conversation, String name, byte[] bytes) {
    /** What the file's name says it is: {@code CreateSequence}, {@code greet}, {@code fault} … */
    public String kind() {
      return name.substring(name.lastIndexOf('-') + 1, name.length() - ".xml".length());
    }

    @Override
    public String toString() {
      return conversation + "/" + name;
    }
  }

  /** All of them, conversation by conversation. */
  public static List<Vector> all() {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      List<Vector> all =
          files
              .filter(file -> file.toString().endsWith(".xml"))
              .sorted()
              .map(Vectors::read)
              .toList();
      assertTrue(all.size() > 80, () -> "only " + all.size() + " vectors");
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those of the conversation. */
  public static List<Vector> of(String conversation) {
    return all().stream().filter(v -> v.conversation().equals(conversation)).toList();
  }

  /** The one whose name begins so. */
  public static Vector one(String conversation, String begin) {
    return of(conversation).stream()
        .filter(v -> v.name().startsWith(begin))
        .findFirst()
        .orElseThrow();
  }

  private static Vector read(Path file) {
    try {
      return new Vector(
          file.getParent().getFileName().toString(),
          file.getFileName().toString(),
          Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
