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
 * What is forced to the disk, as the JVM's own flight recorder has it: that a file is there after a
 * process was killed says nothing of a loss of power.
 */
public final class ForcedFiles {
  private ForcedFiles() {}

  /** What is looked at. */
  public interface Work {
    /** Does it. */
    void run() throws Exception;
  }

  /**
   * The files and folders in {@code folder} that are forced while {@code work} runs, by whichever
   * thread, each as often as it is, in their order; relative to the folder, itself "". A file has
   * the name by which it was opened, whatever it is called by now.
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
