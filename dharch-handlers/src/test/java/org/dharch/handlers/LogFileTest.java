package org.dharch.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of lines on a disk that is full for a while. */
final class LogFileTest {
  @TempDir Path folder;

  private int free = Integer.MAX_VALUE;

  /** Writes what there is room for, and then fails, as a full disk does. */
  private OutputStream open(Path file) throws IOException {
    return new FileOutputStream(file.toFile(), true) {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one});
      }

      @Override
      public void write(byte[] bytes) throws IOException {
        int fits = Math.min(free, bytes.length);
        free -= fits;
        write(bytes, 0, fits);
        if (fits < bytes.length) {
          throw new IOException("No space left on device");
        }
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void halfWrittenLineIsEndedAfterAFullDisk(int failed) throws Exception {
    Path path = folder.resolve("m.log");
    LogFile file = new LogFile(path, 4096, 2, this::open);
    file.append(Utf8.bytes("{1}\n"));
    free = 2;
    for (int i = 0; i < failed; i++) {
      byte[] line = Utf8.bytes("{2}\n");
      assertThrows(IOException.class, () -> file.append(line));
    }
    free = Integer.MAX_VALUE;
    file.append(Utf8.bytes("{5}\n"));
    file.append(Utf8.bytes("{6}\n"));
    file.close();
    assertEquals(List.of("{1}", "{2", "{5}", "{6}"), Files.readAllLines(path));
  }
}
