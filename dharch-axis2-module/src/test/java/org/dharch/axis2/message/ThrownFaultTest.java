package org.dharch.axis2.message;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The same throwing handler in Axis2's own chain and on a node of DHArch: the client gets the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThrownFaultTest {
  private GatewayServer stock;
  private GatewayServer dharch;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    String handler =
        "<handler name='thrower' class='" + FaultHandlers.Thrower.class.getName() + "'/>";
    stock =
        GatewayServer.tomcat(
            new TestRepository(Files.createDirectories(folder.resolve("stock")))
                .inPhase("InFlow", "OperationInPhase", handler)
                .inPhase("OutFlow", "OperationOutPhase", handler)
                .service("Echo", ""));
    Path with = Files.createDirectories(folder.resolve("dharch"));
    Files.writeString(
        with.resolve("node.xml"),
        "<node xmlns='urn:dharch:node:1' name='faults'>" + handler + "</node>");
    dharch =
        GatewayServer.tomcat(
            new TestRepository(with)
                .parameter("dharch.broker", "memory:thrown-faults")
                .parameter("dharch.node", "node.xml")
                .orchestration(
                    "<orchestration name='o'><handler name='thrower' mayRespond='true'/>"
                        + "</orchestration><rule orchestration='o' flow='in'/>"
                        + "<rule orchestration='o' flow='out'/>")
                .service("Echo", ServerScenarios.ENGAGED));
    Awaits.ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(dharch.context()).orElseThrow().status().nodes().isEmpty());
  }

  @AfterAll
  void stop() throws Exception {
    stock.close();
    dharch.close();
  }

  @Test
  void clientGetsWhatAxis2Sends() {
    List<Executable> all = new ArrayList<>();
    for (FaultHandlers.Case each : FaultHandlers.Case.values()) {
      for (String flow : new String[] {"in", "out"}) {
        for (boolean soap12 : new boolean[] {false, true}) {
          String name = each + " " + flow + (soap12 ? " 1.2" : " 1.1");
          all.add(
              () ->
                  assertEquals(
                      seen(stock, each, flow, soap12), seen(dharch, each, flow, soap12), name));
        }
      }
    }
    assertAll(all);
  }

  /** The sender gets 202 and nothing more, as in Axis2's own chain. */
  @Test
  void abortIsAcknowledged() throws Exception {
    for (GatewayServer server : List.of(stock, dharch)) {
      HttpResponse<String> answer =
          call11(server.url("Echo"), "echo", SOAP11.of("<t:echo in='ABORT'/>"));
      assertEquals(202, answer.statusCode(), answer.body());
      assertEquals("", answer.body());
    }
    HttpResponse<String> late =
        call11(dharch.url("Echo"), "echo", SOAP11.of("<t:echo out='ABORT'/>"));
    assertEquals(500, late.statusCode(), late.body());
    assertTrue(late.body().contains("must return CONTINUE on a node"), late.body());
  }

  /** As a handler of another framework sets it. */
  @Test
  void aStatusThatAxis2DoesNotKnowIsSentWithTheFault() throws Exception {
    HttpResponse<String> answer =
        call11(dharch.url("Echo"), "echo", SOAP11.of("<t:echo in='STATUS'/>"));
    assertEquals(418, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("<faultstring>a teapot</faultstring>"), answer.body());
  }

  private static String seen(
      GatewayServer server, FaultHandlers.Case which, String flow, boolean soap12)
      throws Exception {
    String body = "<t:echo " + flow + "='" + which + "'/>";
    HttpResponse<String> answer =
        soap12
            ? call12(server.url("Echo"), "echo", SOAP12.of(body))
            : call11(server.url("Echo"), "echo", SOAP11.of(body));
    Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
    headers.keySet().removeAll(List.of("date", "content-length", "transfer-encoding"));
    return answer.statusCode() + " " + headers + "\n" + infoset(answer.body());
  }

  /** The elements with their names resolved, and names in codes and attributes too. */
  private static String infoset(String xml) throws Exception {
    if (xml.isEmpty()) {
      return "";
    }
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    StringBuilder text = new StringBuilder();
    write(
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getDocumentElement(),
        text,
        "\n");
    return text.toString();
  }

  private static void write(Element element, StringBuilder to, String indent) {
    to.append(indent).append('{').append(element.getNamespaceURI()).append('}');
    to.append(element.getLocalName());
    Map<String, String> attributes = new TreeMap<>();
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      Node attribute = element.getAttributes().item(i);
      if (!"http://www.w3.org/2000/xmlns/".equals(attribute.getNamespaceURI())) {
        attributes.put(
            attribute.getNamespaceURI() + attribute.getLocalName(),
            resolved(attribute.getNodeValue(), element));
      }
    }
    to.append(attributes.isEmpty() ? "" : attributes.toString());
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element inner) {
        write(inner, to, indent + "  ");
      } else {
        to.append(' ').append(resolved(child.getNodeValue(), element));
      }
    }
  }

  private static String resolved(String text, Element at) {
    int colon = text.indexOf(':');
    String uri = colon > 0 ? at.lookupNamespaceURI(text.substring(0, colon)) : null;
    return uri == null ? text : "{" + uri + "}" + text.substring(colon + 1);
  }
}
