package org.dharch.axis2;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.awaitility.Awaitility;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.document.OrchestrationReload;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.junit.jupiter.api.Test;

/** A changed orchestration document while a real server serves. */
class ReloadTest extends ServerScenarios {
  private static final String RULE = "<rule orchestration='o'/>";

  private long second;

  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }

  private void write(String name, String root, String content) throws Exception {
    Path file = folder.resolve(name);
    Files.writeString(file, "<" + root + ">" + content + "</" + root.split(" ", 2)[0] + ">");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + 1000 * ++second));
  }

  private void orchestrations(String attributes, String content) throws Exception {
    write(
        "orchestration.xml",
        "orchestrations xmlns='urn:dharch:orchestration:1' " + attributes,
        content);
  }

  private String answer() throws Exception {
    HttpResponse<String> answer =
        call11(echo(), "look", SOAP11.of("<t:look xmlns:t='urn:test'>quiet</t:look>"));
    assertEquals(200, answer.statusCode(), answer.body());
    return answer.body();
  }

  private boolean looked() throws Exception {
    int seen = GatewayHandlers.SEEN.size();
    answer();
    return GatewayHandlers.SEEN.size() > seen;
  }

  @Test
  void onlyValidVersionTakesEffect() throws Exception {
    serve(repository(orchestration("o", "", "stamp") + RULE).parameter("dharch.reload", "20ms"));
    assertFalse(looked(), "handler look is not there yet");

    orchestrations("", orchestration("o", "", "look", "stamp") + RULE);
    soon().until(this::looked);

    orchestrations("", "<orchestration name='o'/>" + RULE);
    soon().until(() -> reload().refused() == 1);
    assertTrue(looked(), "the version before is still in force");

    write("p.xml", "policy xmlns='urn:dharch:policy:1'", "<required handler='look'/>");
    orchestrations("policy='p.xml'", orchestration("o", "", "stamp", "look") + RULE);
    soon().until(() -> reload().taken() == 2);
    assertEquals(1, gateway().orchestrations().policy().rules().size());
    assertTrue(looked());

    write("p.xml", "policy xmlns='urn:dharch:policy:1'", "<required handler='other'/>");
    soon().until(() -> reload().refused() == 2);
    assertTrue(looked());
  }

  @Test
  void versionWithoutNamedOrchestrationIsRejected() throws Exception {
    server =
        start(
            repository(orchestration("o", "", "look"))
                .parameter("dharch.reload", "20ms")
                .service(
                    "Echo", ENGAGED + "<parameter name=\"dharch.orchestration.in\">o</parameter>"));
    Awaitility.await().until(() -> !gateway().manager().status().nodes().isEmpty());
    assertTrue(looked());
    orchestrations("", orchestration("p", "", "look"));
    soon().until(() -> reload().refused() == 1);
    assertTrue(looked());
    orchestrations("", orchestration("o", "", "stamp"));
    soon().until(() -> reload().taken() == 1);
    assertFalse(looked());
  }

  /** Else each message would be a fault from then on, for a slip of the finger. */
  @Test
  void versionWaitsForNodesWithItsHandlers() throws Exception {
    serve(repository(orchestration("o", "", "look") + RULE).parameter("dharch.reload", "20ms"));
    assertTrue(looked());
    orchestrations("", orchestration("o", "", "lok") + RULE);
    soon().until(() -> reload().isWaiting());
    assertTrue(looked(), "the version before is in force");
    orchestrations("", orchestration("o", "", "look", "stamp") + RULE);
    soon().until(() -> reload().taken() == 1);
  }

  @Test
  void neverMeansNever() throws Exception {
    serve(repository(orchestration("o", "", "look") + RULE).parameter("dharch.reload", "never"));
    assertTrue(gateway().reload().isEmpty());
  }

  @Test
  void orchestrationsFromTheApplicationTakeEffect() throws Exception {
    serve(repository(orchestration("o", "", "look")));
    assertFalse(looked(), "no rule chooses it");
    gateway()
        .manager()
        .orchestrations(
            Orchestrations.of(
                List.of(Orchestration.of("o", Stage.of("look"))),
                List.of(Rule.all(Direction.IN, "o"))));
    assertTrue(looked());
  }

  private Axis2Gateway gateway() {
    return DHArchModule.gateway(server.context()).orElseThrow();
  }

  private OrchestrationReload reload() {
    return gateway().reload().orElseThrow();
  }
}
