package org.dharch.axis2;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.transport.http.SimpleHTTPServer;
import org.junit.jupiter.api.Test;

/**
 * Fault A9: a second context over one configuration, as Axis2's own tests make it, has no module of
 * its own: nothing initialises one there.
 */
class SecondContextTest extends ServerScenarios {
  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }

  @Test
  void messagesOfASecondContextGoThroughTheOneManager() throws Exception {
    serve("in", "stamp");
    ConfigurationContext second = new ConfigurationContext(server.context().getAxisConfiguration());
    second.setServicePath("services");
    second.setContextRoot("axis2");
    SimpleHTTPServer http = new SimpleHTTPServer(second, 0);
    http.start();
    try {
      String url = http.getEPRForService("Echo", "127.0.0.1").getAddress();
      String answer = call11(url, "look", SOAP11.of("<t:look/>")).body();
      assertTrue(answer.contains("stamp=\"S\""), answer);
      answer = call12(url, "look", SOAP12.of("<t:look/>")).body();
      assertTrue(answer.contains("stamp=\"S\""), answer);
      // whose manager it is has not changed
      assertTrue(DHArchModule.manager(server.context()).isPresent());
    } finally {
      http.stop();
    }
  }
}
