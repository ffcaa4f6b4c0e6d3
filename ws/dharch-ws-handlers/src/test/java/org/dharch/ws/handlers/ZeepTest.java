package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.dharch.testing.HttpRecorder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Python's zeep with its plugin for WS-Addressing calls a service beside the handlers. */
@Tag("full")
class ZeepTest {
  @TempDir Path folder;

  @BeforeEach
  void forget() {
    GreeterService.TOLD.clear();
  }

  @Test
  void understandsAnswersAndFaults() throws Exception {
    try (RmServer server = RmServer.start(folder)) {
      assertEquals(
          List.of(
              "hello zeep",
              "related True",
              "action urn:greetResponse", // as Axis2 names the operation's output
              "fault wsa:MessageAddressingHeaderRequired", // no Action
              "fault wsa:MessageAddressingHeaderRequired", // no MessageID
              "fault wsa:InvalidCardinality"),
          new Zeep(folder).calls("client.py", server.url()));
    }
  }

  /** By a WSDL, in SOAP 1.2. */
  @Test
  void asksAndChangesResources() throws Exception {
    try (ResourceServer server = ResourceServer.onANode(folder)) {
      assertEquals(
          List.of(
              "related True",
              "action http://docs.oasis-open.org/wsrf/rpw-2/SetResourceProperties/"
                  + "SetResourcePropertiesResponse",
              "reading ['23']",
              "document {urn:weather}station",
              "query ['23']",
              "lives True",
              "fault InvalidResourcePropertyQNameFault True"
                  + " the resource has no property {urn:weather}wind",
              "fault UnknownQueryExpressionDialectFault True unsupported dialect 'urn:sql'; it must"
                  + " be http://www.w3.org/TR/1999/REC-xpath-19991116",
              "fault ResourceUnknownFault True unknown resource b1"),
          new Zeep(folder).calls("resources.py", server.url()));
    }
  }

  /** By a WSDL, in SOAP 1.1; the last of its subscriptions is notified. */
  @Test
  void subscribes() throws Exception {
    try (EventingServer server = EventingServer.start(folder);
        HttpRecorder sink = new HttpRecorder()) {
      assertEquals(
          List.of(
              "granted PT5M",
              "manager True",
              "status True",
              "unsubscribed",
              "fault wse:UnknownSubscription",
              "fault wse:UnsupportedExpirationValue",
              "granted PT1H"),
          new Zeep(folder).calls("subscriber.py", server.url(), sink.url()));
      server.read("california", 8);
      assertTrue(sink.next().contains("california"));
    }
  }
}
