package org.dharch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.harness.chart.Chart;
import org.dharch.benchmarks.harness.chart.ChartFiles;
import org.dharch.core.message.DHArchException;

/** Writes {@code report.md}, {@code report.html} and the charts of a results folder. */
final class ReportWriter {
  private static final Map<String, String> WORDS =
      Map.of("ok", "yes", "open", "open", "FAIL", "no");

  private static final String STYLE =
      "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
          + "table{border-collapse:collapse;margin:1em 0}"
          + "th,td{border:1px solid #ccc;padding:.25em .6em;text-align:left}"
          + "th{background:#f3f3f3}img{max-width:100%}.no{color:#b00020;font-weight:bold}";

  private final Map<String, Suite> suites;
  private final StringBuilder markdown = new StringBuilder();
  private final StringBuilder html = new StringBuilder();

  private ReportWriter(Map<String, Suite> suites) {
    this.suites = suites;
  }

  /** Writes the report of all results in {@code folder}. */
  static void write(Path folder, Map<String, Suite> suites) throws IOException {
    List<SuiteResults> all = ResultFiles.readAll(folder, suites.keySet());
    if (all.isEmpty()) {
      throw new DHArchException("no results found in '" + folder + "'");
    }
    ReportWriter report = new ReportWriter(suites);
    report.begin(all);
    for (SuiteResults results : all) {
      report.suite(results, folder);
    }
    report.html.append("</body></html>\n");
    Files.writeString(folder.resolve("report.md"), report.markdown);
    Files.writeString(folder.resolve("report.html"), report.html);
  }

  private void begin(List<SuiteResults> all) {
    html.append("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<title>DHArch benchmarks</title><style>")
        .append(STYLE)
        .append("</style></head><body>\n");
    heading(1, "DHArch benchmarks");
    long checks = all.stream().mapToLong(results -> results.checks().size()).sum();
    long held =
        all.stream().flatMap(results -> results.checks().stream()).filter(c -> c.ok()).count();
    paragraph(
        held
            + " of "
            + checks
            + " checks hold. Every claim is a ratio of alternating measurements of one run."
            + " Absolute times are valid for the named machine only.");
  }

  private void suite(SuiteResults results, Path folder) throws IOException {
    Suite suite = suites.get(results.suite());
    BenchmarkEnvironment environment = results.environment();
    heading(2, results.suite() + ", " + environment.text());
    paragraph("Measured: " + suite.description() + ".");
    paragraph("On " + results.machine().text() + ".");
    results.knownConditions().ifPresent(this::conditions);
    for (Figure figure : suite.figures(results)) {
      figure(figure, results.suite() + "-" + environment.text() + "-" + figure.id(), folder);
    }
    if (!results.checks().isEmpty()) {
      Table.Builder checks = Table.of("check", "measured", "bound", "holds");
      results
          .checks()
          .forEach(c -> checks.row(c.name(), c.measured(), c.bound(), WORDS.get(c.verdict())));
      table(checks.build());
    }
  }

  private void conditions(Conditions conditions) {
    paragraph(
        conditions.text()
            + (conditions.tooBusy()
                ? " The machine was busy: failed checks are not conclusive."
                : ""));
  }

  private void figure(Figure figure, String stem, Path folder) throws IOException {
    heading(3, figure.title());
    if (figure.chart() != null) {
      Chart chart = figure.chart();
      ChartFiles.write(chart, figure.title(), folder, stem);
      String alternative = ChartFiles.alternative(chart);
      markdown.append("![").append(alternative).append("](").append(stem).append(".svg)\n\n");
      html.append("<p><img src=\"")
          .append(stem)
          .append(".svg\" alt=\"")
          .append(escaped(alternative))
          .append("\"></p>\n");
    }
    table(figure.table());
    figure.text().forEach(this::paragraph);
  }

  private void heading(int level, String text) {
    markdown.append("#".repeat(level)).append(' ').append(text).append("\n\n");
    html.append("<h" + level + ">").append(escaped(text)).append("</h" + level + ">\n");
  }

  private void paragraph(String text) {
    markdown.append(text).append("\n\n");
    html.append("<p>").append(escaped(text)).append("</p>\n");
  }

  private void table(Table table) {
    if (table.rows().isEmpty()) {
      return;
    }
    markdown
        .append(line(table.columns()))
        .append(line(table.columns().stream().map(c -> "---").toList()));
    html.append("<table><tr>");
    table.columns().forEach(c -> html.append("<th>").append(escaped(c)).append("</th>"));
    html.append("</tr>\n");
    for (List<String> row : table.rows()) {
      markdown.append(line(row));
      html.append("<tr>");
      for (String cell : row) {
        html.append(cell.equals("no") ? "<td class=\"no\">" : "<td>")
            .append(escaped(cell))
            .append("</td>");
      }
      html.append("</tr>\n");
    }
    markdown.append('\n');
    html.append("</table>\n");
  }

  private static String line(List<String> cells) {
    return "| "
        + String.join(" | ", cells.stream().map(cell -> cell.replace("|", "\\|")).toList())
        + " |\n";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
