package org.dharch.axis2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.json.gson.JsonBuilder;
import org.apache.axis2.json.gson.JsonFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * G92: Axis2's JSON receivers read a request beside its envelope, which is empty, and so are their
 * answers. Where there are handlers, which would see none of it, neither passes.
 */
class JsonServiceTest extends ServerScenarios {
  private static final String ORDER = "{\"place\":[{\"order\":{\"name\":\"pear\"}}]}";

  private String chain = "";

  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    JsonService.PLACED.clear();
    Path meta = Files.createDirectories(folder.resolve("services/Json/META-INF"));
    Files.writeString(
        meta.resolve("services.xml"),
        "<service name='Json'><parameter name='ServiceClass'>"
            + JsonService.class.getName()
            + "</parameter>"
            + ENGAGED
            + chain
            + operation("place", "in-out", "JsonRpcMessageReceiver")
            + operation("tell", "in-only", "JsonInOnlyRPCMessageReceiver")
            + "</service>");
    GatewayServer started = GatewayServer.tomcat(repository);
    AxisConfiguration axis = started.context().getAxisConfiguration();
    axis.addMessageBuilder("application/json", new JsonBuilder());
    axis.addMessageFormatter("application/json", new JsonFormatter());
    return started;
  }

  private static String operation(String name, String pattern, String receiver) {
    return "<operation name='"
        + name
        + "' mep='http://www.w3.org/ns/wsdl/"
        + pattern
        + "'><messageReceiver class='org.apache.axis2.json.gson.rpc."
        + receiver
        + "'/></operation>";
  }

  private HttpResponse<String> post(String operation, String json) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.url("Json") + "/" + operation))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void jsonRequestOutsideItsEnvelopeIsRejected() throws Exception {
    serve("in", "look");
    HttpResponse<String> answer = post("place", ORDER);
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("its JSON content must be in an envelope"), answer.body());
    assertTrue(answer.body().contains("Client"), answer.body());
    HttpResponse<String> response = post("tell", ORDER.replace("place", "tell"));
    assertTrue(
        response.body().contains("its JSON content must be in an envelope"),
        response.statusCode() + response.body());
    assertEquals(List.of(), JsonService.PLACED);
    assertTrue(GatewayHandlers.SEEN.isEmpty());
  }

  @Test
  void jsonResponseOutsideItsEnvelopeIsRejected() throws Exception {
    serve("out", "look");
    HttpResponse<String> answer = post("place", ORDER);
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("its JSON content must be in an envelope"), answer.body());
    assertTrue(answer.body().contains("Server"), answer.body());
    assertTrue(GatewayHandlers.SEEN.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"in", "out"})
  void soItIsWithHandlersInTheChain(String flow) throws Exception {
    chain =
        "<parameter name='dharch.chain." + flow + "'>com.example.handlers.NativeStamp</parameter>";
    serve("in-fault", "look");
    HttpResponse<String> answer = post("place", ORDER);
    assertTrue(answer.body().contains("its JSON content must be in an envelope"), answer.body());
  }

  @Test
  void withoutHandlersBothPass() throws Exception {
    serve("in-fault", "look");
    HttpResponse<String> answer = post("place", ORDER);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("placed pear"), answer.body());
  }
}
