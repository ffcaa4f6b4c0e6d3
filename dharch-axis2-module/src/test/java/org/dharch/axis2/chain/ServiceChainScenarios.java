package org.dharch.axis2.chain;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.call11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.description.AxisService;
import org.dharch.api.HandlerMessage;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.Awaits;
import org.dharch.testing.DocsPage;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Native handlers in Axis2's own chain that a service names in its services.xml. */
abstract class ServiceChainScenarios extends ServerScenarios {
  @BeforeEach
  void forget() {
    ChainScenarios.Doing.SEEN.clear();
  }

  private static String chain(String flow, String... does) {
    StringBuilder xml = new StringBuilder("<parameter name='dharch.chain." + flow + "'>");
    for (String each : does) {
      xml.append("<handler class='org.dharch.axis2.chain.ChainScenarios$Doing'>");
      xml.append("<parameter name='does'>" + each + "</parameter></handler>");
    }
    return xml.append("</parameter>").toString();
  }

  private void serveChained(String chains, String orchestrations) throws Exception {
    server =
        start(
            repository(orchestrations).service("Echo", ENGAGED + chains).service("Plain", ENGAGED));
    Awaits.ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
  }

  @Test
  void chainHandlersSurroundDistributedHandlersOfTheirServiceOnly() throws Exception {
    serveChained(
        chain("in", "stamp", "nothing") + chain("out", "shout"),
        orchestration("o", "", "look") + "<rule orchestration='o'/>");
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("LOUD"), answer.body());
    HandlerMessage distributed = GatewayHandlers.SEEN.poll(10, TimeUnit.SECONDS);
    assertTrue(distributed.text().contains("<t:stamp"), distributed.text());
    HandlerMessage second = ChainScenarios.Doing.SEEN.get(1);
    assertTrue(second.text().contains("<t:stamp"), second.text());
    call11(server.url("Plain"), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    String plain = GatewayHandlers.SEEN.poll(10, TimeUnit.SECONDS).text();
    assertFalse(plain.contains("<t:stamp"), plain);
  }

  @Test
  void theDocumentationsExampleWorks() throws Exception {
    String example =
        """
        <parameter name="dharch.chain.in">
          <handler class="com.example.handlers.NativeStamp">
            <parameter name="limit">65536</parameter>
          </handler>
        </parameter>
        <parameter name="dharch.chain.out">com.example.handlers.NativeStamp</parameter>
        """;
    assertTrue(DocsPage.of("axis2-module.md").shows("xml", example), example);
    serveChained(example, orchestration("o", "", "look") + "<rule orchestration='o'/>");
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(">native<"), answer.body());
    String request = GatewayHandlers.SEEN.poll(10, TimeUnit.SECONDS).text();
    assertTrue(request.contains(">native<"), request);
  }

  @Test
  void oneThatAnswersDoesSoThroughTheResponses() throws Exception {
    serveChained(
        chain("in", "answer") + chain("out", "stamp"),
        orchestration("o", "", "look")
            + orchestration("p", "", "boom")
            + "<rule orchestration='o' flow='out'/><rule orchestration='p' flow='in'/>");
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("by the handler"), answer.body());
    assertTrue(answer.body().contains("stamp"), answer.body());
    assertTrue(GatewayHandlers.SEEN.remove().text().contains("by the handler"));
  }

  @Test
  void faultsHaveTheirOwn() throws Exception {
    serveChained(
        chain("out-fault", "stamp"),
        orchestration("o", "", "look") + "<rule orchestration='o' flow='out-fault'/>");
    HttpResponse<String> answer = call11(echo(), "fail", SOAP11.of("<t:fail/>"));
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("stamp"), answer.body());
    HttpResponse<String> echoed = call11(echo(), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    assertFalse(echoed.body().contains("stamp"), echoed.body());
  }

  /** No orchestration, no broker, no node: all that it has is in its own services.xml. */
  @Test
  void serviceWithOnlyChainHandlersNeedsNoManager() throws Exception {
    server =
        start(
            new TestRepository(folder)
                .service("Echo", ENGAGED + chain("in", "stamp") + chain("out", "shout"))
                .service(
                    "Protocol",
                    ENGAGED
                        + chain("in", "answer")
                        + "<parameter name='dharch.protocol.actions'>urn:p/*</parameter>")
                .service("Plain", ENGAGED));
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("LOUD"), answer.body());
    assertEquals(1, ChainScenarios.Doing.SEEN.stream().filter(it -> isOf(it, "in")).count());
    HttpResponse<String> fault = call11(echo(), "fail", SOAP11.of("<t:fail/>"));
    assertEquals(500, fault.statusCode(), fault.body());
    assertFalse(fault.body().contains("dharch"), fault.body());
    HttpResponse<String> protocol =
        SoapCalls.post11(server.url("Protocol"), "urn:p/ask", SOAP11.of("<t:ask/>"));
    assertEquals(200, protocol.statusCode(), protocol.body());
    assertTrue(protocol.body().contains("by the handler"), protocol.body());
    // who needs a manager is refused as before
    AxisService plain = server.context().getAxisConfiguration().getServiceForActivation("Plain");
    assertFalse(plain.isActive(), "served without what it was engaged for");
  }

  private static boolean isOf(HandlerMessage message, String flow) {
    return message.properties().text("dharch.flow", "").equals(flow);
  }

  /** It says that it wants an orchestration, and there is none: it is not served without. */
  @Test
  void oneThatNamesMoreIsRefused() throws Exception {
    server =
        start(
            new TestRepository(folder)
                .service(
                    "Echo",
                    ENGAGED
                        + chain("in", "stamp")
                        + "<parameter name='dharch.orchestration.in'>o</parameter>"));
    assertFalse(server.context().getAxisConfiguration().getServiceForActivation("Echo").isActive());
  }

  /** A service is not served without its handlers. */
  @ParameterizedTest
  @CsvSource({
    "<parameter name='dharch.chain.in'>no.such.Handler</parameter>",
    "<parameter name='dharch.chain.in'>java.lang.String</parameter>",
    "<parameter name='dharch.chain.in'><handel class='a.B'/></parameter>",
    "<parameter name='dharch.chain.in-fault'>a.B</parameter>",
  })
  void whatIsWrongKeepsItsServiceFromBeingServed(String chain) throws Exception {
    serveChained(chain, orchestration("o", "", "look") + "<rule orchestration='o'/>");
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
    assertTrue(answer.statusCode() >= 400, answer.body());
    assertTrue(GatewayHandlers.SEEN.isEmpty());
    assertEquals(
        200, call11(server.url("Plain"), "echo", SOAP11.of("<t:echo>quiet</t:echo>")).statusCode());
  }
}
