package org.dharch.axis2;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.call11;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The scenarios, with the handlers on the requests' own threads. */
class CallerRunsServerTest extends GatewayScenarios {
  private static final String LOOK = SOAP11.of("<t:look/>");

  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository.parameter("dharch.callerRuns", "true"));
  }

  /** The service's answer, which names its thread, and the name in brackets. */
  private String[] answerAndThread() throws Exception {
    String answer = call11(echo(), "look", LOOK).body();
    Matcher thread = Pattern.compile(" thread=\"([^\"]+)\"").matcher(answer);
    assertTrue(thread.find(), answer);
    return new String[] {answer, "[" + thread.group(1) + "]"};
  }

  @Test
  void handlersOneAfterAnotherAndTheServiceHaveOneThread() throws Exception {
    serve("in", "thread", "stamp", "thread");
    String[] seen = answerAndThread();
    assertTrue(seen[0].contains(" color=\"" + seen[1] + seen[1] + "\""), seen[0]);
    assertTrue(seen[0].contains(" stamp=\"S\""), seen[0]);
  }

  @Test
  void theSecondOfTwoSideBySideHasAnother() throws Exception {
    serve(
        repository(
            "<orchestration name='o'><stage><handler name='stamp'/><handler name='thread'/></stage>"
                + "</orchestration><rule orchestration='o' flow='in'/>"));
    String[] seen = answerAndThread();
    assertTrue(seen[0].contains(" color=\"[dharch-test-node-worker-"), seen[0]);
    assertTrue(seen[0].contains(" stamp=\"S\""), seen[0]);
    assertFalse(seen[1].contains("dharch"), seen[1]);
  }
}
