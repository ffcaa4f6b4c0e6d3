package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.store.JdbcRmStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code rm-store} keeps: nothing, if the message comes to it as {@code rm-source} has kept
 * it; else the envelope that goes on the wire. Axis2 2.0.0's client, a node, SQLite.
 */
class KeptOnceTest {
  private static final Duration NEVER_AGAIN = Duration.ofMinutes(10);
  private static final String STAMP = "<st:Stamp xmlns:st=\"urn:stamp\">x</st:Stamp>";

  @TempDir Path folder;

  /** Stands between the two. */
  public static final class StampHandler implements DHHandler {
    /** A node makes it. */
    public StampHandler() {}

    @Override
    public Changes handle(HandlerMessage message) {
      return Changes.builder().addHeader(STAMP.getBytes(StandardCharsets.UTF_8)).build();
    }
  }

  @BeforeEach
  void empty() {
    GreeterService.TOLD.clear();
  }

  /** The second message, which its sequence did not have to be made for. */
  private RmMessage second(String orchestrations, String handlers) throws Exception {
    Path own = Files.createDirectory(folder.resolve("client"));
    try (RmServer server = RmServer.start(Files.createDirectory(folder.resolve("server")));
        LossyProxy proxy = new LossyProxy(server.url(), 0, 1);
        RmClient client =
            RmClient.start(own, proxy.url(), false, NEVER_AGAIN, orchestrations, handlers)) {
      client.note("n1");
      assertEquals(true, client.isAllAcknowledged());
      proxy.drops("n2");
      client.note("n2");
    }
    String url = "jdbc:sqlite:" + own.resolve("rm.db");
    try (JdbcRmStore store =
        JdbcRmStore.openForOperator(url, new Properties(), InstantSource.system(), "visitor", 1)) {
      String key =
          new RmEngine(store, RmSettings.DEFAULT, new SplittableRandom(), "visitor")
              .sequences("", 1)
              .get(0)
              .key();
      List<RmMessage> kept = store.transact(key, tx -> tx.messages(key).between(2, 2, 1));
      assertEquals(1, kept.size(), "what is not acknowledged is kept");
      assertEquals(MessageState.SENT, kept.get(0).state());
      return kept.get(0);
    }
  }

  @Test
  void skipsUnchangedEnvelope() throws Exception {
    assertEquals(false, second(RmClient.ORCHESTRATIONS, "").isWire());
  }

  @Test
  void storesChangedEnvelope() throws Exception {
    String between =
        RmClient.ORCHESTRATIONS.replace(
            "<handler name=\"rm-store\"/>",
            "<handler name=\"stamp\"/><handler name=\"rm-store\"/>");
    String stamp = "<handler name=\"stamp\" class=\"%s\"/>".formatted(StampHandler.class.getName());
    assertEquals(true, second(between, stamp).isWire());
  }
}
