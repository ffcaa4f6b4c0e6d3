package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.testing.Awaits;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.dharch.ws.rm.RmVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A sink that answers a message with ReplyTo none with status 202 and nothing else, as gSOAP's
 * server does: its source asks for the acknowledgement.
 */
@Tag("full")
class SilentSinkTest {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final Pattern NUMBER = Pattern.compile("MessageNumber>(\\d+)<");
  private static final int COUNT = 3;

  @TempDir Path folder;
  private HttpServer server;
  private String rm = "";
  private final Set<Long> received = new ConcurrentSkipListSet<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(request);
    Matcher number = NUMBER.matcher(request);
    if (number.find()) {
      received.add(Long.parseLong(number.group(1)));
    }
    byte[] envelope = new byte[0];
    if (request.contains("/CreateSequence<")) {
      envelope =
          envelope(
              "CreateSequenceResponse",
              "",
              "<r:CreateSequenceResponse>" + id() + "</r:CreateSequenceResponse>");
    } else if (!request.contains("/none<")) {
      String range = "<r:AcknowledgementRange Lower='1' Upper='" + received.size() + "'/>";
      String ack = "<r:SequenceAcknowledgement>" + id() + range + "</r:SequenceAcknowledgement>";
      envelope = envelope("SequenceAcknowledgement", ack, "");
    }
    exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
    exchange.sendResponseHeaders(
        envelope.length == 0 ? 202 : 200, envelope.length == 0 ? -1 : envelope.length);
    exchange.getResponseBody().write(envelope);
    exchange.close();
  }

  private static String id() {
    return "<r:Identifier>urn:uuid:at-the-sink</r:Identifier>";
  }

  private byte[] envelope(String action, String headers, String body) {
    return Utf8.bytes(
        EnvelopeText.SOAP11
            .with("a", WSA)
            .with("r", rm)
            .of("<a:Action>" + rm + "/" + action + "</a:Action>" + headers, body));
  }

  @ParameterizedTest
  @CsvSource({"1.0", "1.1"})
  void sourceAsksForAcknowledgement(String version) throws Exception {
    rm = (version.equals("1.0") ? RmVersion.RM_1_0 : RmVersion.RM_1_1).namespace();
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/silent");
    try (RmClient client = RmClient.start(folder, url, version, "2005/08", "11", false)) {
      for (int n = 1; n <= COUNT; n++) {
        client.note("n" + n);
      }
      Awaits.ignoringServerErrors().until(client::isAllAcknowledged);
      assertEquals(COUNT, received.size());
      assertTrue(requests.stream().anyMatch(request -> request.contains("/AckRequested<")));
    }
  }
}
