package org.dharch.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.EnvironmentSettings;
import org.dharch.cli.base.ErrorLines;
import org.dharch.cli.base.RunningCommand;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.text.DidYouMean;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The entry point of the command line. Exit codes: 0 success, 1 the command ran and found errors, 2
 * it could not start. Code 2 prints one line on standard error (and a stack trace with {@code
 * --trace}).
 */
@Command(
    name = "dharch",
    description = "Run Web service handlers distributed and in parallel",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class)
public final class Main implements Runnable {
  private static final int HELP_WIDTH = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = "--trace",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of an error (DHARCH_TRACE=1)")
  private boolean trace;

  @Mixin private LogOptions log;

  private final EnvironmentSettings settings;

  public Main(EnvironmentSettings settings) {
    this.settings = settings;
  }

  public static void main(String[] args) {
    Charset console = Charset.defaultCharset();
    System.exit(
        run(
            args,
            new PrintWriter(System.out, true, console),
            new PrintWriter(System.err, true, console)));
  }

  public static int run(String[] args, PrintWriter out, PrintWriter err) {
    return run(args, System.getenv(), out, err);
  }

  public static int run(
      String[] args, Map<String, String> environment, PrintWriter out, PrintWriter err) {
    Main main = new Main(new EnvironmentSettings(environment));
    CommandLine line = main.commandLine(List.of(args));
    line.registerConverter(Path.class, new PathConverter());
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpWidth(HELP_WIDTH);
    Execution execution = main.new Execution();
    line.setExecutionStrategy(execution);
    line.setParameterExceptionHandler(execution);
    line.setExecutionExceptionHandler(execution);
    return line.execute(helpFor(args));
  }

  /**
   * Returns the arguments with {@code help COMMAND} as {@code COMMAND --help}. picocli's own help
   * command would need all subcommands. With an unknown command, {@code --help} would hide the
   * error.
   */
  private static String[] helpFor(String[] args) {
    if (args.length == 0 || !args[0].equals("help")) {
      return args;
    }
    if (args.length > 1 && !Commands.names().contains(args[1])) {
      return new String[] {args[1]};
    }
    String[] asked = Arrays.copyOfRange(args, 1, args.length + 1);
    asked[args.length - 1] = "--help";
    return asked;
  }

  /** The command line with the options of the commands that {@code args} may call. */
  public CommandLine commandLine(List<String> args) {
    CommandLine line = new CommandLine(this);
    Commands.register(line, args);
    line.setDefaultValueProvider(settings);
    return line;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** No lambda, because class data sharing leaves out those of picocli's old interfaces. */
  private static final class PathConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String value) {
      return Arguments.path(value);
    }
  }

  private final class Execution
      implements IExecutionStrategy, IParameterExceptionHandler, IExecutionExceptionHandler {
    @Override
    public int execute(ParseResult given) {
      return Main.this.execute(given);
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
      return wrong(e);
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult given) {
      return failed(e);
    }
  }

  private int execute(ParseResult given) {
    ParseResult last = given;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    boolean isRunning = last.commandSpec().userObject() instanceof RunningCommand;
    boolean logsEvents =
        isRunning && ((RunningCommand) last.commandSpec().userObject()).logsEvents();
    if (logsEvents) {
      PrintWriter err = spec.commandLine().getErr();
      settings.unknown(spec.commandLine()).forEach(line -> err.println("dharch: " + line));
    }
    try {
      log.apply(logsEvents);
      if (isRunning) {
        LogOptions.takePlatformLog();
      }
    } catch (IOException | UsageException e) {
      throw new ExecutionException(spec.commandLine(), e.getMessage(), e);
    }
    return new RunLast().execute(given);
  }

  private int wrong(ParameterException e) {
    CommandLine command = e.getCommandLine();
    command
        .getErr()
        .println(
            "dharch: "
                + settings.source(e.getArgSpec(), e.getValue()).map(it -> it + ": ").orElse("")
                + e.getMessage().replaceAll("\\s*\\R\\s*", " ")
                + suggestion(e)
                + "; see "
                + command.getCommandSpec().qualifiedName()
                + " --help");
    return UsageException.EXIT_CODE;
  }

  /** The option or command that was probably meant. */
  private String suggestion(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return "";
    }
    String wrong = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
    CommandSpec command = e.getCommandLine().getCommandSpec();
    Set<String> names =
        wrong.startsWith("-")
            ? command.optionsMap().keySet()
            : command.equals(spec) ? Commands.names() : command.subcommands().keySet();
    return DidYouMean.question(wrong, names);
  }

  private int failed(Exception e) {
    PrintWriter err = spec.commandLine().getErr();
    ErrorLines.of(e).forEach(line -> err.println("dharch: " + line));
    if (trace || "1".equals(System.getenv("DHARCH_TRACE"))) {
      e.printStackTrace(err);
    }
    return UsageException.EXIT_CODE;
  }
}
