package org.dharch.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.UsageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Configures logging before a command starts. */
final class LogOptions {
  private static final String OWN = "org.dharch";

  /** Names of loggers. */
  private static final Pattern NAME = Pattern.compile("[\\w$-]+(\\.[\\w$-]+)*");

  enum Format {
    text,
    json
  }

  @Option(
      names = "--log-level",
      scope = ScopeType.INHERIT,
      paramLabel = "LEVEL|NAME=LEVEL",
      description = "Log level, in total or by logger NAME (DHARCH_LOG_LEVEL)")
  private String[] levels = {};

  @Option(
      names = "--log-format",
      scope = ScopeType.INHERIT,
      paramLabel = "text|json",
      description = "Format of log lines (DHARCH_LOG_FORMAT)")
  private Format format;

  @Option(
      names = "--log-config",
      scope = ScopeType.INHERIT,
      paramLabel = "FILE",
      description = "Logback configuration file (DHARCH_LOG_CONFIG)")
  private Path config;

  /**
   * Configures logging. Does nothing if {@link LogSetup}'s defaults apply, so that the back end is
   * optional.
   *
   * @param keepsRunning whether the command keeps running and logs its events
   * @throws UsageException if an option is wrong
   */
  void apply(boolean keepsRunning) throws IOException {
    if (config != null) {
      configure("--log-config", config);
      return;
    }
    Optional<String> named = environment("DHARCH_LOG_CONFIG");
    if (named.isPresent() && levels.length == 0 && format == null) {
      configure("DHARCH_LOG_CONFIG", Path.of(named.get()));
      return;
    }
    if (System.getProperty("logback.configurationFile") != null) {
      return;
    }
    if (chosenFormat() == Format.json) {
      LogSetup.apply(context(), true);
    }
    if (keepsRunning) {
      context().getLogger(OWN).setLevel(Level.INFO);
    }
    Map<String, Level> chosen = new LinkedHashMap<>();
    environment("DHARCH_LOG_LEVEL").ifPresent(given -> levels("DHARCH_LOG_LEVEL", given, chosen));
    for (String given : levels) {
      levels("--log-level", given, chosen);
    }
    chosen.forEach((name, level) -> context().getLogger(name).setLevel(level));
  }

  /** Redirects Java's own logging. */
  static void takePlatformLog() {
    PlatformLog.install(context());
  }

  private static LoggerContext context() {
    return (LoggerContext) LoggerFactory.getILoggerFactory();
  }

  private Format chosenFormat() {
    return format != null
        ? format
        : environment("DHARCH_LOG_FORMAT")
            .map(named -> format("DHARCH_LOG_FORMAT", named))
            .orElse(Format.text);
  }

  private static Optional<String> environment(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
  }

  private static Format format(String option, String value) {
    for (Format each : Format.values()) {
      if (each.name().equals(value)) {
        return each;
      }
    }
    throw new UsageException(option + " must be text or json (got '" + value + "')");
  }

  private static void levels(String option, String given, Map<String, Level> chosen) {
    for (String each : given.split(",", -1)) {
      level(option, given, each.strip(), chosen);
    }
  }

  private static void level(String option, String whole, String given, Map<String, Level> levels) {
    int at = given.indexOf('=');
    String level = given.substring(at + 1).strip();
    Level chosen = Level.toLevel(level, null);
    boolean named = at < 0 || NAME.matcher(given.substring(0, at).strip()).matches();
    if (chosen == null || "all".equalsIgnoreCase(level) || !named) {
      throw new UsageException(
          option
              + " must be off, error, warn, info, debug or trace, or NAME= and one of them for the"
              + " logger NAME, separated by commas (got '"
              + given
              + "' in '"
              + whole
              + "')");
    }
    if (at < 0) {
      levels.put(Logger.ROOT_LOGGER_NAME, chosen);
      levels.put(OWN, chosen);
    } else {
      levels.put(given.substring(0, at).strip(), chosen);
    }
  }

  private static void configure(String option, Path config) throws IOException {
    Arguments.requireFile(config);
    LoggerContext context = context();
    JoranConfigurator joran = new JoranConfigurator();
    context.reset();
    joran.setContext(context);
    Optional<String> wrong;
    long startMillis = System.currentTimeMillis();
    try {
      joran.doConfigure(config.toFile());
      wrong = error(context, startMillis);
      if (wrong.isEmpty()) {
        wrong = AppenderRefs.wrong(config, joran, startMillis);
      }
    } catch (JoranException e) {
      wrong = Optional.of(e.getMessage());
    }
    if (wrong.isPresent()) {
      LogSetup.apply(context, false);
      throw new UsageException(option + " is '" + config + "': " + wrong.get());
    }
  }

  /** Errors that Logback only records, for example a document of another kind or a wrong class. */
  private static Optional<String> error(LoggerContext context, long since) {
    return context.getStatusManager().getCopyOfStatusList().stream()
        .filter(status -> status.getLevel() >= Status.ERROR && status.getTimestamp() >= since)
        .map(Status::getMessage)
        .findFirst();
  }
}
