package org.dharch.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options from the environment. */
class EnvironmentSettingsTest {
  @TempDir Path folder;

  private static CommandRun run(Map<String, String> environment, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(args, environment, new PrintWriter(out, true), new PrintWriter(err, true));
    return new CommandRun(code, out.toString(), err.toString());
  }

  /** As picocli has understood it, without running it. */
  private static CommandSpec parsed(Map<String, String> environment, String... args) {
    EnvironmentSettings settings = new EnvironmentSettings(environment);
    return new Main(settings).commandLine(List.of(args)).parseArgs(args).subcommand().commandSpec();
  }

  private static Object value(CommandSpec command, String option) {
    return command.findOption(option).getValue();
  }

  @Test
  void environmentSuppliesMissingOptions() {
    Map<String, String> environment =
        Map.of(
            "DHARCH_BROKER", "tcp://there:1 ",
            "DHARCH_PORT", "9000",
            "DHARCH_ENCRYPT", "true",
            "DHARCH_KEY_STORE", "k.p12",
            "DHARCH_ADMIN", "",
            "DHARCH_HOST", " ");
    CommandSpec serve = parsed(environment, "serve", "--port", "7");
    assertEquals("tcp://there:1", value(serve, "--broker"));
    assertEquals(7, (Integer) value(serve, "--port"), "what the command line says counts");
    assertEquals(true, value(serve, "--encrypt"));
    assertEquals("k.p12", value(serve, "--key-store"));
    assertEquals("127.0.0.1", value(serve, "--host"), "blank is nothing");
    assertEquals("tcp://there:1", value(parsed(environment, "node"), "--broker"));
  }

  /** Picocli by itself turns a flag round whose default is true. */
  @Test
  void flagFromBothSourcesIsSet() {
    for (String command : List.of("serve", "node")) {
      CommandSpec spec = parsed(Map.of("DHARCH_ENCRYPT", "true"), command, "--encrypt");
      assertEquals(true, value(spec, "--encrypt"));
    }
    for (OptionSpec option : settable()) {
      if (option.type() == boolean.class) {
        assertEquals("true", option.fallbackValue(), option.longestName());
      }
    }
  }

  private static List<OptionSpec> settable() {
    CommandLine line = new Main(new EnvironmentSettings(Map.of())).commandLine(List.of("serve"));
    return line.getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(spec -> spec.userObject() instanceof RunningCommand)
        .flatMap(spec -> spec.options().stream())
        .filter(option -> EnvironmentSettings.variable(option).isPresent())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "serve, DHARCH_PORT, x, DHARCH_PORT: Invalid value for option '--port'",
    "serve, DHARCH_PORT, 70000, --port must be 0 to 65535 (got 70000)",
    "serve, DHARCH_ENCRYPT, yes, DHARCH_ENCRYPT: Invalid value for option '--encrypt'",
    "node, DHARCH_CONFIG, /no/such/file, file '/no/such/file' does not exist",
    "node, DHARCH_ADMIN, here, (got 'here')",
    "broker, DHARCH_BIND, nonsense, (got 'nonsense')",
    "outbound, DHARCH_CONFIG, /no/such/file, file '/no/such/file' does not exist",
  })
  void whatIsWrongThereIsSaid(String command, String variable, String value, String expected) {
    run(Map.of(variable, value), command).assertRefused(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "DHARCH_BROKR, DHARCH_BROKER",
    "DHARCH_LOGLEVEL, DHARCH_LOG_LEVEL",
    "DHARCH_KEYFILE, DHARCH_KEY_FILE",
    "DHARCH_OPT, DHARCH_OPTS",
  })
  void unknownVariableIsReported(String variable, String meant) {
    CommandRun run = run(Map.of(variable, "1", "DHARCH_BIND", "nonsense"), "broker");
    assertEquals(
        "dharch: " + variable + " in the environment is no setting; did you mean " + meant + "?",
        run.err().lines().findFirst().orElse(""));
  }

  @Test
  void unknownVariablesGetNoSuggestion() {
    Map<String, String> environment =
        Map.of(
            "DHARCH_SOMETHING_ELSE", "1",
            "DHARCH_PORT", "8080",
            "DHARCH_HOME", "/nowhere",
            "DHARCH_RM_STORE", "x",
            "HOME", "/",
            "DHARCH_BIND", "nonsense");
    List<String> lines = run(environment, "broker").err().lines().toList();
    assertEquals(2, lines.size(), lines.toString());
    assertEquals(
        "dharch: DHARCH_SOMETHING_ELSE in the environment is no setting; docs/install.md has all",
        lines.get(0));
  }

  /** They are questions, and none of them runs on. */
  @ParameterizedTest
  @ValueSource(strings = {"key", "validate", "failed"})
  void otherCommandsHaveNone(String command) {
    CommandRun run = run(Map.of("DHARCH_BROKR", "1", "DHARCH_STORE", "/no"), command, "--help");
    assertEquals(0, run.exitCode());
    assertEquals("", run.err());
  }

  @Test
  void childProcessGetsOnlySharedVariables() {
    Map<String, String> childs =
        new HashMap<>(
            Map.of(
                "DHARCH_ADMIN", "127.0.0.1:7070",
                "DHARCH_LOG_LEVEL", "debug",
                "DHARCH_PASSWORD", "p",
                "NOTIFY_SOCKET", "/run/systemd/notify",
                "PATH", "/bin"));
    EnvironmentSettings.removeFrom(childs);
    assertEquals(
        new TreeSet<>(List.of("DHARCH_LOG_LEVEL", "DHARCH_PASSWORD", "PATH")),
        new TreeSet<>(childs.keySet()));
  }

  /** The table on the page is what the code takes. */
  @Test
  void pageContainsAllConfigurations() throws Exception {
    String page = Files.readString(Path.of("../docs/install.md"));
    TreeSet<String> told = new TreeSet<>();
    Matcher names = Pattern.compile("^\\| `(DHARCH_[A-Z_]+)` \\|", Pattern.MULTILINE).matcher(page);
    while (names.find()) {
      told.add(names.group(1));
    }
    TreeSet<String> there = new TreeSet<>();
    settable().forEach(option -> there.add(EnvironmentSettings.variable(option).orElseThrow()));
    Stream.of("EVENTING_PASSWORD", "EVENTING_STORE", "HOME", "KEY_FILE", "LOG_CONFIG")
        .forEach(name -> there.add("DHARCH_" + name));
    Stream.of("LOG_FORMAT", "LOG_LEVEL", "OPTS", "RM_PASSWORD", "RM_STORE", "STORE", "TRACE")
        .forEach(name -> there.add("DHARCH_" + name));
    assertEquals(there, told);
  }

  /** One process whole: what the environment says is what it does. */
  @Test
  void brokerListensAtAddressFromEnvironment() throws Exception {
    Map<String, String> environment =
        Map.of("DHARCH_BIND", "tcp://127.0.0.1:0", "DHARCH_BINT", "tcp://127.0.0.1:1");
    try (CommandProcess broker = new CommandProcess(folder, List.of(), environment, "broker")) {
      String ready = broker.await("READY ");
      assertTrue(ready.matches("tcp://127\\.0\\.0\\.1:[1-9]\\d*"), ready);
      assertEquals(
          "DHARCH_BINT in the environment is no setting; did you mean DHARCH_BIND?",
          broker.await("dharch: "));
    }
  }
}
