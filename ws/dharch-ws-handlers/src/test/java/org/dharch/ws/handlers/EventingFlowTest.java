package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.testing.Awaits;
import org.dharch.testing.HttpRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/eventing.md shows: a service in Axis2, the handlers on a node, and sinks over HTTP. In
 * both versions.
 */
class EventingFlowTest {
  private static final String IN_2004 = "http://schemas.xmlsoap.org/ws/2004/08/eventing";
  private static final String IN_2011 = "http://www.w3.org/2011/03/ws-evt";
  private static final String WSA_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
  private static final String WSA_2005 = "http://www.w3.org/2005/08/addressing";

  @TempDir Path folder;

  private static String delivery(HttpRecorder sink, String more) {
    return "<wse:Delivery><wse:NotifyTo><wsa:Address>"
        + sink.url()
        + "</wsa:Address><wsa:ReferenceParameters><k:key xmlns:k='urn:k'>7</k:key>"
        + "</wsa:ReferenceParameters></wse:NotifyTo>"
        + more
        + "</wse:Delivery>";
  }

  private static String topic(String path) {
    return "<wse:Filter Dialect='urn:dharch:eventing:1:topic'>" + path + "</wse:Filter>";
  }

  /** The id of the subscription that was made. */
  private static String subscribed(HttpResponse<String> response) {
    assertEquals(200, response.statusCode(), response.body());
    Matcher id = Pattern.compile("Identifier[^>]*>([^<]+)<").matcher(response.body());
    assertTrue(id.find(), response.body());
    return id.group(1);
  }

  private static String about(String wse, String id) {
    return wse.equals(IN_2004)
        ? "<wse:Identifier>" + id + "</wse:Identifier>"
        : "<o:Identifier xmlns:o='urn:dharch:eventing:1'>" + id + "</o:Identifier>";
  }

  @Test
  void notifiesMatchingSubscribers() throws Exception {
    try (EventingServer server = EventingServer.start(folder);
        HttpRecorder california = new HttpRecorder();
        HttpRecorder strong = new HttpRecorder()) {
      String old =
          subscribed(
              server.request(
                  IN_2004,
                  WSA_2004,
                  true,
                  "Subscribe",
                  "",
                  delivery(california, "") + topic("/sensor/california")));
      String strongOnes =
          subscribed(
              server.request(
                  IN_2011,
                  WSA_2005,
                  false,
                  "Subscribe",
                  "",
                  delivery(strong, "") + "<wse:Filter>/*[strength > 7]</wse:Filter>"));
      server.read("california", 8);
      String notification = california.next();
      assertTrue(notification.contains("http://www.w3.org/2003/05/soap-envelope"), notification);
      assertTrue(notification.contains(WSA_2004), notification);
      assertTrue(notification.contains(">7</k:key>"), notification);
      assertTrue(notification.contains(">california</location>"), notification);
      String other = strong.next();
      assertTrue(other.contains("http://schemas.xmlsoap.org/soap/envelope/"), other);
      assertTrue(other.contains("IsReferenceParameter"), other);
      assertTrue(other.contains(">8</strength>"), other);
      server.read("oregon", 9);
      assertTrue(strong.next().contains("oregon"));
      server.read("california", 1);
      assertTrue(california.next().contains(">1</strength>"), "oregon was for another");
      Awaits.ignoringServerErrors().until(() -> SensorService.TOLD.size() == 3);
      assertEquals(List.of("california", "oregon", "california"), SensorService.TOLD);

      HttpResponse<String> status =
          server.request(IN_2004, WSA_2004, true, "GetStatus", about(IN_2004, old), "");
      assertTrue(status.body().contains("PT"), status.body());
      HttpResponse<String> renewed =
          server.request(
              IN_2011,
              WSA_2005,
              false,
              "Renew",
              about(IN_2011, strongOnes),
              "<wse:Expires>PT2H</wse:Expires>");
      assertTrue(renewed.body().contains(">PT2H</"), renewed.body());
      HttpResponse<String> gone =
          server.request(IN_2004, WSA_2004, true, "Unsubscribe", about(IN_2004, old), "");
      assertEquals(200, gone.statusCode(), gone.body());
      HttpResponse<String> fault =
          server.request(IN_2004, WSA_2004, true, "Renew", about(IN_2004, old), "");
      assertEquals(500, fault.statusCode(), fault.body());
      assertTrue(fault.body().contains("UnableToRenew"), fault.body());
      server.read("california", 2);
      server.read("california", 9);
      assertTrue(strong.next().contains(">9</strength>"));
      subscribed(
          server.request(
              IN_2004,
              WSA_2004,
              true,
              "Subscribe",
              "",
              delivery(california, "") + topic("/sensor/california")));
      server.read("california", 3);
      assertTrue(california.next().contains(">3</strength>"), "nothing came meanwhile");
    }
  }

