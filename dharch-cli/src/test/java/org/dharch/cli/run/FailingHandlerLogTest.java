package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;
import org.dharch.samples.SampleNames;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a handler's exception is found: in the node's log, the manager's, and the record. */
final class FailingHandlerLogTest {
  private static final String FRAME = "at " + FailingHandler.class.getName() + ".handle(";

  @TempDir Path folder;

  private static String line(CommandProcess process, String containing) {
    Awaitility.await(containing)
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> process.output().stream().anyMatch(line -> line.contains(containing)));
    return process.output().stream().filter(l -> l.contains(containing)).findFirst().orElseThrow();
  }

  @Test
  void causeIsInLogsAndRecordButNotInFault() throws Exception {
    Path orchestration = OneHandler.orchestration(folder);
    Path document = Files.writeString(folder.resolve("node.xml"), FailingHandler.node());
    try (ServedNode site =
        ServedNode.start(folder, orchestration, document, "--log-format", "json")) {
      String joined = line(site.serve(), "handlers=[H]");
      assertTrue(joined.contains(" INFO NodeEvents - Node joined node=fails~"), joined);
      SampleMessage message = SampleMessages.standard(1).next();
      HttpResponse<String> fault =
          SoapCalls.sendAsyncOnNewConnection(
                  SoapCalls.request(
                      site.endpoint(),
                      message.contentType(),
                      SampleNames.PROCESS_ACTION,
                      message.envelope()))
              .get(60, TimeUnit.SECONDS);
      assertEquals(500, fault.statusCode(), fault.body());
      assertFalse(fault.body().contains(FRAME), fault.body());

      String failed = line(site.serve(), " WARN FailureLines - Handler failed message=");
      assertTrue(
          failed.contains(" handler=H node=fails~")
              && failed.contains(
                  "attempt=1 status=FAILED reason=java.lang.IllegalStateException: card number too"
                      + " short"),
          failed);

      JsonNode reported = new ObjectMapper().readTree(line(site.node(), "about to fail"));
      String id = reported.path("mdc").path("messageId").asText();
      assertTrue(failed.contains("message=" + id), failed);
      JsonNode platform = new ObjectMapper().readTree(line(site.node(), "as others log"));
      assertEquals(id, platform.path("mdc").path("messageId").asText());
      JsonNode thrown = new ObjectMapper().readTree(line(site.node(), "attempt 1 failed"));
      assertEquals("WARN", thrown.path("level").asText());
      assertTrue(thrown.path("throwable").toString().contains(FailingHandler.class.getName()));

      Path store = folder.resolve(".dharch").resolve("store");
      String shown = CommandRun.failed(store, "show", id).out();
      assertTrue(shown.contains(FRAME), shown);
      assertTrue(shown.contains("Caused by: java.lang.IllegalArgumentException: 12 digits"), shown);

      String[] where = site.admin().toArray(new String[0]);
      CommandRun doctor = CommandRun.of("doctor", where[0], where[1], where[2], where[3]);
      assertEquals(1, doctor.exitCode(), doctor.err());
      assertTrue(
          doctor
              .out()
              .contains(
                  "problem: 1 of 1 attempt of handler H failed in the last minute on node fails"),
          doctor.out());
      String trace = CommandRun.of("trace", id, where[0], where[1], where[2], where[3]).out();
      assertTrue(trace.contains(FRAME), trace);
    }
  }
}
