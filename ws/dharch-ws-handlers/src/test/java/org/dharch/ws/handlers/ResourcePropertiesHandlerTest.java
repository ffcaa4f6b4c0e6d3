package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.message.DHArchException;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.Awaits;
import org.dharch.testing.DocsPage;
import org.dharch.ws.resource.JdbcResourceStore;
import org.dharch.ws.resource.Resource;
import org.dharch.ws.resource.ResourceKey;
import org.dharch.ws.resource.ResourceStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The handler as docs/resource-properties.md shows it, and what the page says of it. */
class ResourcePropertiesHandlerTest {
  private static final String SET =
      "http://docs.oasis-open.org/wsrf/rpw-2/SetResourceProperties/SetResourcePropertiesRequest";
  private static final String GET =
      "http://docs.oasis-open.org/wsrf/rpw-2/GetResourceProperty/GetResourcePropertyRequest";
  private static final String DESTROY =
      "http://docs.oasis-open.org/wsrf/rlw-2/ImmediateResourceTermination/DestroyRequest";

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    WeatherService.TOLD.clear();
  }

  private static void answersAndPassesOn(ResourceServer server) throws Exception {
    String first = server.ask("urn:reading", "<w:reading unit=\"C\">21</w:reading>");
    assertTrue(first.contains("readingResponse"), first);
    server.ask("urn:reading", "<w:reading unit=\"C\">22</w:reading>");
    assertEquals(List.of("nothing then 21", "21 then 22"), WeatherService.TOLD);
    String got = server.ask(GET, "<rp:GetResourceProperty>w:reading</rp:GetResourceProperty>");
    assertTrue(got.contains("GetResourcePropertyResponse") && got.contains(">22<"), got);
    String set =
        server.ask(
            SET,
            "<rp:SetResourceProperties><rp:Insert><w:note>calm</w:note></rp:Insert>"
                + "</rp:SetResourceProperties>");
    assertTrue(set.contains("SetResourcePropertiesResponse"), set);
    String refused =
        server.ask(
            SET,
            "<rp:SetResourceProperties><rp:Update><w:reading>cold</w:reading></rp:Update>"
                + "</rp:SetResourceProperties>");
    assertTrue(
        refused.contains("InvalidModificationFault") && refused.contains("Timestamp"), refused);
    assertTrue(
        server.ask("urn:reading", "<w:reading>cold</w:reading>").contains("InvalidModification"));
    assertTrue(server.ask(DESTROY, "<rl:Destroy/>").contains("DestroyResponse"));
    assertTrue(server.ask(DESTROY, "<rl:Destroy/>").contains("ResourceUnknownFault"));
    assertEquals(2, WeatherService.TOLD.size());
  }

  @Test
  void onANode() throws Exception {
    try (ResourceServer server = ResourceServer.onANode(folder)) {
      answersAndPassesOn(server);
    }
  }

  @Test
  void inAxis2Chain() throws Exception {
    try (ResourceServer server = ResourceServer.inTheChain(folder)) {
      answersAndPassesOn(server);
    }
  }

  @Test
  void resourcesSurviveRestart() throws Exception {
    try (ResourceServer server = ResourceServer.onANode(folder)) {
      server.ask("urn:reading", "<w:reading>21</w:reading>");
    }
    try (ResourceServer server = ResourceServer.onANode(folder)) {
      server.ask("urn:reading", "<w:reading>22</w:reading>");
    }
    assertEquals(List.of("nothing then 21", "21 then 22"), WeatherService.TOLD);
  }

  @Test
  void forgetsExpiredResources() {
    String url = "jdbc:sqlite:" + folder.resolve("resources.db");
    ResourceKey key = new ResourceKey("Weather", "b1");
    ResourcePropertiesHandler handler = new ResourcePropertiesHandler();
    HandlerNode.Builder node = HandlerNode.builder("sweeping");
    try (ResourceStore store =
        JdbcResourceStore.open(url, new Properties(), InstantSource.system(), 1)) {
      store.transact(
          in -> {
            in.resource(key);
            in.put(new Resource(key, "<a/>", OptionalLong.of(in.now() - 1)));
            return "";
          });
      handler.init(Map.of("store", url), node.context("resource-properties"));
      Awaits.ignoringServerErrors().until(() -> store.transact(in -> in.count("Weather")) == 0);
    } finally {
      handler.close();
      node.abandon();
    }
  }

  // ---- its parameters

  private static String refusal(Map<String, String> parameters) {
    HandlerNode.Builder node = HandlerNode.builder("docs");
    try {
      Map<String, String> all = new HashMap<>(Map.of("store", "memory:"));
      all.putAll(parameters);
      return assertThrows(
              DHArchException.class,
              () -> new ResourcePropertiesHandler().init(all, node.context("docs")))
          .getMessage();
    } finally {
      node.abandon();
    }
  }

  @Test
  void listsAllParameters() {
    Set<String> listed = new TreeSet<>();
    Matcher names =
        Pattern.compile("(?m)^\\| (`[^|]*) \\|")
            .matcher(
                DocsPage.of("resource-properties.md").text().split("\\| parameter \\|", -1)[1]);
    while (names.find()) {
      for (String name : names.group(1).replace("`", "").split(", ", -1)) {
        listed.add(name);
      }
    }
    String output = refusal(Map.of("none", "such"));
    assertEquals(
        listed,
        new TreeSet<>(
            Set.of(output.substring(output.indexOf("it must be one of ") + 18).split(", ", -1))));
  }

  @Test
  void rejectsInvalidParameters() throws Exception {
    Path xsd = Files.writeString(folder.resolve("a.xsd"), "<a/>");
    assertEquals(
        "store='jdbc:h2:mem:x'",
        refusal(Map.of("store", "jdbc:h2:mem:x")).replaceAll(": unsupported store URL: .*", ""));
    assertTrue(
        refusal(Map.of("schema", xsd.toString()))
            .startsWith("schema='" + xsd + "': invalid schema"));
    assertTrue(refusal(Map.of("schema", "none.xsd")).contains("cannot be read"));
    assertTrue(refusal(Map.of("document", "none.xml")).contains("cannot be read"));
    assertEquals(
        "destroy must be allowed, refused (got 'perhaps')", refusal(Map.of("destroy", "perhaps")));
    assertTrue(refusal(Map.of("readOnly", "{urn:a")).startsWith("readOnly must be names"));
    assertTrue(refusal(Map.of("namespaces", "w")).startsWith("namespaces must be prefix="));
    assertTrue(refusal(Map.of("resource", "//w:id")).startsWith("resource: '//w:id'"));
    assertTrue(refusal(Map.of("connections", "65")).startsWith("connections must be"));
    assertTrue(refusal(Map.of("update", "{urn:a}")).startsWith("update must be"));
  }
}
