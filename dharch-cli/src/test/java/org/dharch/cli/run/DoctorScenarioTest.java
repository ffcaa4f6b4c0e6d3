package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fault in a node's JVM under load: the first finding of {@code doctor --json} names it. */
@Tag("full")
final class DoctorScenarioTest {
  @TempDir Path folder;

  private Path node(String name, String... handlers) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".xml"),
        "<node xmlns='urn:dharch:node:1' name='"
            + name
            + "' workers='8'>"
            + String.join("", handlers)
            + "</node>");
  }

  private static JsonNode first(ServedNode site) {
    List<String> args = new ArrayList<>(List.of("doctor", "--json"));
    args.addAll(site.admin());
    CommandRun run = CommandRun.of(args.toArray(new String[0]));
    try {
      return new ObjectMapper().readTree(run.out()).path("findings").path(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitFirst(ServedNode site, String grade, String what) {
    Awaitility.await(what)
        .atMost(60, TimeUnit.SECONDS)
        .untilAsserted(
            () -> {
              JsonNode found = first(site);
              assertTrue(found.path("what").asText().matches(what), found::toString);
              assertEquals(grade, found.path("grade").asText());
            });
  }

  @Test
  void failingCanaryIsNamedWithItsVersion() throws Exception {
    Path document =
        node(
            "n1",
            SickHandler.element("version='1' weight='80'", 1, false),
            SickHandler.element("version='2' weight='20'", 1, true));
    try (ServedNode site = ServedNode.start(folder, OneHandler.orchestration(folder), document);
        SteadyClients load = SteadyClients.start(URI.create(site.endpoint()), 4)) {
      awaitFirst(
          site,
          "PROBLEM",
          "(\\d+) of \\1 attempts? of handler H version 2 failed in the last minute on node n1");
      load.stop();
    }
  }

  @Test
  void slowNodeIsNamed() throws Exception {
    Path quick = node("quick", SickHandler.element("", 2, false));
    Path slow = node("slow", SickHandler.element("", 400, false));
    try (ServedNode site = ServedNode.start(folder, OneHandler.orchestration(folder), quick);
        CommandProcess other = other(site, slow);
        SteadyClients load = SteadyClients.start(URI.create(site.endpoint()), 16)) {
      other.await("READY ");
      awaitFirst(
          site,
          "PROBLEM",
          "node slow is slow: handler H runs 4\\d\\d\\.\\d ms there and .* ms on other nodes, in"
              + " the last minute");
      load.stop();
    }
  }

  private CommandProcess other(ServedNode site, Path document) throws IOException {
    return new CommandProcess(
        folder,
        "node",
        "--config",
        document.toString(),
        "--broker",
        site.serve().await("Nodes join with: dharch node --broker "));
  }

  @Test
  void overloadNamesTheHandlerThatTakesTheWorkers() throws Exception {
    Path orchestration =
        Files.writeString(
            folder.resolve("hasty.xml"),
            """
            <orchestrations xmlns="urn:dharch:orchestration:1">
              <orchestration name="hasty" deadline="400ms"><handler name="H"/></orchestration>
              <rule orchestration="hasty" service="Sample"/>
            </orchestrations>
            """);
    Path document = node("busy", SickHandler.element("", 100, false));
    try (ServedNode site = ServedNode.start(folder, orchestration, document);
        SteadyClients load = SteadyClients.start(URI.create(site.endpoint()), 100)) {
      awaitFirst(
          site,
          "PROBLEM",
          "(\\d+ of \\d+ attempts got no worker in time|messages were rejected or ran out of time)"
              + " on node busy, in the last minute; handler H takes 100 % of its workers' time");
      load.stop();
    }
  }
}
