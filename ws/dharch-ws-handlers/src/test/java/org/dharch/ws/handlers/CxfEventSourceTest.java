package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.testing.Awaits;
import org.dharch.testing.HttpRecorder;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The handlers of an Axis2 service take the notifications of a CXF source of WS-Eventing 2011/03,
 * as events for their own subscribers too.
 */
@Tag("full")
class CxfEventSourceTest {
  private static final String WSE = "http://www.w3.org/2011/03/ws-evt";
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";

  @TempDir Path folder;

  private static String delivery(String sink) {
    return "<wse:Delivery><wse:NotifyTo><wsa:Address>"
        + sink
        + "</wsa:Address><wsa:ReferenceParameters><k:key xmlns:k='urn:k'>7</k:key>"
        + "</wsa:ReferenceParameters></wse:NotifyTo></wse:Delivery>";
  }

  private static HttpResponse<String> ask(String url, String request, String headers, String body)
      throws Exception {
    return SoapCalls.post11(
        url,
        WSE + "/" + request,
        EventingServer.envelope(SOAP11, WSE, WSA, url, request, headers, body));
  }

  private static String found(String pattern, HttpResponse<String> in) {
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(in.body());
    assertTrue(matcher.find(), in.statusCode() + " " + in.body());
    return matcher.group(1);
  }

  /** What a client of a subscription's manager has to send along. */
  private static String parameters(HttpResponse<String> subscribed) {
    return found("<(?:[^:>]*:)?ReferenceParameters[^>]*>(.*)</(?:[^:>]*:)?ReferenceP", subscribed);
  }

  @Test
  void notificationsAreEvents() throws Exception {
    String source = "http://127.0.0.1:" + PeerProcess.freePort();
    try (EventingServer server = EventingServer.start(folder);
        HttpRecorder further = new HttpRecorder();
        HttpRecorder end = new HttpRecorder();
        PeerProcess peer =
            PeerProcess.cxf(folder, "CxfEventSource", source.replaceAll(".*:", ""))) {
      peer.awaitListening();
      HttpResponse<String> own =
          server.request(WSE, WSA, false, "Subscribe", "", delivery(further.url()));
      assertEquals(200, own.statusCode(), own.body());
      HttpResponse<String> subscribed =
          ask(
              source + "/source",
              "Subscribe",
              "",
              "<wse:EndTo><wsa:Address>"
                  + end.url()
                  + "</wsa:Address></wse:EndTo>"
                  + delivery(server.url().toString())
                  + "<wse:Expires>PT1H</wse:Expires>");
      assertEquals(200, subscribed.statusCode(), subscribed.body());

      peer.tell("california 8");
      String notification = further.next();
      assertTrue(notification.contains(">california</location>"), notification);
      Awaits.ignoringServerErrors().until(() -> SensorService.TOLD.equals(List.of("california")));

      String manager = source + "/manager";
      String headers = parameters(subscribed);
      HttpResponse<String> renewed =
          ask(manager, "Renew", headers, "<wse:Expires>PT2H</wse:Expires>");
      assertEquals("PT2H", found("GrantedExpires[^>]*>([^<]+)<", renewed));
      HttpResponse<String> status = ask(manager, "GetStatus", headers, "");
      assertTrue(found("GrantedExpires[^>]*>([^<]+)<", status).endsWith("Z"), status.body());

      peer.tell("end");
      assertTrue(end.next().contains(WSE + "/SourceCancelling"));
      peer.tell("nevada 9");
      server.read("oregon", 1);
      assertTrue(
          further.next().contains(">oregon</location>"), "there is no subscription any more");
    }
  }
}
