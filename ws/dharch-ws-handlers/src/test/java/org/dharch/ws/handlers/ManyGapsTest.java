package org.dharch.ws.handlers;

import static org.dharch.ws.handlers.PeerProcess.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.dharch.testing.Awaits;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.dharch.ws.rm.Ranges;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client whose every other message is late: as many are kept as may be, what is past that is not
 * acknowledged, and when the others come all of it is delivered, once and in order. In the profile
 * {@code interop} only; {@code -Dinterop.gaps=N} says how many are late.
 */
@EnabledIfSystemProperty(named = Interop.MESSAGES, matches = ".+")
class ManyGapsTest {
  private static final String RM = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final int GAPS = Integer.getInteger("interop.gaps", 10_000);
  private static final int LAST = 2 * GAPS;
  private static final int THREADS = 8;
  private static final int MOST_RANGES = 1_024;
  private static final Pattern RANGE =
      Pattern.compile("AcknowledgementRange(?=[^>]* Lower=\"(\\d+)\")(?=[^>]* Upper=\"(\\d+)\")");

  @TempDir Path folder;
  private RmServer server;
  private String id;

  @BeforeEach
  void empty() {
    GreeterService.TOLD.clear();
  }

  private String post(String action, String headers, String body) throws Exception {
    String envelope =
        EnvelopeText.SOAP11
            .with("a", WSA)
            .with("r", RM)
            .of(
                "<a:To>"
                    + server.url()
                    + "</a:To><a:Action>"
                    + action
                    + "</a:Action><a:MessageID>urn:uuid:"
                    + UUID.randomUUID()
                    + "</a:MessageID>"
                    + headers,
                body);
    HttpResponse<String> answer =
        SoapCalls.post(server.url().toString(), SoapCalls.XML, action, Utf8.bytes(envelope));
    assertEquals(200, answer.statusCode(), answer.body());
    return answer.body();
  }

  private void create() throws Exception {
    String created =
        post(
            RM + "/CreateSequence",
            "<a:ReplyTo><a:Address>" + WSA + "/anonymous</a:Address></a:ReplyTo>",
            "<r:CreateSequence><r:AcksTo><a:Address>"
                + WSA
                + "/anonymous</a:Address></r:AcksTo></r:CreateSequence>");
    Matcher named = Pattern.compile("Identifier[^>]*>([^<]+)<").matcher(created);
    assertTrue(named.find(), created);
    id = named.group(1);
  }

  /** Sends message {@code n}; what is acknowledged then. */
  private Ranges send(int n) {
    try {
      String answer =
          post(
              GreeterService.NAMESPACE + ":Greeter:note",
              "<a:ReplyTo><a:Address>"
                  + WSA
                  + "/none</a:Address></a:ReplyTo><r:Sequence s:mustUnderstand='1'><r:Identifier>"
                  + id
                  + "</r:Identifier><r:MessageNumber>"
                  + n
                  + "</r:MessageNumber></r:Sequence>",
              "<g:note xmlns:g='"
                  + GreeterService.NAMESPACE
                  + "'><text>n"
                  + n
                  + "</text></g:note>");
      Ranges all = Ranges.EMPTY;
      for (Matcher range = RANGE.matcher(answer); range.find(); ) {
        all = all.addAll(Ranges.of(Long.parseLong(range.group(1)), Long.parseLong(range.group(2))));
      }
      assertTrue(all.count() <= MOST_RANGES, () -> answer);
      return all;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** As a source does: what is not acknowledged is sent, and again, in its order. */
  private int sendAll(Ranges acknowledged) {
    Ranges all = acknowledged;
    int sent = 0;
    while (all.prefix() < LAST) {
      for (int n = 1; n <= LAST; n++) {
        if (!all.contains(n)) {
          all = send(n);
          sent++;
        }
      }
    }
    return sent;
  }

  @Test
  void losesNoMessage() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (RmServer started = RmServer.start(folder)) {
      server = started;
      create();
      long begin = System.nanoTime();
      var late =
          IntStream.rangeClosed(1, GAPS).mapToObj(n -> threads.submit(() -> send(2 * n))).toList();
      for (var each : late) {
        each.get(10, TimeUnit.MINUTES);
      }
      double flood = (System.nanoTime() - begin) / 1e9;
      Ranges kept = send(LAST);
      assertTrue(kept.count() < GAPS, () -> "all of it is kept: " + kept.count());
      begin = System.nanoTime();
      int sent = sendAll(kept);
      double rest = (System.nanoTime() - begin) / 1e9;
      Awaits.ignoringServerErrors().until(() -> server.told().size() >= LAST);
      assertEquals(numbers("n", LAST), server.told());
      System.out.printf(
          "rm gaps: %d gaps in %.1f s, %d ranges kept; %d messages more in %.1f s, all delivered%n",
          GAPS, flood, kept.count(), sent, rest);
    } finally {
      threads.shutdownNow();
    }
  }
}
