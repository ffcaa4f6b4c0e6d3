package org.dharch.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What is wrong with a running manager, and what can be done. */
@Command(
    name = "doctor",
    description = {
      "What is wrong with a running manager, and what can be done; what can be better.",
      "Exit code 1 if something is a problem."
    },
    versionProvider = Version.class)
final class DoctorCommand implements Callable<Integer> {
  private static final String PROBLEM = "PROBLEM";

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    JsonNode answer = admin.ask("/api/doctor", out);
    if (answer == null) {
      return 0;
    }
    int code = 0;
    for (JsonNode finding : answer.path("findings")) {
      String grade = finding.path("grade").asText();
      out.println(
          grade.toLowerCase(Locale.ROOT) + ": " + TextTable.plain(finding.path("what").asText()));
      out.println("  -> " + TextTable.plain(finding.path("remedy").asText()));
      code = grade.equals(PROBLEM) ? 1 : code;
    }
    if (answer.path("findings").isEmpty()) {
      out.println("Nothing is found to be wrong");
    }
    return code;
  }
}
