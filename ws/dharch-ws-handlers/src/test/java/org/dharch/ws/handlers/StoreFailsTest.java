package org.dharch.ws.handlers;

import static org.dharch.ws.handlers.EventingBench.message;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.SoapProperties;
import org.dharch.testing.Awaits;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that fails for a while, as one on a full disk does, while the node lives. */
class StoreFailsTest {
  private static final String RM = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
  private static final String WSA = "http://www.w3.org/2005/08/addressing";

  @TempDir Path folder;
  private EventingBench bench;

  @AfterEach
  void close() {
    bench.close();
  }

  private static HandlerMessage request(String action, String headers, String body) {
    return message(
        "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:a='"
            + WSA
            + "' xmlns:r='"
            + RM
            + "'><s:Header><a:Action>"
            + action
            + "</a:Action><a:MessageID>urn:uuid:"
            + UUID.randomUUID()
            + "</a:MessageID><a:To>http://here/</a:To>"
            + headers
            + "</s:Header><s:Body>"
            + body
            + "</s:Body></s:Envelope>",
        SoapProperties.SERVICE,
        "Counter",
        SoapProperties.OPERATION_PATTERN,
        "http://www.w3.org/ns/wsdl/in-only");
  }

  private static String answer(RmSinkHandler sink, HandlerMessage request) throws Exception {
    Changes changes = sink.handle(request);
    return Utf8.text(
        assertInstanceOf(Changes.Verdict.Respond.class, changes.verdict().orElseThrow())
            .envelope());
  }

  /** No note may be made, until it may again. */
  private static void fail(String url, boolean isFailing) throws SQLException {
    try (Connection operator = DriverManager.getConnection(url);
        Statement statement = operator.createStatement()) {
      statement.execute(
          isFailing
              ? "CREATE TRIGGER broken BEFORE DELETE ON rm_message BEGIN"
                  + " SELECT RAISE(FAIL, 'the disk is full'); END"
              : "DROP TRIGGER broken");
    }
  }

  /** Fault: the end of a delivery that could not be noted was forgotten, and it came again. */
  @Test
  void deliveredMessageIsNotRepeated() throws Exception {
    String url = "jdbc:sqlite:" + folder.resolve("rm.db");
    bench = new EventingBench("store", url);
    RmSinkHandler sink = bench.start(new RmSinkHandler());
    String created =
        answer(
            sink,
            request(
                RM + "/CreateSequence",
                "",
                "<r:CreateSequence><r:AcksTo><a:Address>"
                    + WSA
                    + "/anonymous</a:Address></r:AcksTo></r:CreateSequence>"));
    Matcher id = Pattern.compile("Identifier[^>]*>([^<]+)<").matcher(created);
    assertTrue(id.find(), created);
    answer(
        sink,
        request(
            "urn:count",
            "<r:Sequence s:mustUnderstand='true'><r:Identifier>"
                + id.group(1)
                + "</r:Identifier><r:MessageNumber>1</r:MessageNumber></r:Sequence>",
            "<count xmlns='urn:x'/>"));
    Awaits.soon().until(() -> !bench.emitted.isEmpty());
    Emission delivery = bench.emitted.get(0);
    fail(url, true);
    sink.emitted(delivery.id(), new Emitted.Delivered());
    bench.advance(Duration.ofMinutes(5)); // its lease is over, and all that a delivery may take
    fail(url, false);
    Awaits.soon().until(() -> kept(url) == 0);
    assertEquals(1, bench.emitted.size());
  }

  private static int kept(String url) {
    try (Connection operator = DriverManager.getConnection(url);
        Statement statement = operator.createStatement()) {
      return statement.executeQuery("SELECT COUNT(*) FROM rm_message").getInt(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
