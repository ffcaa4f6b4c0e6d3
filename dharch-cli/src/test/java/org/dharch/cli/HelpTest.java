package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.cli.base.EnvironmentSettings;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of each command. */
class HelpTest {
  private static final int WIDTH = 100;
  private static final int MOST_SUMMARY = 60;

  private static String help(String... args) {
    CommandRun run = CommandRun.of(args);
    assertEquals(0, run.exitCode(), run.err());
    assertEquals("", run.err());
    return run.out();
  }

  /** A line of the list, and after it the commands below it. */
  private static List<List<String>> commands() {
    List<List<String>> all = new ArrayList<>();
    for (String name : Commands.names()) {
      add(List.of(name), line(name).getSubcommands().get(name), all);
    }
    return all;
  }

  private static CommandLine line(String... args) {
    return new Main(new EnvironmentSettings(Map.of())).commandLine(List.of(args));
  }

  private static void add(List<String> path, CommandLine command, List<List<String>> all) {
    all.add(path);
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              List<String> below = new ArrayList<>(path);
              below.add(name);
              add(below, sub, all);
            });
  }

  @Test
  void helpIsACommand() {
    assertEquals(help("--help"), help("help"));
    assertEquals(help("trace", "--help"), help("help", "trace"));
    assertEquals(help("failed", "list", "--help"), help("help", "failed", "list"));
    assertTrue(help("help").contains("--log-level"), "global options");
    CommandRun.of("help", "trase").assertRefused("did you mean 'trace'?");
  }

  @Test
  void eachCommandHasASummaryInOneLineAndItsOptionsOnce() {
    for (List<String> command : commands()) {
      List<String> asked = new ArrayList<>(List.of("help"));
      asked.addAll(command);
      String help = help(asked.toArray(String[]::new));
      UsageMessageSpec usage = of(command).getCommandSpec().usageMessage();
      assertEquals(1, usage.description().length, command::toString);
      String summary = usage.description()[0];
      assertTrue(summary.length() <= MOST_SUMMARY && !summary.endsWith("."), summary);
      assertTrue(help.contains("\n" + summary + "\n"), help);
      assertFalse(help.contains("--log-level"), help);
      assertFalse(help.contains("--trace"), help);
      assertTrue(help.contains("\nGlobal options: dharch --help\n"), help);
      assertTrue(help.lines().allMatch(line -> line.length() <= WIDTH), help);
    }
  }

  private static CommandLine of(List<String> command) {
    CommandLine found = line(command.get(0));
    for (String name : command) {
      found = found.getSubcommands().get(name);
    }
    return found;
  }

  @Test
  void eachCommandHasAnExampleThatItAccepts() {
    for (List<String> command : commands()) {
      String[] footer = of(command).getCommandSpec().usageMessage().footer();
      assertEquals(1, footer.length, command::toString);
      String begin = "Example: dharch " + String.join(" ", command);
      assertTrue(footer[0].startsWith(begin), footer[0]);
      String[] args = footer[0].substring("Example: dharch ".length()).split(" ", -1);
      assertTrue(line(args).parseArgs(args).errors().isEmpty(), footer[0]);
    }
  }
}
