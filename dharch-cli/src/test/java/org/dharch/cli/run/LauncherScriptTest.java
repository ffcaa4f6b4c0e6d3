package org.dharch.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.core.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import org.awaitility.Awaitility;
import org.dharch.cli.Main;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import picocli.CommandLine;

/** Fault F12: {@code ./dharch} builds what is not built, and nothing else. */
@DisabledOnOs(OS.WINDOWS)
class LauncherScriptTest {
  private static final String BRIEF =
      "-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=4"
          + " -Dlog4j2.loggerContextFactory=org.apache.logging.log4j.simple.SimpleLoggerContextFactory";
  private static final String SAMPLED = "-XX:PerfDataSamplingInterval=1000";

  private static final int SOURCES = 1_000;
  private static final int BUILT = 2_000;
  private static final int NEWER = 3_000;

  @TempDir Path root;
  private String output = "";

  /** A tree with three modules, as Maven leaves it, and a java and a mvn that only say so. */
  @BeforeEach
  void tree() throws Exception {
    Path shared = Path.of("distribution/src/bin/launch.sh");
    Files.createDirectories(root.resolve(shared).getParent());
    Files.copy(Path.of("..").resolve(shared), root.resolve(shared));
    Files.copy(Path.of("../dharch"), root.resolve("dharch"));
    program("java");
    program("mvn");
    for (String file :
        List.of(
            "pom.xml",
            "dharch-cli/pom.xml",
            "dharch-cli/src/main/A.java",
            "dharch-cli/src/bench/A.java",
            "dharch-core/pom.xml",
            "dharch-core/src/main/A.java",
            "ws/dharch-ws/pom.xml",
            "ws/dharch-ws/src/main/A.java")) {
      file(file, SOURCES);
    }
    folders(
        "dharch-cli/src/main",
        "dharch-cli/src/bench",
        "dharch-core/src/main",
        "ws/dharch-ws/src/main");
    file("dharch-cli/target/dharch-cli-1.0-SNAPSHOT.jar", BUILT);
    file("dharch-cli/target/lib/dharch-core-1.0-SNAPSHOT.jar", BUILT);
    file("dharch-cli/target/lib/dharch-ws-1.0-SNAPSHOT.jar", BUILT);
  }

  private void program(String name) throws IOException {
    program(name, "echo " + name + " >>" + root.resolve("calls"));
  }

  private void program(String name, String does) throws IOException {
    Path program = Files.createDirectories(root.resolve("bin")).resolve(name);
    Files.writeString(program, "#!/bin/sh\n" + does + "\n");
    program.toFile().setExecutable(true);
  }

  private void cores(int count) throws IOException {
    program("nproc", "echo " + count);
  }

