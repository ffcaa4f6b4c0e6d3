package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.api.DHHandler;
import org.dharch.core.message.DHArchException;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;

/**
 * What docs/rm-handlers.md shows and lists is what there is; what it shows runs in CxfClientTest.
 */
class RmHandlersDocumentationTest {
  private static final DocsPage PAGE = DocsPage.of("rm-handlers.md");
  private static final Path PEER = Path.of("../../qa/peers/cxf/src/main/java/org/dharch/peers/cxf");

  /** The names in the tables of the chapter. */
  private static Set<String> listed(String chapter) {
    String text = PAGE.text();
    int from = text.indexOf("\n## " + chapter + "\n");
    String part = text.substring(from, text.indexOf("\n## ", from + 4));
    part = part.substring(part.indexOf("| parameter |"));
    Set<String> names = new TreeSet<>();
    for (String line : part.split("\n", -1)) {
      if (line.startsWith("| `")) {
        Matcher name = Pattern.compile("`([A-Za-z]+)`").matcher(line.split("\\|", -1)[1]);
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    return names;
  }

  /** Those that the handler says are allowed. */
  private static Set<String> allowed(DHHandler handler, Map<String, String> needed) {
    HandlerNode.Builder node = HandlerNode.builder("docs");
    try {
      Map<String, String> parameters = new java.util.HashMap<>(needed);
      parameters.put("none", "such");
      String output =
          assertThrows(DHArchException.class, () -> handler.init(parameters, node.context("docs")))
              .getMessage();
      return new TreeSet<>(
          Set.of(
              output
                  .substring(output.indexOf("it must be one of ") + "it must be one of ".length())
                  .split(", ")));
    } finally {
      node.abandon();
    }
  }

  @Test
  void listsAllParameters() {
    Map<String, String> store = Map.of("store", "memory:");
    assertEquals(listed("addressing"), allowed(new AddressingHandler(), Map.of()));
    Set<String> common = listed("rm-sink");
    assertEquals(common, allowed(new RmSinkHandler(), store));
    assertEquals(common, allowed(new RmStoreHandler(), store));
    Set<String> source = new TreeSet<>(common);
    source.addAll(listed("rm-source"));
    assertEquals(source, allowed(new RmSourceHandler(), store));
  }

  /** The page's document obeys the page's policy; without one of its flows it does not. */
  @Test
  void sinkIsInAllFlows() {
    String document = PAGE.blocks("xml").get(1).replaceFirst(">", " policy='policy.xml'>");
    Policy policy = Policy.parse("policy.xml", PAGE.blocks("xml").get(3));
    assertEquals(
        policy, OrchestrationDocument.parse("page.xml", document, name -> policy).policy());
    String without = document.replaceFirst("<rule [^>]*out-fault[^>]*>", "");
    String output =
        assertThrows(
                DHArchException.class,
                () -> OrchestrationDocument.parse("page.xml", without, name -> policy))
            .getMessage();
    assertTrue(output.contains("'rm-sink' is in flow in (in, service Greeter)"), output);
    assertTrue(output.contains("must also be in flow out-fault"), output);
  }

  @Test
  void clientExampleMatchesSource() throws Exception {
    String source =
        bare(Files.readString(PEER.resolve("CxfClient.java")))
            + bare(Files.readString(PEER.resolve("PeerBus.java")));
    assertEquals(2, PAGE.blocks("java").size());
    for (String block : PAGE.blocks("java")) {
      assertTrue(source.contains(bare(block)), block);
    }
  }

  private static String bare(String code) {
    return code.replaceAll("\\s+", " ");
  }

  @Test
  void classesExist() throws Exception {
    for (String name :
        new String[] {"AddressingHandler", "RmSinkHandler", "RmSourceHandler", "RmStoreHandler"}) {
      assertTrue(PAGE.text().contains("`" + name + "`"), name);
      assertTrue(DHHandler.class.isAssignableFrom(Class.forName("org.dharch.ws.handlers." + name)));
    }
  }
}
