package org.dharch.axis2.message;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.dharch.api.HandlerMessage;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.ServerScenarios;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A header's name means the same in any case (RFC 9110, section 5.1), whoever writes it. */
abstract class HeaderScenarios extends ServerScenarios {

  String look(String... headerLines) throws Exception {
    String answer = RawPost.send(echo(), "look", SOAP11.of("<t:look/>"), headerLines);
    assertTrue(answer.startsWith("HTTP/1.1 200"), answer);
    return answer;
  }

  static HandlerMessage seen() throws InterruptedException {
    HandlerMessage seen = GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS);
    assertTrue(seen != null, "the handler was not asked");
    return seen;
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-T", "x-t", "X-t", "x-T"})
  void aRuleIsForAHeaderHoweverItsNameIsWritten(String name) throws Exception {
    serve(
        repository(
            orchestration("o", "", "look")
                + "<rule orchestration='o' property='dharch.http.header.X-T' equals='mi'/>"));
    look(name + ": mi");
    assertEquals("mi", seen().properties().text("dharch.http.header.X-T", ""));
    look(name + ": no");
    look("Other: mi");
    assertNull(GatewayHandlers.SEEN.poll(), "no rule is for these");
  }

  @ParameterizedTest
  @CsvSource({"X-T, x-t", "x-t, X-T", "X-t, X-T"})
  void aConditionIsForAHeaderHoweverItsNameIsWritten(String sent, String asked) throws Exception {
    serve(
        repository(
            "<orchestration name='o'><choose><when property='dharch.http.header."
                + asked
                + "'><handler name='look'/></when></choose></orchestration>"
                + "<rule orchestration='o'/>"));
    look("Other: mi");
    assertNull(GatewayHandlers.SEEN.poll(), "the condition does not hold");
    look(sent + ": mi");
    assertEquals("mi", seen().properties().get("dharch.http.header." + asked).orElse(""));
  }
}
