package org.dharch.cli.base;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.dharch.core.text.DidYouMean;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Defaults from the environment for commands that keep running: {@code --key-store} is {@code
 * DHARCH_KEY_STORE}. The command line has precedence. Immutable; safe for any thread.
 */
public final class EnvironmentSettings implements IDefaultValueProvider {
  private static final String PREFIX = "DHARCH_";

  /**
   * Read elsewhere, because a document has precedence over them, or because they are for all
   * commands.
   */
  private static final Set<String> READ_ELSEWHERE =
      Set.of(
          "DHARCH_EVENTING_PASSWORD",
          "DHARCH_EVENTING_STORE",
          "DHARCH_HOME",
          "DHARCH_KEY_FILE",
          "DHARCH_LOG_CONFIG",
          "DHARCH_LOG_FORMAT",
          "DHARCH_LOG_LEVEL",
          "DHARCH_OPTS",
          "DHARCH_RM_PASSWORD",
          "DHARCH_RM_STORE",
          "DHARCH_STORE",
          "DHARCH_TRACE");

  /** Variables of other processes that may share this environment. */
  private static final Set<String> FOR_ALL =
      Set.of("DHARCH_KEY_STORE_PASSWORD", "DHARCH_PASSWORD", "DHARCH_TRUST_STORE_PASSWORD");

  private final Map<String, String> environment;

  public EnvironmentSettings(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** Null, by picocli's contract, if the environment has no value. */
  @Override
  public String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || of(option.command()).isEmpty()) {
      return null;
    }
    Optional<String> variable = variable(option);
    return variable.isPresent() ? value(variable.get()) : null;
  }

  private String value(String variable) {
    String value = environment.get(variable);
    return value == null || value.isBlank() ? null : value.strip();
  }

  private static Optional<RunningCommand> of(CommandSpec command) {
    return command != null && command.userObject() instanceof RunningCommand running
        ? Optional.of(running)
        : Optional.empty();
  }

  /** The variable of the option; empty for options of interactive use. */
  static Optional<String> variable(OptionSpec option) {
    String name =
        PREFIX
            + option
                .longestName()
                .replaceFirst("^-+", "")
                .replace('-', '_')
                .toUpperCase(Locale.ROOT);
    boolean person = option.hidden() || option.usageHelp() || option.versionHelp();
    return person || READ_ELSEWHERE.contains(name) ? Optional.empty() : Optional.of(name);
  }

  /** The variable of a wrong value, if it is from the environment. */
  public Optional<String> source(ArgSpec argument, String value) {
    return argument instanceof OptionSpec option
        ? variable(option).filter(name -> value != null && value.equals(value(name)))
        : Optional.empty();
  }

  /** A line for each variable that looks like a setting of no command. */
  public List<String> unknown(CommandLine line) {
    Set<String> known = new TreeSet<>(READ_ELSEWHERE);
    known.addAll(FOR_ALL);
    for (CommandLine command : line.getSubcommands().values()) {
      if (of(command.getCommandSpec()).isPresent()) {
        command.getCommandSpec().options().stream()
            .flatMap(option -> variable(option).stream())
            .forEach(known::add);
      }
    }
    return new TreeMap<>(environment)
        .keySet().stream()
            .filter(name -> name.startsWith(PREFIX) && !known.contains(name))
            .map(name -> name + " in the environment is no setting" + meant(name, known))
            .toList();
  }

  private static String meant(String name, Set<String> known) {
    List<String> names = known.stream().map(it -> it.substring(PREFIX.length())).toList();
    return DidYouMean.nearest(name.substring(PREFIX.length()), names)
        .map(other -> "; did you mean " + PREFIX + other + "?")
        .orElse("; docs/install.md has all");
  }

  /**
   * Removes this process's settings from a child's environment; the child gets its settings on its
   * command line.
   */
  public static void removeFrom(Map<String, String> childs) {
    Set<String> kept = new LinkedHashSet<>(READ_ELSEWHERE);
    kept.addAll(FOR_ALL);
    childs.keySet().removeIf(name -> name.startsWith(PREFIX) && !kept.contains(name));
    childs.remove("NOTIFY_SOCKET");
    childs.remove("WATCHDOG_USEC");
  }
}
