package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP says of messages, in Tomcat. */
class TomcatHttpTest extends HttpScenarios {
  @Override
  FilterServer start(Path folder, FilterServer.Site site) throws Exception {
    return FilterServer.tomcat(folder, site);
  }

  @ParameterizedTest
  @CsvSource({"?as=%zz, in", "?%zz, out", "?as=same&b=%a, out"})
  void invalidQueryIsTheClientsFault(String query, String flow) throws Exception {
    serve(orchestration("o", "look") + "<rule orchestration='o' flow='" + flow + "'/>");
    RawCall.Answer answer =
        RawCall.post(
            server.port(),
            "/app/raw/Raw" + query,
            List.of("Content-Type: text/xml"),
            bytes(OrderCalls.order11("1")));
    assertEquals(400, answer.status(), answer.all());
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz\r\nx\r\n0\r\n\r\n", "-5\r\nx\r\n", "1\r\nxy\r\n0\r\n\r\n"})
  void unreadableBodyIsTheClientsFault(String chunks) throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    String head =
        """
        POST /app/raw/Raw HTTP/1.1
        Host: a
        Content-Type: text/xml
        Transfer-Encoding: chunked

        """
            .replace("\n", "\r\n");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.getOutputStream().write(bytes(head + chunks));
      RawCall.Answer answer = RawCall.answer(socket);
      assertEquals(400, answer.status(), answer.all());
    }
  }
}
