package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axis2.deployment.ServiceBuilder;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.awaitility.Awaitility;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.axis2.DHArchModule;
import org.dharch.cli.CommandProcess;
import org.dharch.core.message.envelope.Merge;
import org.dharch.samples.AxisServer;
import org.dharch.testing.DocsPage;
import org.dharch.testing.HttpRecorder;
import org.dharch.testing.ShortLivedJvm;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.dharch.ws.security.SecurityInHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/secure-service.md says, with what it shows: the keys, the service in Axis2, the node in
 * a process of its own, CXF as the client, and a subscriber over HTTP.
 */
final class SecureServiceTest {
  private static final DocsPage PAGE = DocsPage.of("secure-service.md");
  private static final Path PEER = Path.of("..", "qa", "peers", "cxf");
  private static final String PASSWORD = "correct horse";
  private static final Map<String, String> ENVIRONMENT = environment();
  private static final String READ = "urn:weather:reading";
  private static final String GET =
      "http://docs.oasis-open.org/wsrf/rpw-2/GetResourceProperty/GetResourcePropertyRequest";
  private static final String SUBSCRIBE =
      "http://schemas.xmlsoap.org/ws/2004/08/eventing/Subscribe";

  // what the page shows, in its order
  private static final String SERVICE = PAGE.blocks("xml").get(0);
  private static final String ORCHESTRATION = PAGE.blocks("xml").get(1);
  private static final String NODE = PAGE.blocks("xml").get(2);
  private static final String DOCUMENT = PAGE.blocks("xml").get(3);
  private static final String READING = PAGE.blocks("xml").get(4);
  private static final String ASKING = PAGE.blocks("xml").get(5);
  private static final String SUBSCRIBING = PAGE.blocks("xml").get(6);

  @TempDir Path folder;

