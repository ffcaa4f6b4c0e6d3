package org.dharch.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Formats the help of a command: its own options, those of its connections, and a reference to the
 * global ones.
 */
final class HelpText implements IHelpSectionRenderer {
  private static final Set<String> CONNECTION =
      Set.of(
          "--admin",
          "--bridge",
          "--broker",
          "--encrypt",
          "--key-file",
          "--key-store",
          "--key-store-password",
          "--link",
          "--namespace",
          "--password",
          "--token-file",
          "--trust-store",
          "--trust-store-password",
          "--url",
          "--user");

  private HelpText() {}

  /** Applies it to all subcommands of {@code line}. */
  static void apply(CommandLine line) {
    for (CommandLine command : line.getSubcommands().values()) {
      command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
      Map<String, IHelpSectionRenderer> sections = command.getHelpSectionMap();
      sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new HelpText());
      apply(command);
    }
  }

  @Override
  public String render(Help help) {
    StringBuilder text = new StringBuilder();
    Predicate<OptionSpec> connection = option -> CONNECTION.contains(option.longestName());
    add("Command options:", connection.negate(), help, text);
    add("Connection options:", connection, help, text);
    return text.append("Global options: dharch --help\n").toString();
  }

  private static void add(
      String heading, Predicate<OptionSpec> which, Help help, StringBuilder text) {
    List<OptionSpec> options = new ArrayList<>();
    for (OptionSpec option : help.commandSpec().options()) {
      if (!option.inherited() && !option.hidden() && which.test(option)) {
        options.add(option);
      }
    }
    if (!options.isEmpty()) {
      text.append(heading).append('\n').append(help.optionListExcludingGroups(options));
    }
  }
}
