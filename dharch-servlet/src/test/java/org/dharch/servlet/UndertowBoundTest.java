package org.dharch.servlet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.undertow.server.HttpHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What clients can make the filter hold, in Undertow. */
@Tag("full")
class UndertowBoundTest extends BoundScenarios {
  private UnaryOperator<HttpHandler> around = application -> application;

  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return new UndertowServer(site, around);
  }

  /** Over HTTP/2 Undertow waits for what a client has not sent, whoever has answered it. */
  @Test
  @Override
  void streamsThatStallHoldNoThread() throws Exception {
    around = UndertowExample::bounded;
    super.streamsThatStallHoldNoThread();
  }

  /** What the page shows for those that the filter lets through and a servlet does not read. */
  @Test
  void whoIsAnsweredPastTheFilterHoldsNoThreadEither() throws Exception {
    around = UndertowExample::bounded;
    serve(orchestration("o", "look") + "<rule orchestration='o' flow='in' service='Raw'/>");
    try (HalfClients clients = new HalfClients(server.port(), "/app/none", "text/xml", 1000)) {
      clients.open(8);
      clients.assertServedBesides(raw());
    }
  }

  @Test
  void theCodeIsTheOneOnThePage() throws Exception {
    String source =
        Files.readString(Path.of("src/test/java/org/dharch/servlet/UndertowExample.java"));
    String code =
        source.substring(source.indexOf("// begin\n") + 9, source.indexOf("\n  // end")).indent(-2);
    assertTrue(DocsPage.of("servlet-filter.md").shows("java", code), code);
  }
}