  /** The node has the key of this user's own folder, as the module has. */
  private static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(Map.of("KEYS_PASSWORD", PASSWORD));
    Optional.ofNullable(System.getenv("DHARCH_HOME"))
        .ifPresent(home -> environment.put("DHARCH_HOME", home));
    return environment;
  }

  @Test
  void pageEscapesAndStoresInput() throws Exception {
    makeKeys();
    Path orchestration = file("station-orchestration.xml", ORCHESTRATION);
    Files.copy(DocsPage.example("security-policy.xml"), folder.resolve("security-policy.xml"));
    file("station.xml", DOCUMENT);
    Path node = file("station-node.xml", NODE);
    try (AxisServer server = AxisServer.create();
        HttpRecorder subscriber = new HttpRecorder()) {
      deploy(server, orchestration);
      String broker =
          DHArchModule.manager(server.context())
              .orElseThrow()
              .status()
              .nodeUri()
              .orElseThrow()
              .toString();
      try (CommandProcess started =
          new CommandProcess(
              folder,
              List.of("env", "-C", folder.toString()),
              ENVIRONMENT,
              "node",
              "--config",
              node.toString(),
              "--broker",
              broker)) {
        started.await("READY station ");
        Awaitility.await("the node")
            .atMost(Duration.ofSeconds(30))
            .until(
                () ->
                    !DHArchModule.manager(server.context())
                        .orElseThrow()
                        .status()
                        .nodes()
                        .isEmpty());
        String url = server.endpoint("Station").toString();
        aClientIsAnswered(url, subscriber);
        thatWhichIsNotSecuredIsRefused(url);
        assertNothingReceived(url, subscriber);
      }
    }
  }

  private void aClientIsAnswered(String url, HttpRecorder subscriber) throws Exception {
    String subscribing =
        SUBSCRIBING
            .replace("http://127.0.0.1:8080/weather", subscriber.url())
            .replace("http://127.0.0.1:8081/axis2/services/Station", url);
    List<String> reported =
        client(url, SUBSCRIBE, subscribing, READ, READING, GET, ASKING, READ, oregon("30"));
    assertTrue(reported.get(0).contains("SubscribeResponse"), reported.get(0));
    assertTrue(
        reported.get(1).contains("recorded") && reported.get(1).contains(">21</"), reported.get(1));
    assertTrue(reported.get(2).contains("GetResourcePropertyResponse"), reported.get(2));
    assertTrue(reported.get(2).contains(">21</"), reported.get(2));
    assertTrue(reported.get(3).contains(">30</"), reported.get(3));
    String event = subscriber.next();
    assertTrue(event.contains(">21</"), event);
    Changes verified = verified(event);
    assertEquals("CN=station", verified.properties().get(SecurityInHandler.PRINCIPAL));
    assertEquals("body timestamp", verified.properties().get(SecurityInHandler.SIGNED));
    assertTrue(
        verified(event.replace(">21</", ">22</")).verdict().isPresent(),
        "another reading is refused");
  }

  /** A reading of which no one has subscribed to hear. */
  private static String oregon(String reading) {
    return READING.replace("california", "oregon").replace(">21<", ">" + reading + "<");
  }

  private void thatWhichIsNotSecuredIsRefused(String url) throws Exception {
    HttpResponse<String> answer = SoapCalls.post11(url, READ, READING.replace(">21<", ">99<"));
    assertEquals(500, answer.statusCode(), answer::body);
    assertTrue(answer.body().contains("EncryptedData"), answer::body);
    byte[] fault = Utf8.bytes(answer.body());
    Changes changes = handler("keyStore", "client.p12").handle(message(fault));
    String text = Utf8.text(Merge.apply(fault, changes, Limits.DEFAULT));
    assertTrue(text.contains("InvalidSecurity"), text);
  }

  private void assertNothingReceived(String url, HttpRecorder subscriber) throws Exception {
    List<String> reported = client(url, GET, ASKING, READ, READING.replace(">21<", ">23<"));
    assertTrue(reported.get(0).contains(">30</"), reported.get(0));
    String next = subscriber.next();
    assertTrue(next.contains(">23</"), next);
  }

  // ---- the page's parts

  private Path file(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text);
  }

  private void makeKeys() throws Exception {
    Path script = file("keys.sh", "set -e\n" + PAGE.blocks("sh").get(0));
    ProcessBuilder bash = new ProcessBuilder("bash", script.toString());
    bash.directory(folder.toFile()).environment().putAll(ENVIRONMENT);
    try (CommandProcess made = new CommandProcess(bash)) {
      assertEquals(0, made.exitCode(120), () -> made.output().toString());
    }
  }

  private static void deploy(AxisServer server, Path orchestration) throws Exception {
    Properties reported = new Properties();
    reported.load(
        new StringReader(
            PAGE.blocks("properties")
                .get(0)
                .replace("station-orchestration.xml", orchestration.toString())));
    Map<String, String> parameters = new HashMap<>();
    reported.forEach((name, value) -> parameters.put((String) name, (String) value));
    AxisModule module = DHArchModule.install(server.context(), parameters);
    AxisService service = new AxisService();
    service.setClassLoader(Station.class.getClassLoader());
    service.setParent(new org.apache.axis2.description.AxisServiceGroup(server.configuration()));
    String xml = SERVICE.replace("com.example.Station", Station.class.getName());
    new ServiceBuilder(server.context(), service)
        .populateService(
            OMXMLBuilderFactory.createOMBuilder(new ByteArrayInputStream(Utf8.bytes(xml)))
                .getDocumentElement());
    assertEquals(List.of(module.getName()), service.getModules());
    server.deploy(service);
    service.engageModule(module); // as Axis2 does with a service out of its archive
    server.listen();
  }

  /** What a client says that sends these envelopes, each behind its action. */
  private List<String> client(String url, String... messages) throws Exception {
    List<String> command = ShortLivedJvm.command();
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.add("-cp");
    Path built = PEER.resolve("target").toAbsolutePath();
    command.add(
        built.resolve("classes") + ":" + Files.readString(built.resolve("classpath")).strip());
    command.addAll(List.of("org.dharch.peers.cxf.StationClient", url));
    for (int i = 0; i < messages.length; i += 2) {
      command.add(messages[i]);
      command.add(file("message-" + i + ".xml", messages[i + 1]).toString());
    }
    ProcessBuilder client = new ProcessBuilder(command);
    client.directory(folder.toFile()).environment().putAll(ENVIRONMENT);
    try (CommandProcess asked = new CommandProcess(client)) {
      assertEquals(0, asked.exitCode(120), () -> asked.output().toString());
      List<String> reported =
          asked.output().stream()
              .filter(it -> it.startsWith("<") || it.startsWith("fault"))
              .toList();
      assertEquals(messages.length / 2, reported.size(), () -> asked.output().toString());
      return reported;
    }
  }

  /** What one who trusts the station thinks of a notification. */
  private Changes verified(String event) throws Exception {
    return handler().handle(message(Utf8.bytes(event)));
  }

  private SecurityInHandler handler(String... more) throws Exception {
    Map<String, String> parameters = new HashMap<>();
    String password = "file:" + file("password", PASSWORD + "\n");
    parameters.put("trustStore", folder.resolve("only-station.p12").toString());
    parameters.put("trustStorePassword", password);
    if (more.length > 0) {
      parameters.put(more[0], folder.resolve(more[1]).toString());
      parameters.put(more[0] + "Password", password);
    }
    SecurityInHandler handler = new SecurityInHandler();
    handler.init(parameters);
    return handler;
  }

  private static HandlerMessage message(byte[] envelope) {
    return HandlerMessage.of(
        MessageId.random(ThreadLocalRandom.current()),
        1,
        envelope,
        MessageProperties.empty(),
        Set.of());
  }

  @Test
  void shownCodeIsTested() throws Exception {
    String client =
        Files.readString(PEER.resolve("src/main/java/org/dharch/peers/cxf/StationClient.java"));
    String service = Files.readString(Path.of("src/test/java/org/dharch/cli/run/Station.java"));
    assertEquals(3, PAGE.blocks("java").size());
    for (String block : PAGE.blocks("java")) {
      assertTrue((bare(client) + bare(service)).contains(bare(block)), block);
    }
  }

  private static String bare(String code) {
    return code.replaceAll("\\s+", "");
  }
}