  @Test
  void endsSubscriptionOfUnreachableSink() throws Exception {
    String handlers =
        EventingServer.HANDLERS.replace(
            "jdbc:sqlite:eventing.db</parameter>",
            "jdbc:sqlite:eventing.db</parameter><parameter name=\"failures\">2</parameter>");
    try (EventingServer server =
            EventingServer.start(folder, EventingServer.ORCHESTRATIONS, handlers);
        HttpRecorder end = new HttpRecorder()) {
      String nowhere = "http://127.0.0.1:" + PeerProcess.freePort() + "/";
      String forbidden = "http://127.0.0.2:9/";
      for (String sink : new String[] {nowhere, forbidden}) {
        subscribed(
            server.request(
                IN_2004,
                WSA_2004,
                false,
                "Subscribe",
                "",
                "<wse:EndTo><wsa:Address>"
                    + end.url()
                    + "</wsa:Address></wse:EndTo><wse:Delivery><wse:NotifyTo><wsa:Address>"
                    + sink
                    + "</wsa:Address></wse:NotifyTo></wse:Delivery>"));
      }
      server.read("california", 1);
      server.read("california", 2);
      for (int n = 0; n < 2; n++) {
        String told = end.next();
        assertTrue(told.contains("/DeliveryFailure"), told);
        assertTrue(told.contains("SubscriptionManager"), told);
      }
    }
  }

  /** Through rm-source; each takes its number when it passes there, in any order. */
  @Test
  void reliableSubscriptionReceivesOnce() throws Exception {
    GreeterService.TOLD.clear();
    String handlers =
        EventingServer.HANDLERS.replace(
                "jdbc:sqlite:eventing.db</parameter>",
                "jdbc:sqlite:eventing.db</parameter>"
                    + "<parameter name=\"reliable\">reliable</parameter>")
            + """
            <handler name="rm-source" class="org.dharch.ws.handlers.RmSourceHandler">
              <parameter name="store">jdbc:sqlite:rm.db</parameter>
            </handler>
            <handler name="rm-store" class="org.dharch.ws.handlers.RmStoreHandler">
              <parameter name="store">jdbc:sqlite:rm.db</parameter>
            </handler>
            """;
    String orchestrations =
        EventingServer.ORCHESTRATIONS.replace(
            "  <rule orchestration=\"sensor-in\"",
            EventingServer.PAGE.blocks("xml").get(4) + "  <rule orchestration=\"sensor-in\"");
    Path sinks = Files.createDirectory(folder.resolve("sink"));
    try (EventingServer server = EventingServer.start(folder, orchestrations, handlers);
        RmServer sink = RmServer.start(sinks)) {
      subscribed(
          server.request(
              IN_2011,
              WSA_2005,
              true,
              "Subscribe",
              "",
              "<wse:Delivery><wse:NotifyTo><wsa:Address>"
                  + sink.url()
                  + "</wsa:Address></wse:NotifyTo>"
                  + EventingServer.PAGE.blocks("xml").get(3)
                  + "</wse:Delivery>"));
      for (int n = 1; n <= 5; n++) {
        server.tell(
            GreeterService.NAMESPACE + ":Greeter:note",
            "<g:note xmlns:g='" + GreeterService.NAMESPACE + "'><text>n" + n + "</text></g:note>");
      }
      Awaits.soon().until(() -> sink.told().size() >= 5);
      assertEquals(PeerProcess.numbers("n", 5), sink.told().stream().sorted().toList());
    }
  }
}
