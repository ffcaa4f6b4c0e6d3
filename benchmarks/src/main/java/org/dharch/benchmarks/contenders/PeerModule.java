package org.dharch.benchmarks.contenders;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.dharch.core.message.DHArchException;

/**
 * A module {@code qa/peers/NAME}. Its class path contains nothing of DHArch, and the class path of
 * DHArch nothing of the module. Located relative to the working copy in which the benchmarks were
 * built. Immutable.
 *
 * @param target the build folder of the module
 */
public record PeerModule(Path target) {
  /** Returns the CXF module. */
  public static PeerModule cxf() {
    return of("cxf");
  }

  /** Returns the Sandesha2 module. */
  public static PeerModule sandesha2() {
    return of("sandesha2");
  }

  private static PeerModule of(String name) {
    try {
      // benchmarks/target/classes, or a jar in the same folder
      Path mine =
          Path.of(PeerModule.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path target =
          mine.toAbsolutePath().getParent().getParent().resolveSibling("qa/peers").resolve(name);
      return new PeerModule(target.resolve("target"));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the command that starts a class of the module.
   *
   * @throws DHArchException if the module is not built
   */
  public List<String> java(List<String> options, String main, List<String> args)
      throws IOException {
    Path classPath = target.resolve("classpath");
    if (!Files.isRegularFile(classPath)) {
      throw new DHArchException(
          classPath
              + " was not found: the suite needs a working copy after 'mvn package -Pbench"
              + " -pl benchmarks -am'");
    }
    String path = target.resolve("classes") + File.pathSeparator + Files.readString(classPath);
    return command(options, path.strip(), main, args);
  }

  /** Returns the command that starts a class of DHArch. */
  public static List<String> own(List<String> options, String main, List<String> args) {
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(
                each ->
                    Path.of(each)
                        .toAbsolutePath()
                        .toString()) // absolute, because the process runs in another folder
            .collect(Collectors.joining(File.pathSeparator));
    return command(options, path, main, args);
  }

  private static List<String> command(
      List<String> options, String path, String main, List<String> args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-XX:+UseSerialGC");
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.addAll(List.of("-cp", path, main));
    command.addAll(args);
    return command;
  }
}
