package org.dharch.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.dharch.cli.admin.DoctorCommand;
import org.dharch.cli.admin.DrainCommand;
import org.dharch.cli.admin.ManagersCommand;
import org.dharch.cli.admin.MessagesCommand;
import org.dharch.cli.admin.MonitorCommand;
import org.dharch.cli.admin.NodesCommand;
import org.dharch.cli.admin.SlowCommand;
import org.dharch.cli.admin.StatusCommand;
import org.dharch.cli.admin.TimesCommand;
import org.dharch.cli.admin.TopCommand;
import org.dharch.cli.admin.TraceCommand;
import org.dharch.cli.base.RunningCommand;
import org.dharch.cli.document.GraphCommand;
import org.dharch.cli.document.PlanCommand;
import org.dharch.cli.document.ValidateCommand;
import org.dharch.cli.run.BrokerCommand;
import org.dharch.cli.run.DemoCommand;
import org.dharch.cli.run.FindRouteCommand;
import org.dharch.cli.run.NodeCommand;
import org.dharch.cli.run.OutboundCommand;
import org.dharch.cli.run.ServeCommand;
import org.dharch.cli.store.ClassesCommand;
import org.dharch.cli.store.EventingCommand;
import org.dharch.cli.store.FailedCommand;
import org.dharch.cli.store.RmCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The commands, in the order of the help text. */
final class Commands {
  private static final List<Class<?>> ALL =
      List.of(
          ServeCommand.class,
          DemoCommand.class,
          FindRouteCommand.class,
          NodeCommand.class,
          BrokerCommand.class,
          OutboundCommand.class,
          KeyCommand.class,
          InstallCommand.class,
          ValidateCommand.class,
          GraphCommand.class,
          PlanCommand.class,
          StatusCommand.class,
          NodesCommand.class,
          ManagersCommand.class,
          MessagesCommand.class,
          TraceCommand.class,
          SlowCommand.class,
          TopCommand.class,
          DoctorCommand.class,
          TimesCommand.class,
          MonitorCommand.class,
          DrainCommand.class,
          FailedCommand.class,
          RmCommand.class,
          EventingCommand.class,
          ClassesCommand.class,
          BenchCommand.class);

  private static final int NAME_WIDTH = 11;

  private Commands() {}

  /**
   * Registers the commands that {@code args} may call. Reading the options of all of them takes
   * longer than most commands run, so that without a call there is only a list of their names.
   */
  static void register(CommandLine line, List<String> args) {
    boolean hasFile = false;
    for (String arg : args) {
      hasFile |= arg.startsWith("@"); // its arguments are not in args
    }
    List<Class<?>> called = new ArrayList<>();
    boolean running = false;
    for (Class<?> type : ALL) {
      if (hasFile || args.contains(name(type))) {
        called.add(type);
        running |= RunningCommand.class.isAssignableFrom(type);
      }
    }
    for (Class<?> type : ALL) {
      // running commands check the environment for the settings of each other
      if (called.contains(type) || (running && RunningCommand.class.isAssignableFrom(type))) {
        line.addSubcommand(type);
      }
    }
    HelpText.apply(line);
    line.getCommandSpec().usageMessage().customSynopsis("dharch [OPTIONS] COMMAND");
    line.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandList());
  }

  static Set<String> names() {
    return ALL.stream().map(Commands::name).collect(Collectors.toSet());
  }

  private static String name(Class<?> type) {
    return type.getAnnotation(Command.class).name();
  }

  /** No lambda, because class data sharing leaves out those of picocli's old interfaces. */
  private static final class CommandList implements IHelpSectionRenderer {
    @Override
    public String render(Help help) {
      StringBuilder lines = new StringBuilder("Commands:\n");
      for (Class<?> type : ALL) {
        Command about = type.getAnnotation(Command.class);
        lines.append("  ").append(about.name());
        lines.append(" ".repeat(NAME_WIDTH - about.name().length()));
        lines.append(about.description()[0]).append('\n');
      }
      return lines.toString();
    }
  }
}
