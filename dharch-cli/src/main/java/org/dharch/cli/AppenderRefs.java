package org.dharch.cli;

import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.event.SaxEvent;
import ch.qos.logback.core.joran.event.StartEvent;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.model.processor.AppenderRefModelHandler;
import ch.qos.logback.core.status.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.text.DidYouMean;
import org.xml.sax.InputSource;

/**
 * Finds references to missing appenders in a Logback configuration: Logback only records a warning
 * without a line and then logs nothing there.
 */
final class AppenderRefs {
  private static final Pattern NAME = Pattern.compile("\\[([^\\]]*)\\]");

  private AppenderRefs() {}

  /**
   * The first missing one, with its line and the available ones; empty if there is none.
   *
   * @param joran the configurator that has read {@code config}
   * @param since the start of the reading, in milliseconds
   */
  static Optional<String> wrong(Path config, JoranConfigurator joran, long since)
      throws IOException, JoranException {
    Optional<String> noted =
        joran.getContext().getStatusManager().getCopyOfStatusList().stream()
            .filter(status -> status.getOrigin() instanceof AppenderRefModelHandler)
            .filter(status -> status.getLevel() == Status.WARN && status.getTimestamp() >= since)
            .map(Status::getMessage)
            .findFirst();
    return noted.isEmpty() ? Optional.empty() : Optional.of(placed(noted.get(), config, joran));
  }

  private static String placed(String noted, Path config, JoranConfigurator joran)
      throws IOException, JoranException {
    Matcher named = NAME.matcher(noted);
    if (!named.find()) {
      return noted;
    }
    String name = named.group(1);
    List<StartEvent> elements = elements(config, joran);
    TreeSet<String> appenders = new TreeSet<>();
    String line = ""; // it may be in an included file
    for (StartEvent element : elements) {
      String ref = element.getAttributes().getValue("ref");
      if (element.getLocalName().equals("appender")) {
        appenders.add(String.valueOf(element.getAttributes().getValue("name")));
      } else if (line.isEmpty() && name.equals(ref)) {
        line = element.getLocator().getLineNumber() + ": ";
      }
    }
    return line
        + "appender-ref is '"
        + name
        + "'; allowed are the names of its appenders: "
        + (appenders.isEmpty() ? "there is none" : String.join(", ", appenders))
        + DidYouMean.question(name, appenders);
  }

  private static List<StartEvent> elements(Path config, JoranConfigurator joran)
      throws IOException, JoranException {
    try (var in = Files.newInputStream(config)) {
      List<SaxEvent> events = joran.populateSaxEventRecorder(new InputSource(in)).getSaxEventList();
      return events.stream()
          .filter(StartEvent.class::isInstance)
          .map(StartEvent.class::cast)
          .toList();
    }
  }
}
