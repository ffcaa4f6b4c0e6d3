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
 * One of the modules {@code peers/NAME}: nothing of DHArch is on its class path, and nothing of it
 * on DHArch's. Found beside the benchmarks in the working copy in which these were built.
 * Immutable.
 *
 * @param target its build folder
 */
public record PeerModule(Path target) {
  /** CXF. */
  public static PeerModule cxf() {
    return of("cxf");
  }

  /** Sandesha2. */
  public static PeerModule sandesha2() {
    return of("sandesha2");
  }

  private static PeerModule of(String name) {
    try {
      // benchmarks/target/classes, or a jar beside it
      Path mine =
          Path.of(PeerModule.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path target =
          mine.toAbsolutePath().getParent().getParent().resolveSibling("peers").resolve(name);
      return new PeerModule(target.resolve("target"));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The command that starts one of its classes.
   *
   * @throws DHArchException if the module is not built
   */
  public List<String> java(List<String> options, String main, List<String> args)
      throws IOException {
    Path classPath = target.resolve("classpath");
    if (!Files.isRegularFile(classPath)) {
      throw new DHArchException(
          classPath
              + " is missing: the suite needs a working copy in which 'mvn package -pl benchmarks"
              + " -am' has built the peers");
    }
    String path = target.resolve("classes") + File.pathSeparator + Files.readString(classPath);
    return command(options, path.strip(), main, args);
  }

  /** The command that starts one of DHArch's own classes, likewise. */
  public static List<String> own(List<String> options, String main, List<String> args) {
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(each -> Path.of(each).toAbsolutePath().toString()) // it works in another folder
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
