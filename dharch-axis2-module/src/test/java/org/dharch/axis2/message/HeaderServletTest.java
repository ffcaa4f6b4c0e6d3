package org.dharch.axis2.message;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.dharch.api.MessageProperties;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;
import org.junit.jupiter.api.Test;

/** The scenarios on AxisServlet in Tomcat. */
class HeaderServletTest extends HeaderScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }

  /** RFC 9110, section 5.3; of cookies RFC 6265, section 4.2.1. */
  @Test
  void headersOfOneNameAreOneWithAllValuesInOrder() throws Exception {
    serve("in", "look");
    look("X-T: a", "x-t: b", "X-t: c", "Cookie: p=1", "cookie: q=2");
    MessageProperties seen = seen().properties();
    assertEquals("a, b, c", seen.text("dharch.http.header.X-T", ""));
    assertEquals("p=1; q=2", seen.text("dharch.http.header.Cookie", ""));
  }

  private static String user() throws InterruptedException {
    return BackendService.USERS.poll(5, TimeUnit.SECONDS);
  }

  @Test
  void theServiceFindsAHeaderHoweverItsClientWroteIt() throws Exception {
    serve("in", "look");
    RawPost.send(server.url("Plain"), "look", SOAP11.of("<t:look/>"), "x-user: u");
    String without = user();
    assertEquals("[u, u, u] TransportHeaders", without);
    look("x-user: u");
    assertEquals(without, user(), "with handlers as without");
    assertEquals("u", seen().properties().text("dharch.http.header.X-User", ""));
  }

  @Test
  void headersAreReadableAfterAChange() throws Exception {
    serve("in", "user");
    look("x-user: u");
    assertEquals("[of the handler, of the handler, of the handler] TreeMap", user());
  }

  @Test
  void headersAreReadableAfterTheRequest() throws Exception {
    serve("in", "look");
    String answer =
        RawPost.send(echo(), "note", SOAP11.of("<t:note>n</t:note>"), "x-user: u", "x-user: v");
    assertTrue(answer.startsWith("HTTP/1.1 202"), answer);
    assertEquals("[u, u, u] TreeMap", user());
    assertEquals("u, v", seen().properties().text("dharch.http.header.X-User", ""));
  }

  /** What the container's own handlers have put beside what the client sent travels too. */
  @Test
  void headersAddedByTheContainerAreKept() throws Exception {
    serve(
        repository(orchestration("o", "", "look") + "<rule orchestration='o'/>")
            .inContainer(ContextHandlers.Guard.class));
    look("x-user: u", "x-principal: mallory");
    assertEquals("alice", seen().properties().text("dharch.http.header.X-Principal", ""));
    assertEquals("[u, u, u] TransportHeaders", user());
  }
}
