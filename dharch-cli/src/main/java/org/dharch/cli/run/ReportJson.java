package org.dharch.cli.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** The results as JSON (docs/command-line.md), one line for each configuration. */
final class ReportJson {
  private static final ObjectWriter WRITER =
      new ObjectMapper()
          .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .writer(
              new DefaultPrettyPrinter(
                      Separators.createDefaultInstance()
                          .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                          .withObjectEntrySpacing(Separators.Spacing.AFTER))
                  .withObjectIndenter(DefaultPrettyPrinter.NopIndenter.instance)
                  .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE));

  private record Document(
      MachineLine machine,
      List<ConfigurationLine> configurations,
      List<ConfigurationLine> simulated,
      List<LoadLine> load,
      String recommended) {}

  private record MachineLine(
      String cpu, int cores, long memoryMib, String os, String jdk, String date) {
    static MachineLine of(MachineFacts facts) {
      return new MachineLine(
          facts.cpu(), facts.cores(), facts.memory(), facts.os(), facts.jdk(), facts.date());
    }
  }

  private record ConfigurationLine(
      String name,
      String plan,
      int requests,
      int errors,
      BigDecimal meanMs,
      BigDecimal sdMs,
      BigDecimal p50Ms,
      BigDecimal p99Ms,
      BigDecimal limitMs) {
    static ConfigurationLine of(RoundTrips measured, DemoTable table) {
      HandlerArrangement shown = measured.shown();
      Observations millis = measured.millis();
      return new ConfigurationLine(
          shown.name(),
          shown.plan(),
          measured.requests(),
          measured.problems().size(),
          decimal(millis.mean()),
          decimal(millis.sd()),
          decimal(millis.rank(0.50)),
          decimal(millis.rank(0.99)),
          decimal(table.limit(shown)));
    }
  }

  private record LoadLine(
      String name,
      String plan,
      int clients,
      int requests,
      int errors,
      BigDecimal perSecond,
      BigDecimal p50Ms,
      BigDecimal p99Ms) {
    static LoadLine of(DemoLoad load) {
      return new LoadLine(
          load.placement().name(),
          load.placement().plan(),
          DemoRun.CLIENTS,
          load.requests(),
          load.problems().size(),
          decimal(load.perSecond()),
          decimal(load.millis().rank(0.50)),
          decimal(load.millis().rank(0.99)));
    }
  }

  private ReportJson() {}

  static String of(
      MachineFacts machine,
      DemoTable real,
      DemoTable simulated,
      List<DemoLoad> load,
      DemoAdvice advice) {
    Document document =
        new Document(
            MachineLine.of(machine),
            lines(real),
            lines(simulated),
            load.stream().map(LoadLine::of).toList(),
            advice.best().arrangement().name());
    try {
      return WRITER.writeValueAsString(document) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("invalid JSON: " + document, e);
    }
  }

  private static List<ConfigurationLine> lines(DemoTable table) {
    return table.measured().stream().map(each -> ConfigurationLine.of(each, table)).toList();
  }

  private static BigDecimal decimal(double value) {
    return BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP);
  }
}
