package org.dharch.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Records which files are forced to the disk, with the JVM's flight recorder. A file that survives
 * a killed process need not survive a power loss.
 */
public final class ForcedFiles {
  private ForcedFiles() {}

  /** The observed work. */
  public interface Work {
    /** Runs the work. */
    void run() throws Exception;
  }

  /**
   * Returns the files and folders in {@code folder} that any thread forces while {@code work} runs,
   * in order and with repetitions, relative to the folder, which is "". A file has the name with
   * which it was opened, even if it was renamed.
   */
  public static List<String> during(Path folder, Work work) throws Exception {
    Path dump = Files.createTempFile("forced", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileForce").withThreshold(Duration.ZERO).withoutStackTrace();
      recording.start();
      work.run();
      recording.stop();
      recording.dump(dump);
      return RecordingFile.readAllEvents(dump).stream()
          .sorted(Comparator.comparing(RecordedEvent::getStartTime))
          .map(event -> Path.of(event.getString("path")))
          .filter(path -> path.startsWith(folder))
          .map(path -> folder.relativize(path).toString())
          .toList();
    } finally {
      Files.delete(dump);
    }
  }
}
