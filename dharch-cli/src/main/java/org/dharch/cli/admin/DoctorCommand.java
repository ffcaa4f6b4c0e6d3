package org.dharch.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "doctor",
    description = "Check a running manager; exit code 1 if it has a problem",
    footer = "Example: dharch doctor --json",
    versionProvider = Version.class)
public final class DoctorCommand implements Callable<Integer> {
  private static final String PROBLEM = "PROBLEM";

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    JsonNode answer = admin.response("/api/doctor", out);
    if (!admin.asJson()) {
      print(answer, out);
    }
    return answer.findValuesAsText("grade").contains(PROBLEM) ? 1 : 0;
  }

  private static void print(JsonNode answer, PrintWriter out) {
    for (JsonNode finding : answer.path("findings")) {
      String grade = finding.path("grade").asText().toLowerCase(Locale.ROOT);
      out.println(TextTable.plain(grade + ": " + finding.path("what").asText()));
      out.println("  -> " + TextTable.plain(finding.path("remedy").asText()));
    }
    if (answer.path("findings").isEmpty()) {
      out.println("No problems found");
    }
  }
}
