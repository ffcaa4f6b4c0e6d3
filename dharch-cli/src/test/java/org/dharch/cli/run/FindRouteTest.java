package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.samples.findroute.RouteHandlers;
import org.dharch.samples.findroute.RouteMessages;
import org.dharch.testing.DocsPage;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/findroute.md says, with what it shows: the command, a request, its answer and trace.
 */
final class FindRouteTest {
  private static final DocsPage PAGE = DocsPage.of("findroute.md");

  // what the page shows, in its order
  private static final String REQUEST = PAGE.blocks("xml").get(0);
  private static final String ANSWER = PAGE.blocks("xml").get(1).strip();

  @TempDir Path folder;

  @Test
  void compositeServiceQueriesAddressBooksInParallel() throws Exception {
    try (CommandProcess running =
        new CommandProcess(folder, "findroute", "--port", "0", "--wait", "1", "--nodes", "1")) {
      String admin = running.await("ADMIN ");
      String url = running.await("READY ");
      HttpResponse<String> answer = SoapCalls.post11(url, RouteMessages.ACTION, REQUEST);
      assertEquals(200, answer.statusCode(), answer::body);
      assertTrue(answer.body().contains(text(ANSWER)), answer::body);
      String[] output = admin.split(" token-file ", -1);
      String messages = asked(output, "messages", "--service", "FindRoute");
      Matcher id = Pattern.compile("([0-9a-f]{32}) +COMPLETED").matcher(messages);
      assertTrue(id.find(), messages);
      assertEquals(
          List.of("1 address1", "1 address2", "2 roadmap"),
          stages(asked(output, "trace", id.group(1))));
    }
  }

  private static String text(String element) {
    return element.substring(element.indexOf('>'), element.lastIndexOf("</"));
  }

  private static String asked(String[] admin, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--url", admin[0], "--token-file", admin[1]));
    CommandRun run = CommandRun.of(all.toArray(new String[0]));
    assertEquals(0, run.exitCode(), run.err());
    return run.out();
  }

  private static List<String> stages(String trace) {
    return Pattern.compile("\\b(\\d) (address1|address2|roadmap)\\b")
        .matcher(trace)
        .results()
        .map(found -> found.group(1) + " " + found.group(2))
        .sorted()
        .toList();
  }

  @Test
  void shownCommandsAreTested() throws Exception {
    assertTrue(PAGE.shows("xml", RouteHandlers.orchestration()));
    Path handler = Path.of("../samples/src/main/java/org/dharch/samples/findroute");
    String code = Files.readString(handler.resolve("AddressHandler.java"));
    for (String line : PAGE.blocks("java").get(0).split("\n", -1)) {
      assertTrue(code.contains(line), line);
    }
  }
}
