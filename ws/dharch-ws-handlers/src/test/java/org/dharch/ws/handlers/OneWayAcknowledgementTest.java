package org.dharch.ws.handlers;

import static org.dharch.ws.handlers.PeerProcess.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An Axis2 client reads the acknowledgement in the HTTP response to its one-way message. */
@Tag("full")
class OneWayAcknowledgementTest {
  /** Longer than any of these tests waits. */
  private static final Duration NEVER_AGAIN = Duration.ofMinutes(10);

  private static final int COUNT = 5;

  @TempDir Path folder;

  @BeforeEach
  void empty() {
    GreeterService.TOLD.clear();
  }

  @ParameterizedTest
  @CsvSource({
    "1.1, 2005/08, 11",
    "1.1, 2005/08, 12",
    "1.0, 2004/08, 11",
    "1.0, 2005/08, 12",
  })
  void acknowledgedIsNotRetransmitted(String rm, String addressing, String soap) throws Exception {
    try (RmServer server = RmServer.start(Files.createDirectory(folder.resolve("server")));
        RmClient client =
            RmClient.start(
                Files.createDirectory(folder.resolve("client")),
                server.url(),
                rm,
                addressing,
                soap,
                false,
                NEVER_AGAIN)) {
      for (int n = 1; n <= COUNT; n++) {
        client.note("n" + n);
        assertEquals(true, client.isAllAcknowledged(), "n" + n);
      }
      Awaits.ignoringServerErrors().until(() -> server.told().size() == COUNT);
      assertEquals(numbers("n", COUNT), server.told());
    }
  }

  @Test
  void acknowledgedByCxfIsNotRetransmitted() throws Exception {
    int port = PeerProcess.freePort();
    URI url = URI.create("http://127.0.0.1:" + port + "/peer");
    try (PeerProcess server = PeerProcess.cxf(folder, "CxfServer", "" + port, "11", "2005", "11")) {
      server.awaitListening();
      try (RmClient client =
          RmClient.start(folder, url, "1.1", "2005/08", "11", true, NEVER_AGAIN)) {
        for (int n = 1; n <= COUNT; n++) {
          client.note("n" + n);
        }
        Awaits.ignoringServerErrors().until(client::isAllAcknowledged);
      }
      assertEquals(numbers("n", COUNT), server.told());
    }
  }
}
