package org.dharch.cli;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dharch.testing.ShortLivedJvm;

/**
 * The class path of the commands that tests start, and an archive of its classes. With the archive
 * a server starts in half of the processor time. The first test JVM of a build makes it.
 */
final class ClassData {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final String CLASSES = TARGET.resolve("classes").toString();
  private static final String TEST_CLASSES = TARGET.resolve("test-classes").toString();

  private static List<String> options;

  private ClassData() {}

  /** The JVM options: the class path and, in a build that has made the jars, the archive. */
  static synchronized List<String> options() throws IOException {
    if (options == null) {
      String all =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      Path jar = jar();
      options = jar == null ? List.of("-cp", all) : archived(all, jar);
    }
    return options;
  }

  private static Path jar() throws IOException {
    if (System.getProperty("surefire.test.class.path") == null) {
      return null; // not in Maven, where the jar is new
    }
    try (var jars = Files.newDirectoryStream(TARGET, "dharch-cli-*-SNAPSHOT.jar")) {
      var found = jars.iterator();
      return found.hasNext() ? found.next() : null;
    }
  }

  private static List<String> archived(String all, Path jar) throws IOException {
    List<String> jars = new ArrayList<>();
    for (String each : all.split(File.pathSeparator, -1)) {
      if (each.equals(CLASSES)) {
        jars.add(jar.toString());
      } else if (!each.isEmpty() && !each.equals(TEST_CLASSES)) {
        jars.add(each);
      }
    }
    String archivable = String.join(File.pathSeparator, jars);
    List<String> whole = List.of("-cp", archivable + File.pathSeparator + TEST_CLASSES);
    if (jars.stream().anyMatch(each -> Files.isDirectory(Path.of(each)))) {
      return whole; // Maven has not packaged the other modules
    }
    Path archive = TARGET.resolve("tests.jsa");
    try (FileChannel lock =
        FileChannel.open(
            TARGET.resolve("tests.jsa.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      var unused = lock.lock(); // until the channel is closed
      if (!Files.exists(archive)
          || Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) < 0) {
        make(archive, archivable);
      }
    }
    List<String> archived = new ArrayList<>(List.of("-XX:SharedArchiveFile=" + archive));
    archived.add("-Xlog:cds=off");
    archived.addAll(whole);
    return archived;
  }

  private static void make(Path archive, String classPath) throws IOException {
    Files.deleteIfExists(archive);
    Path home = Files.createTempDirectory("dharch-class-data");
    List<String> command = ShortLivedJvm.command();
    command.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:cds=off"));
    command.addAll(List.of("-Duser.home=" + home, "-cp", classPath, Main.class.getName()));
    command.addAll(List.of("serve", "--port", "0", "--broker", "embedded:tcp://127.0.0.1:0"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(List.of("DHARCH_STORE", "DHARCH_HOME"));
    try (CommandProcess serve = new CommandProcess(builder)) {
      serve.await("READY ");
      serve.terminate();
      serve.exitCode(TimeUnit.MINUTES.toSeconds(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
