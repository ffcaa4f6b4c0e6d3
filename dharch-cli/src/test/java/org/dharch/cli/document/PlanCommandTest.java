package org.dharch.cli.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.dharch.cli.CommandRun;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan}: what docs/planner.md shows is what it prints. */
final class PlanCommandTest {
  private static final Path DOCS = Path.of("..", "docs");

  @TempDir Path folder;

  private static String run(int code, String... args) {
    CommandRun run = CommandRun.of(args);
    assertEquals(code, run.exitCode(), run::err);
    return code == 0 ? run.out() : run.err();
  }

  @Test
  void pageShowsPrintedOutput() throws Exception {
    String page = Files.readString(DOCS.resolve("planner.md"));
    String document = Files.readString(DOCS.resolve("examples/plan.xml"));
    assertTrue(page.contains("```xml\n" + document + "```"), "the document");
    Path written = folder.resolve("planned.xml");
    String printed =
        run(
            0,
            "plan",
            DOCS.resolve("examples/plan.xml").toString(),
            "--times",
            DOCS.resolve("examples/plan-times.properties").toString(),
            "--write",
            written.toString());
    String expected = printed.replace(written.toString(), "planned.xml").stripTrailing();
    assertTrue(page.contains(expected), printed);
    Orchestrations planned = OrchestrationDocument.read(written);
    assertEquals(
        "{decompression,decryption,monitoring} {archive,fraud-check} {alert}",
        planned.byName().get("orders").notation());
    assertEquals(1, planned.rules().size());
  }

  @Test
  void branchesArePrintedAndWritten() throws Exception {
    Path document =
        Files.writeString(
            folder.resolve("o.xml"),
            """
            <orchestrations xmlns="urn:dharch:orchestration:1"><orchestration name="x">
              <handler name="A"><writes><property name="a"/></writes></handler>
              <handler name="B"><writes><property name="b"/></writes></handler>
              <handler name="C"><reads><property name="a"/></reads></handler>
              <handler name="D"><reads><property name="b"/></reads></handler>
            </orchestration></orchestrations>
            """);
    Path times =
        Files.writeString(folder.resolve("t"), "A.tcomp=5\nB.tcomp=30\nC.tcomp=40\nD.tcomp=4\n");
    Path written = folder.resolve("planned.xml");
    String printed =
        run(
            0,
            "plan",
            document.toString(),
            "--times",
            times.toString(),
            "--write",
            written.toString());
    assertTrue(printed.contains("  now       {A} {B} {C} {D}\n"), printed);
    assertTrue(printed.contains("  proposed  {{A} {C},{B} {D}}\n"), printed);
    assertTrue(
        printed.lines().anyMatch(line -> line.matches("in stages \\(4\\) +79\\.00 +45\\.00")),
        printed);
    assertEquals(
        "{{A} {C},{B} {D}}", OrchestrationDocument.read(written).byName().get("x").notation());
    assertTrue(
        run(0, "plan", written.toString(), "--times", times.toString())
            .contains("  proposed  as it is: no other stages take less time\n"));
  }

  @Test
  void policyPathSurvivesMoveOfDocument() throws Exception {
    Path below = Files.createDirectory(folder.resolve("below"));
    Files.writeString(
        folder.resolve("p.xml"),
        "<policy xmlns='urn:dharch:policy:1'><order before='A' after='B'/></policy>");
    Path document =
        Files.writeString(
            folder.resolve("o.xml"),
            """
            <orchestrations xmlns="urn:dharch:orchestration:1" policy="p.xml">
              <orchestration name="x"><handler name="A"><reads/></handler><handler name="B"><reads/></handler><handler name="C"><reads/></handler></orchestration>
              <orchestration name="y"><handler name="A"><reads/></handler><handler name="C"><reads/></handler></orchestration>
            </orchestrations>
            """);
    Path written = below.resolve("planned.xml");
    String printed =
        run(0, "plan", document.toString(), "--orchestration", "x", "--write", written.toString());
    assertTrue(printed.contains("  A before B: the policy requires this order\n"), printed);
    Orchestrations planned = OrchestrationDocument.read(written);
    assertEquals(Policy.read(folder.resolve("p.xml")), planned.policy());
    assertEquals("{A,C} {B}", planned.byName().get("x").notation());
    assertEquals("{A} {C}", planned.byName().get("y").notation(), "only x was asked for");
  }

  @Test
  void errorIsSingleLine() throws Exception {
    String document = DOCS.resolve("examples/plan.xml").toString();
    Path times = Files.writeString(folder.resolve("t"), "archive.tcomp=1\n");
    assertEquals(
        "dharch: orchestration 'orders': times must have NAME.tcomp for each handler (missing:"
            + " alert, decompression, decryption, fraud-check, monitoring)\n",
        run(2, "plan", document, "--times", times.toString()));
    Files.writeString(times, "archive.tcomp=soon\n");
    assertEquals(
        "dharch: " + times + ": archive.tcomp must be 0 to 86400000 milliseconds (got 'soon')\n",
        run(2, "plan", document, "--times", times.toString()));
    Files.writeString(times, "a=\\u00zz\n");
    assertTrue(
        run(2, "plan", document, "--times", times.toString())
            .contains("must be a properties file"));
    assertEquals(
        "dharch: file '/no/such' does not exist\n",
        run(2, "plan", document, "--times", "/no/such"));
    assertEquals(
        "dharch: --messages must be 1 to 1000000 (got 0)\n",
        run(2, "plan", document, "--messages", "0"));
    assertEquals(
        "dharch: --write must be in an existing folder (got '/no/such/f')\n",
        run(2, "plan", document, "--write", "/no/such/f"));
  }

  @Test
  void unprofitableConfigurationIsReported() throws Exception {
    Path times =
        Files.writeString(folder.resolve("t"), "A.tcomp=1\nA.tdata=3\nB.tcomp=2\nB.tdata=3\n");
    Path document =
        Files.writeString(
            folder.resolve("o.xml"),
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='x'>"
                + "<handler name='A'/><handler name='B'/></orchestration></orchestrations>");
    String printed = run(0, "plan", document.toString(), "--times", times.toString());
    assertTrue(
        printed.contains(
            "Remote execution costs more than it gains: all in the container takes no longer than"
                + " the best stages.\n"),
        printed);
    assertTrue(
        printed.contains(
            "A is better left in the container: the stage takes 4.00 ms, and 1.00 ms with it there;"
                + " remote costs more than it gains.\n"),
        printed);
  }
}
