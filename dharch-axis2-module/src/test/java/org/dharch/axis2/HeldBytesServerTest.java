package org.dharch.axis2;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.call11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.time.Duration;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.Test;

/** Fault F6 in Axis2: what is with the manager is bounded in bytes, not only in number. */
class HeldBytesServerTest extends ServerScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }

  @Test
  void pastTheBytesThatMayBeHeldItIsBusy() throws Exception {
    serve(
        repository(
                "<orchestration name='o' deadline='10s'><handler name='hang'/></orchestration>"
                    + "<rule orchestration='o'/>")
            .parameter("dharch.maxPayloadBytes", "30000")
            .parameter("dharch.maxHeldBytes", "40000"));
    String note = SOAP11.of("<t:note>" + "x".repeat(25_000) + "</t:note>");
    Awaits.ignoringServerErrors()
        .atMost(Duration.ofSeconds(5))
        .until(() -> call11(echo(), "note", note).statusCode() == 503);
    HttpResponse<String> answer = call11(echo(), "note", note);
    assertEquals(503, answer.statusCode());
    assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""));
    assertTrue(answer.body().contains("40000 bytes of messages are held"), answer.body());
    assertNotEquals(503, call11(echo(), "note", SOAP11.of("<t:note/>")).statusCode());
  }
}
