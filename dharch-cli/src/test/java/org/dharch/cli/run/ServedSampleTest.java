package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples of {@code serve} as a user starts them. */
final class ServedSampleTest {
  @TempDir Path folder;

  /** The printed lines of a sample. */
  private List<String> lines(ServedSample sample, String last) throws Exception {
    try (CommandProcess serve = CommandProcess.serve(folder, "--sample", sample.name())) {
      serve.await("READY ");
      assertEquals("docs/" + sample.page(), serve.await("Next:     "));
      serve.await(last);
      return serve.output();
    }
  }

  private static void assertResponse(List<String> lines, int number, String expected) {
    List<String> responses = lines.stream().filter(it -> it.startsWith("Response: ")).toList();
    assertTrue(responses.get(number).contains(expected), responses::toString);
  }

  @Test
  void securityRejectsWrongPassword() throws Exception {
    List<String> lines = lines(ServedSample.security, "Next:     ");
    assertResponse(lines, 0, "processed");
    assertResponse(lines, 1, "FailedAuthentication");
  }

  @Test
  @Tag("full")
  void resourceHasTheLatestRequest() throws Exception {
    List<String> lines = lines(ServedSample.resources, "Next:     ");
    assertResponse(lines, 0, "processed");
    assertResponse(lines, 1, "<document>Hello</document>");
  }

  @Test
  @Tag("full")
  void rmCreatesSequence() throws Exception {
    List<String> lines = lines(ServedSample.rm, "Look:     dharch rm list --store jdbc:sqlite:");
    assertResponse(lines, 0, "CreateSequenceResponse");
  }

  @Test
  @Tag("full")
  void eventReachesSubscriber() throws Exception {
    List<String> lines = lines(ServedSample.eventing, "Event:    ");
    assertResponse(lines, 0, "SubscribeResponse");
    assertResponse(lines, 1, "processed");
    assertTrue(
        lines.stream().anyMatch(it -> it.startsWith("Event: ") && it.contains(">Hello<")),
        lines::toString);
  }

  @Test
  void eachSampleHasItsPage() {
    for (ServedSample sample : ServedSample.values()) {
      assertTrue(Files.isRegularFile(Path.of("../docs", sample.page())), sample.page());
    }
  }

  @Test
  void sampleAndOrchestrationExcludeEachOther() {
    CommandRun.of(
            "serve", "--sample", "rm", "--orchestration", "../docs/examples/orchestration.xml")
        .assertRefused("--sample has an orchestration; omit --orchestration");
    CommandRun.of("serve", "--sample", "x").assertRefused("rm, eventing, resources, security");
  }
}