  private void file(String name, int seconds) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    Files.setLastModifiedTime(file, FileTime.from(seconds, TimeUnit.SECONDS));
  }

  private void folders(String... names) throws IOException {
    for (String name : names) {
      Files.setLastModifiedTime(root.resolve(name), FileTime.from(SOURCES, TimeUnit.SECONDS));
    }
  }

  private List<String> calls() throws Exception {
    return calls(Map.of());
  }

  private List<String> calls(Map<String, String> environment) throws Exception {
    return calls("x", environment);
  }

  private List<String> calls(String command, Map<String, String> environment) throws Exception {
    return calls(List.of(command), environment);
  }

  private List<String> calls(List<String> arguments, Map<String, String> environment)
      throws Exception {
    assertEquals(0, exitCode(root.resolve("dharch"), arguments, environment), output);
    return Files.readAllLines(root.resolve("calls"));
  }

  private int exitCode(Path launcher, List<String> arguments, Map<String, String> environment)
      throws Exception {
    Files.deleteIfExists(root.resolve("calls"));
    List<String> line = new ArrayList<>(List.of("bash", launcher.toString()));
    line.addAll(arguments);
    ProcessBuilder script = new ProcessBuilder(line);
    script.environment().remove("JAVA_HOME");
    script.environment().merge("PATH", root.resolve("bin") + ":", (path, bin) -> bin + path);
    script.environment().keySet().removeAll(List.of("LC_ALL", "LC_CTYPE", "LANG"));
    script.environment().putAll(environment);
    Process process = script.redirectErrorStream(true).start();
    output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor();
  }

  @Test
  void mavenOutputIsReused() throws Exception {
    assertEquals(List.of("java"), calls());
  }

  /** In the locale of C Java could name no file that is not in ASCII. */
  @Test
  void allFileNamesWorkInAnyLocale() throws Exception {
    Path java = root.resolve("bin/java");
    Files.writeString(java, "#!/bin/sh\necho \"java $LC_ALL\" >>" + root.resolve("calls") + "\n");
    List<String> utf8 = List.of("java C.UTF-8");
    assertEquals(utf8, calls());
    assertEquals(utf8, calls(Map.of("LC_ALL", "C")));
    assertEquals(utf8, calls(Map.of("LANG", "POSIX")));
    assertEquals(utf8, calls(Map.of("LANG", "xx_XX.UTF-8")), "one that is not installed");
    assertEquals(List.of("java "), calls(Map.of("LANG", "C.UTF-8")), "it is left as it is");
  }

  /** Fault G15: a server whose listening thread has ended of that keeps its clients waiting. */
  @Test
  void serverEndsOnMemoryShortageAndNodeSurvives() throws Exception {
    program("java", "echo \"$1 $2 $3\" >>" + root.resolve("calls"));
    cores(8);
    Map<String, String> options = Map.of("DHARCH_OPTS", "-Xmx1g -ea");
    String ends = "-XX:+ExitOnOutOfMemoryError " + SAMPLED + " -Xmx1g";
    assertEquals(List.of(ends), calls("serve", options));
    assertEquals(List.of(ends), calls("broker", options));
    assertEquals(
        List.of(SAMPLED + " -Xmx1g -ea"), calls("node", options), "a handler's error is its own");
  }

  @Test
  void collectorDependsOnCoresCommandAndEnvironment() throws Exception {
    program("java", "echo \"$1 $2 $3 $4\" >>" + root.resolve("calls"));
    Map<String, String> own = Map.of("DHARCH_OPTS", "-Xmx1g -ea");
    Map<String, String> other = Map.of("DHARCH_OPTS", "-XX:+UseZGC -Xmx1g");
    cores(2);
    assertEquals(List.of("-XX:+UseSerialGC " + SAMPLED + " -Xmx1g -ea"), calls("node", own));
    assertEquals(
        List.of("-XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError " + SAMPLED + " -Xmx1g"),
        calls("serve", own));
    assertEquals(List.of(SAMPLED + " -XX:+UseZGC -Xmx1g -cp"), calls("node", other));
    assertEquals(
        List.of("-XX:+ExitOnOutOfMemoryError " + SAMPLED + " -XX:+UseZGC -Xmx1g"),
        calls("broker", other));
    cores(3);
    assertEquals(List.of(SAMPLED + " -Xmx1g -ea -cp"), calls("node", own));
    assertEquals(List.of("-XX:+UseSerialGC " + BRIEF), calls("failed", own));
  }

  /** Java reads these by itself, and does not start with two collectors. */
  @ParameterizedTest
  @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
  void aCollectorThatJavasOwnVariablesNameIsTheOnlyOne(String variable) throws Exception {
    program("java", "echo \"$1 $2\" >>" + root.resolve("calls"));
    cores(2);
    Map<String, String> named = Map.of(variable, "-XX:+UseG1GC -Xmx1g");
    assertEquals(List.of(SAMPLED + " -cp"), calls("node", named));
    assertTrue(calls("failed", named).get(0).startsWith("-XX:TieredStopAtLevel=1 "));
    assertEquals(List.of("-Xmx256m"), NodeProcess.memory(named), "so are those of a server");
    Map<String, String> another = Map.of(variable, "-XX:+UseNUMA -XX:MaxGCPauseMillis=9");
    assertEquals(List.of("-XX:+UseSerialGC " + SAMPLED), calls("node", another));
    assertEquals(List.of("-Xmx256m", "-XX:+UseSerialGC"), NodeProcess.memory(another));
    String classes = "-XX:SharedArchiveFile=a.jsa";
    assertEquals(List.of(classes), NodeProcess.inherited(List.of("-Xmx1g", classes, "-ea")));
  }

  @Test
  void traceShowsJavaOptions() throws Exception {
    cores(2);
    program("java", "echo called >>" + root.resolve("calls"));
    assertEquals(List.of("called"), calls("node", Map.of("DHARCH_TRACE", "1")));
    assertEquals(
        "dharch: " + root.resolve("bin/java") + " -XX:+UseSerialGC " + SAMPLED, output.strip());
    calls("--trace", Map.of("DHARCH_OPTS", "-ea"));
    assertEquals(
        "dharch: " + root.resolve("bin/java") + " -XX:+UseSerialGC " + BRIEF + " -ea",
        output.strip());
    calls("node", Map.of());
    assertEquals("", output);
  }

  @Test
  void optionsMayPrecedeCommand() throws Exception {
    program("java", "echo \"$1 $2\" >>" + root.resolve("calls"));
    cores(2);
    assertEquals(
        List.of("-XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError"),
        calls(List.of("--trace", "serve"), Map.of()));
  }

  @Test
  void changedSourcesAreBuiltOnce() throws Exception {
    file("dharch-core/src/main/A.java", NEWER);
    assertEquals(List.of("mvn", "java"), calls());
    assertEquals(List.of("java"), calls());
  }

  /** The peers that benchmarks start are no jars on their class path. */
  @Test
  void benchmarkPeersAreBuilt() throws Exception {
    file("benchmarks/pom.xml", SOURCES);
    file("benchmarks/src/main/A.java", SOURCES);
    file("qa/peers/one/pom.xml", SOURCES);
    file("qa/peers/one/src/main/A.java", SOURCES);
    folders("benchmarks/src/main", "qa/peers/one/src", "qa/peers/one/src/main");
    file("benchmarks/target/benchmarks.jar", BUILT);
    file("benchmarks/target/lib/dharch-core-1.0-SNAPSHOT.jar", BUILT);
    file("qa/peers/one/target/peer-one-1.0-SNAPSHOT.jar", BUILT);
    assertEquals(List.of("java"), calls("bench", Map.of()));

    file("qa/peers/one/src/main/A.java", NEWER);
    assertEquals(List.of("mvn", "java"), calls("bench", Map.of()));
    assertEquals(List.of("java"), calls("bench", Map.of()), "it is built once");

    Files.delete(root.resolve("benchmarks/target/.built"));
    Files.delete(root.resolve("qa/peers/one/target/peer-one-1.0-SNAPSHOT.jar"));
    assertEquals(List.of("mvn", "java"), calls("bench", Map.of()), "one that was never built");
    assertEquals(List.of("java"), calls(), "nothing else needs them");
  }

  @Test
  void commandLineIsBuiltWithoutTestsAndBenchmarks() throws Exception {
    program("mvn", "echo \"$*\" >>" + root.resolve("calls"));
    file("dharch-core/src/main/A.java", NEWER);
    String options = "-q -B -T 2 -Dmaven.test.skip=true -Denforcer.skip=true -P ";
    assertEquals(options + "!strict -pl dharch-cli -am package", calls().get(0));
    file("qa/peers/one/pom.xml", SOURCES);
    file("qa/peers/one/src/A.java", SOURCES);
    String built = calls("bench", Map.of()).get(0);
    assertEquals(options + "bench,!strict -pl benchmarks -am package", built);
  }

  @Test
  void missingOutputIsBuilt() throws Exception {
    Files.delete(root.resolve("dharch-cli/target/dharch-cli-1.0-SNAPSHOT.jar"));
    assertEquals("mvn", calls().get(0));
  }

  @Test
  void invalidJavaHomeIsReported() throws Exception {
    Map<String, String> nowhere = Map.of("JAVA_HOME", "/no/such/folder");
    assertEquals(2, exitCode(root.resolve("dharch"), List.of("x"), nowhere));
    assertEquals(
        "dharch: JAVA_HOME must be a JDK 17 or newer or unset (got '/no/such/folder', which has no"
            + " bin/java)",
        output.strip());
  }

  @Test
  void tooOldJavaIsReported() throws Exception {
    Files.writeString(root.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    assertEquals(2, exitCode(root.resolve("dharch"), List.of("x"), Map.of()));
    assertEquals(
        "dharch: Java must be version 17 or newer (got 11 at '"
            + root.resolve("bin/java")
            + "'); set JAVA_HOME",
        output.strip());
    Files.writeString(root.resolve("release"), "JAVA_VERSION=\"1.8.0_401\"\n");
    assertEquals(2, exitCode(root.resolve("dharch"), List.of("x"), Map.of()));
    Files.writeString(root.resolve("release"), "JAVA_VERSION=\"21\"\n");
    assertEquals(List.of("java"), calls());
  }

  /** The launcher of an installation builds nothing, wherever it is and whoever links to it. */
  @Test
  void installationUsesItsOwnLibraries() throws Exception {
    Path home = Files.createDirectories(root.resolve("an installation"));
    Path bin = Files.createDirectories(home.resolve("bin"));
    for (String file : List.of("dharch", "launch.sh")) {
      Files.copy(Path.of("../distribution/src/bin", file), bin.resolve(file));
    }
    Path link = Files.createSymbolicLink(root.resolve("link"), bin.resolve("dharch"));
    program("java", "for each in \"$@\"; do echo \"$each\"; done >>" + root.resolve("calls"));
    cores(2);
    assertEquals(0, exitCode(link, List.of("broker"), Map.of("DHARCH_OPTS", "-Xmx1g")), output);
    assertEquals(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            SAMPLED,
            "-Xmx1g",
            "-cp",
            home.resolve("lib") + "/*",
            "-Ddharch.archives=" + home.resolve("axis2"),
            "org.dharch.cli.Main",
            "broker"),
        Files.readAllLines(root.resolve("calls")));
  }

  /** An installation with the few classes that {@code --version} loads, and the real Java. */
  @Test
  void briefCommandsShareClassData() throws Exception {
    Path home = Files.createDirectories(root.resolve("installation"));
    Path bin = Files.createDirectories(home.resolve("bin"));
    Path lib = Files.createDirectories(home.resolve("lib"));
    for (String file : List.of("dharch", "launch.sh")) {
      Files.copy(Path.of("../distribution/src/bin", file), bin.resolve(file));
    }
    Files.write(
        bin.resolve("classes.lst"),
        Files.readAllLines(Path.of("../distribution/src/bin/classes.lst")).stream()
            .filter(line -> line.startsWith("org/dharch/cli/") || line.startsWith("picocli/"))
            .toList());
    for (Class<?> type : List.of(Main.class, DHArchException.class)) {
      Path classes = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path jar = lib.resolve(type.getSimpleName() + ".jar");
      if (Files.isDirectory(classes)) {
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "cf0", jar.toString(), "-C", classes.toString(), ".");
      } else {
        Files.copy(classes, jar);
      }
    }
    for (Class<?> type : List.of(CommandLine.class, Level.class, Context.class, Logger.class)) {
      Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      Files.copy(jar, lib.resolve(jar.getFileName()));
    }
    Path script = bin.resolve("dharch");
    Map<String, String> environment =
        Map.of("JAVA_HOME", System.getProperty("java.home"), "DHARCH_OPTS", "-Xlog:class+load");
    String loaded = "org.dharch.cli.Main source: ";
    assertEquals(0, exitCode(script, List.of("--version"), environment), output);
    assertTrue(output.contains(loaded + "file:"), output);
    Path archive =
        home.resolve("cds")
            .resolve(System.getProperty("java.version").replaceFirst("[+-].*", "") + ".jsa");
    Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> Files.exists(archive));
    assertEquals(0, exitCode(script, List.of("--version"), environment), output);
    assertTrue(output.contains(loaded + "shared objects file"), output);

    Files.delete(archive);
    Files.writeString(archive, "of another Java");
    Map<String, String> real = Map.of("JAVA_HOME", System.getProperty("java.home"));
    assertEquals(0, exitCode(script, List.of("--version"), real), output);
    assertTrue(output.startsWith("dharch "), output);
  }

  /** Java leaves out others without an error, and commands start more slowly. */
  @Test
  void classesOfListExist() throws Exception {
    List<String> missing =
        Files.readAllLines(Path.of("../distribution/src/bin/classes.lst")).stream()
            .filter(line -> line.startsWith("org/dharch/cli/"))
            .filter(line -> Main.class.getResource("/" + line + ".class") == null)
            .toList();
    assertEquals(List.of(), missing);
  }
}
