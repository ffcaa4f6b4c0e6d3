package org.dharch.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/openapi.json and what a manager and a node really answer are the same. */
final class OpenApiTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** Of what the document does not speak: the page is no interface. */
  private static final Set<String> PAGE = Set.of("/", "/ui");

  private static final NodeStatus NODE =
      NodeStatus.of(
              new NodeId("n", "1"),
              NodeStatus.State.READY,
              List.of("H"),
              new NodeStatus.Load(4, 1, 2),
              ProcessOrigin.here("host"))
          .traits(Set.of(NodeStatus.Trait.SPECULATIVE))
          .announced(7, Duration.ZERO)
          .largest(1 << 20)
          .versions(List.of(new HandlerVersion("H", "1.2", 90)));

  private static final BridgeState BRIDGE =
      new BridgeState(
          "tcp://a.example:61616",
          false,
          new BridgeState.Carried(7, 700, 3),
          new BridgeState.Carried(5, 500, 0),
          2);

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private MonitorSite site;
  private AdminPages managerPages;
  private AdminPages nodePages;
  private AdminPages brokerPages;
  private AdminPort node;
  private AdminPort broker;
  private JsonNode document;

  @BeforeEach
  void start() throws Exception {
    site = new MonitorSite(folder, "card number too short", 2, Duration.ZERO);
    managerPages = ManagerPages.of(site.manager(), () -> true);
    nodePages = NodePages.of(() -> NODE, () -> true, () -> {});
    node = AdminPort.start(ANY, folder, nodePages);
    brokerPages = BrokerPages.of("tcp://b.example:61616", () -> List.of(BRIDGE));
    broker = AdminPort.start(ANY, folder, brokerPages);
    document = MAPPER.readTree(Files.readString(DocsPage.FOLDER.resolve("openapi.json")));
  }

  @AfterEach
  void stop() {
    broker.close();
    node.close();
    site.close();
  }

  private HttpResponse<String> send(AdminPort to, String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(to.uri() + path))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + Files.readString(to.tokenFile()).strip())
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private Set<String> tags(JsonNode operation) {
    Set<String> tags = new TreeSet<>();
    operation.path("tags").forEach(tag -> tags.add(tag.asText()));
    return tags;
  }

  /** All that is documented, as {@code manager GET /api/status}. */
  private Set<String> documented() {
    Set<String> all = new TreeSet<>();
    for (String path : names(document.path("paths"))) {
      for (String method : names(document.path("paths").path(path))) {
        for (String of : tags(document.path("paths").path(path).path(method))) {
          all.add(of + " " + method.toUpperCase(Locale.ROOT) + " " + path);
        }
      }
    }
    return all;
  }

  @Test
  void allPagesAreInApiDescription() {
    areDocumented("manager", managerPages);
    areDocumented("node", nodePages);
    areDocumented("broker", brokerPages);
  }

  private void areDocumented(String of, AdminPages pages) {
    Set<String> documented = documented();
    for (Map.Entry<String, AdminPage> page : pages.all().entrySet()) {
      if (!PAGE.contains(page.getKey())) {
        for (String method : page.getValue().methods().keySet()) {
          String start = of + " " + method + " " + page.getKey();
          assertTrue(
              documented.stream().anyMatch(it -> it.equals(start) || it.startsWith(start + "/")),
              start + " is not in docs/openapi.json");
        }
      }
    }
  }

  @Test
  void serverReturnsSameDocument() throws Exception {
    for (AdminPort port : List.of(site.port(), node, broker)) {
      HttpResponse<String> answer = send(port, "GET", "/api/openapi.json");
      assertEquals(document, MAPPER.readTree(answer.body()));
    }
  }

  /** Each operation is asked for, and no documented one is left out. */
  @Test
  void responsesMatchApiDescription() throws Exception {
    site.admit("Orders");
    site.admit("Waiting");
    String unresolved = site.admit("Refunds").toString();
    for (int i = 0; i < 4; i++) {
      site.admit("Cards");
    }
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(
            () ->
                site.manager().storedMessages().failed().size() == 5
                    && site.manager().status().timelines().size() == 6);
    Awaitility.await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> site.manager().storedMessages().unresolved().size() == 1);
    List<String> failed =
        site.manager().storedMessages().failed().stream()
            .map(message -> message.key().id().toString())
            .filter(id -> !id.equals(unresolved))
            .toList();
    Map<String, String> asked = new TreeMap<>(); // documented -> really
    for (String each : documented()) {
      asked.put(each, each.substring(each.lastIndexOf(' ') + 1));
    }
    asked.put("manager GET /api/orchestrations/{name}", "/api/orchestrations/returns");
    asked.put("manager GET /api/messages/{id}", "/api/messages/" + failed.get(0));
    asked.put("manager GET /api/managers/messages/{id}", "/api/managers/messages/" + failed.get(0));
    asked.put("manager GET /api/failed/{id}", "/api/failed/" + failed.get(0));
    asked.put("manager DELETE /api/failed/{id}", "/api/failed/" + failed.get(0));
    asked.put("manager POST /api/failed/{id}/drop", "/api/failed/" + failed.get(1) + "/drop");
    asked.put("manager POST /api/failed/{id}/replay", "/api/failed/" + failed.get(2) + "/replay");
    asked.put("manager GET /api/unresolved/{id}", "/api/unresolved/" + unresolved);
    asked.put(
        "manager POST /api/unresolved/{id}/resolve", "/api/unresolved/" + unresolved + "/resolve");
    asked.put("manager POST /api/failed/drop", "/api/failed/drop?handler=nobody");
    asked.put("manager POST /api/failed/replay", "/api/failed/replay?text=Cards&limit=5");
    List<String> order = new ArrayList<>(asked.keySet());
    order.sort(
        Comparator.comparing((String each) -> !each.contains(" GET ")) // what only asks, first,
            .thenComparing(each -> !each.contains("{id}"))); // and what is for one before all
    Set<String> seen = new HashSet<>();
    for (String each : order) {
      check(each, asked.get(each), 200);
      seen.add(each);
    }
    assertEquals(documented(), seen);

    check("manager GET /api/messages/{id}", "/api/messages/" + waiting(), 200);
    check("manager GET /api/orchestrations/{name}", "/api/orchestrations/orders", 200);
    check("manager GET /api/messages", "/api/messages?limit=0", 400);
    check("manager GET /api/timelines", "/api/timelines?olderThan=soon", 400);
    check("manager GET /api/failed", "/api/failed?fault=X", 400);
    check("manager POST /api/failed/drop", "/api/failed/drop", 400);
    check("manager GET /api/messages/{id}", "/api/messages/x", 400);
    check("manager GET /api/messages/{id}", "/api/messages/" + "0".repeat(32), 404);
    check("manager GET /api/orchestrations/{name}", "/api/orchestrations/none", 404);
    check("manager DELETE /api/failed/{id}", "/api/failed/" + failed.get(0), 404);
    check("manager GET /api/unresolved", "/api/unresolved?service=x", 400);
    check("manager GET /api/unresolved/{id}", "/api/unresolved/" + unresolved, 404);
    check("manager POST /api/unresolved/{id}/resolve", "/api/unresolved/x/resolve", 400);
    check(
        "manager POST /api/unresolved/{id}/resolve",
        "/api/unresolved/" + "0".repeat(32) + "/resolve",
        404);
  }

  private String waiting() throws Exception {
    HttpResponse<String> list = send(site.port(), "GET", "/api/messages?service=Waiting");
    return MAPPER.readTree(list.body()).path("messages").path(0).path("id").asText();
  }

  private void check(String documented, String path, int status) throws Exception {
    String[] parts = documented.split(" ", -1);
    AdminPort at = Map.of("manager", site.port(), "node", node, "broker", broker).get(parts[0]);
    HttpResponse<String> answer = send(at, parts[1], path);
    assertEquals(status, answer.statusCode(), documented + "\n" + answer.body());
    JsonNode operation =
        document.path("paths").path(parts[2]).path(parts[1].toLowerCase(Locale.ROOT));
    JsonNode response = operation.path("responses").path(Integer.toString(status));
    if (response.has("$ref")) {
      response = document.at(response.path("$ref").asText().substring(1));
    }
    assertTrue(response.isObject(), documented + " documents no " + status);
    String type = answer.headers().firstValue("Content-Type").orElseThrow();
    String plain = type.replaceFirst(";.*", "");
    JsonNode media = response.path("content").path(plain);
    assertTrue(media.isObject(), documented + " is " + type);
    if (plain.equals("application/json")) {
      JsonNode body = MAPPER.readTree(answer.body());
      assertEquals(List.of(), errors(media.path("schema"), body), documented + "\n" + body);
    }
  }

  /** What is wrong with {@code value}; a field that is not documented is, too. */
  private List<?> errors(JsonNode schema, JsonNode value) {
    ObjectNode whole = MAPPER.createObjectNode();
    whole.setAll((ObjectNode) closed(schema, false));
    ObjectNode named = whole.putObject("components").putObject("schemas");
    document
        .at("/components/schemas")
        .properties()
        .forEach(each -> named.set(each.getKey(), closed(each.getValue(), true)));
    return schemas.getSchema(whole).validate(value);
  }

  /**
   * The same schema, which allows no other fields than it names. The document itself does not say
   * so: clients are to ignore what later versions add.
   *
   * @param part whether it is a part of another, which may name further ones
   */
  private static JsonNode closed(JsonNode schema, boolean part) {
    if (schema.isArray()) {
      var all = MAPPER.createArrayNode();
      schema.forEach(each -> all.add(closed(each, part)));
      return all;
    }
    if (!schema.isObject()) {
      return schema;
    }
    ObjectNode of = MAPPER.createObjectNode();
    schema
        .properties()
        .forEach(
            field ->
                of.set(field.getKey(), closed(field.getValue(), field.getKey().equals("allOf"))));
    if (!part && (schema.path("properties").isObject() || schema.has("$ref"))) {
      of.put("unevaluatedProperties", false);
    }
    return of;
  }

  /** What the schema check is worth: an answer with a field too many, too few, or wrong. */
  @Test
  void wrongResponseIsDetected() throws Exception {
    JsonNode schema =
        document.at("/paths/~1api~1nodes/get/responses/200/content/application~1json/schema");
    ObjectNode answer = (ObjectNode) MAPPER.readTree(send(site.port(), "GET", "/api/nodes").body());
    assertEquals(List.of(), errors(schema, answer));
    ObjectNode first = (ObjectNode) answer.path("nodes").path(0);
    first.put("mood", "good");
    assertNotEquals(List.of(), errors(schema, answer));
    first.remove("mood");
    first.remove("workers");
    assertNotEquals(List.of(), errors(schema, answer));
    first.put("workers", "four");
    assertNotEquals(List.of(), errors(schema, answer));
  }

  /** What crosses, and what does not. */
  @Test
  void bridgesHaveMetrics() throws Exception {
    String metrics = send(broker, "GET", "/metrics").body();
    for (String line :
        List.of(
            "dharch_bridge_connected{bridge=\"tcp://a.example:61616\"} 0.0",
            "dharch_bridge_waiting{bridge=\"tcp://a.example:61616\"} 2.0",
            "dharch_bridge_messages_total{bridge=\"tcp://a.example:61616\",way=\"out\"} 7.0",
            "dharch_bridge_bytes_total{bridge=\"tcp://a.example:61616\",way=\"in\"} 500.0",
            "dharch_bridge_dropped_total{bridge=\"tcp://a.example:61616\",way=\"out\"} 3.0")) {
      assertTrue(metrics.contains(line + "\n"), line + "\n" + metrics);
    }
  }

  @Test
  void pageWithoutSubpagesReturns404Below() throws Exception {
    for (String path :
        List.of(
            "/live/x",
            "/ready/x",
            "/metrics/x",
            "/api/status/x",
            "/api/nodes/x",
            "/api/queues/x",
            "/api/handlers/x",
            "/api/timelines/x",
            "/api/times/x",
            "/api/doctor/x",
            "/api/nosuch",
            "/api/openapi.json/x")) {
      assertEquals(404, send(site.port(), "GET", path).statusCode(), path);
    }
    for (String path : List.of("/api/status/x", "/live/x", "/metrics/x")) {
      assertEquals(404, send(node, "GET", path).statusCode(), path);
    }
    assertEquals(404, send(node, "POST", "/api/drain/x").statusCode());
  }
}
