package org.dharch.axis2.message;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.dharch.api.Changes;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.EmittingNode;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Axis2's scopes of services, with the module engaged and without: they are the same. */
abstract class SessionScopeScenarios extends ServerScenarios {
  private static final Pattern SESSION = Pattern.compile("session=\"([^\"]*)\"");
  private static final Pattern COUNTS = Pattern.compile(">([0-9 ]+)</");

  @BeforeEach
  void forget() {
    ScopedService.NOTED.clear();
  }

  private void service(String name, String scope, String inside) throws Exception {
    Path meta = Files.createDirectories(folder.resolve("services/" + name + "/META-INF"));
    String receiver =
        "<messageReceiver class='org.apache.axis2.receivers.RawXML%sMessageReceiver'/>";
    String operation = "<operation name='%s' mep='http://www.w3.org/ns/wsdl/%s'>%s</operation>";
    String inOut = receiver.formatted("INOut");
    Files.writeString(
        meta.resolve("services.xml"),
        "<service name='"
            + name
            + "' scope='"
            + scope
            + "'><parameter name='ServiceClass'>org.dharch.axis2.message.ScopedService</parameter>"
            + inside
            + operation.formatted("count", "in-out", inOut)
            + operation.formatted("ask", "in-out", inOut)
            + operation.formatted("note", "in-only", receiver.formatted("INOnly"))
            + "</service>");
  }

  /** One that keeps what the server tells it of its session. */
  private final class Client {
    private final String url;
    private String header = "";
    private String cookie = "";

    Client(String service) {
      url = server.url(service);
    }

    HttpResponse<String> call(String operation) throws Exception {
      HttpRequest request =
          SoapCalls.request(
              url, SoapCalls.XML, "urn:" + operation, bytes(SOAP11.of(header, body(operation))));
      if (!cookie.isEmpty()) {
        request =
            HttpRequest.newBuilder(request, (name, value) -> true).header("Cookie", cookie).build();
      }
      HttpResponse<String> answer = SoapCalls.send(request);
      answer.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.split(";", -1)[0]);
      Matcher session = SESSION.matcher(answer.body());
      if (session.find() && header.isEmpty()) {
        header =
            "<a:ServiceGroupId xmlns:a='http://ws.apache.org/namespaces/axis2'>"
                + session.group(1)
                + "</a:ServiceGroupId>";
      }
      return answer;
    }

    private String body(String operation) {
      return "<t:" + operation + "/>";
    }

    String count() {
      try {
        HttpResponse<String> answer = call("count");
        Matcher counts = COUNTS.matcher(answer.body());
        assertTrue(counts.find(), answer.body());
        return counts.group(1);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }

    String note() throws Exception {
      assertEquals(202, call("note").statusCode());
      return ScopedService.NOTED.poll(10, TimeUnit.SECONDS);
    }
  }

  /** What two clients with sessions and some without are told, one after another. */
  private List<String> conversation(String service) throws Exception {
    List<String> told = new ArrayList<>();
    Client one = new Client(service);
    Client other = new Client(service);
    told.add(one.count());
    told.add(other.count());
    told.add(one.count());
    told.add(one.note());
    told.add(other.note());
    told.add(one.count());
    told.add(new Client(service).count());
    told.add(other.count());
    told.add(new Client(service).note());
    return told;
  }

  @ParameterizedTest
  @ValueSource(strings = {"request", "soapsession", "transportsession", "application"})
  void theyAreAsWithoutHandlers(String scope) throws Exception {
    TestRepository repository =
        repository(
            orchestration("o", "", "stamp")
                + "<orchestration name='a'><handler name='answer'"
                + " mayRespond='true'/></orchestration><rule orchestration='a' operation='ask'"
                + " flow='in'/><rule orchestration='o' flow='in'/><rule orchestration='o'"
                + " flow='out'/>");
    service("Scoped", scope, ENGAGED);
    service("Without", scope, "");
    server = start(repository);
    ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
    assertEquals(conversation("Without"), conversation("Scoped"));

    assertEquals(crowd("Without"), crowd("Scoped"));

    Client asking = new Client("Scoped");
    String before = asking.count();
    HttpResponse<String> answer = asking.call("ask");
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("answered"), answer.body());
    Client plain = new Client("Without");
    assertEquals(List.of(plain.count(), plain.count()), List.of(before, asking.count()));
  }

  /** It was acknowledged while nobody served its handler, and goes on without a transport. */
  @Test
  void replayedOneWayMessageUsesItsSession() throws Exception {
    TestRepository repository =
        repository(
                orchestration("d", "durable='true'", "late")
                    + "<rule orchestration='d' operation='note' flow='in'/>")
            .parameter("dharch.store", folder.resolve("store").toString());
    service("Scoped", "soapsession", ENGAGED);
    server = start(repository);
    ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
    Client client = new Client("Scoped");
    assertEquals("1 1 1", client.count());
    assertEquals(202, client.call("note").statusCode());
    try (HandlerNode late =
        HandlerNode.builder("late-node")
            .handler("late", 2, message -> Changes.NONE)
            .start(EmittingNode.channel(URI.create("memory:" + getClass().getSimpleName())))) {
      assertEquals("2 2 2", ScopedService.NOTED.poll(10, TimeUnit.SECONDS), late::toString);
    }
    assertEquals("3 3 3", client.count());
  }

  /** What six clients are told that ask at once, five times each. */
  private List<String> crowd(String service) {
    List<CompletableFuture<List<String>>> all =
        IntStream.range(0, 6)
            .mapToObj(n -> CompletableFuture.supplyAsync(() -> five(new Client(service))))
            .toList();
    return all.stream().flatMap(each -> each.join().stream()).sorted().toList();
  }

  private static List<String> five(Client client) {
    return IntStream.range(0, 5).mapToObj(n -> client.count()).toList();
  }
}
