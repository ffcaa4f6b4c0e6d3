package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.message.AcknowledgementHeader;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.rm.message.RmReceived;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client as the published notes on WCF's RM 1.0 describe it: request-reply, non-addressable
 * initiator. It requires a response to each of its messages, and both sequences end.
 */
@Tag("full")
class WcfClientTest {
  private static final String RM = "http://schemas.xmlsoap.org/ws/2005/02/rm";
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final String REPLY_TO =
      "<a:ReplyTo><a:Address>" + WSA + "/anonymous</a:Address></a:ReplyTo>";
  private static final String OFFERED = "urn:uuid:" + UUID.randomUUID();

  @TempDir Path folder;
  private RmServer server;
  private String id;

  @BeforeEach
  void empty() {
    GreeterService.TOLD.clear();
  }

  private HttpResponse<String> send(String action, String headers, String body) throws Exception {
    String envelope =
        EnvelopeText.SOAP12
            .with("a", WSA)
            .with("r", RM)
            .of(
                "<a:To s:mustUnderstand='1'>"
                    + server.url()
                    + "</a:To><a:Action s:mustUnderstand='1'>"
                    + action
                    + "</a:Action><a:MessageID>urn:uuid:"
                    + UUID.randomUUID()
                    + "</a:MessageID>"
                    + REPLY_TO
                    + headers,
                body);
    return SoapCalls.post(
        server.url().toString(), "application/soap+xml", action, Utf8.bytes(envelope));
  }

  /** Sends a message that must be answered with a message. */
  private RmReceived ask(String action, String headers, String body) throws Exception {
    HttpResponse<String> answer = send(action, headers, body);
    assertEquals(200, answer.statusCode(), answer.body());
    return RmMessages.read(new SOAPContext(answer.body().getBytes(StandardCharsets.UTF_8)));
  }

  private static String identifier(String text) {
    return "<r:Identifier>" + text + "</r:Identifier>";
  }

  private void create() throws Exception {
    RmReceived created =
        ask(
            RM + "/CreateSequence",
            "",
            "<r:CreateSequence>"
                + REPLY_TO.replace("a:ReplyTo", "r:AcksTo")
                + "<r:Offer>"
                + identifier(OFFERED)
                + "</r:Offer></r:CreateSequence>");
    RmBody.CreateSequenceResponse body =
        (RmBody.CreateSequenceResponse) created.body().orElseThrow();
    assertTrue(body.accepted().isPresent());
    id = body.id().value();
  }

  private String sequence(long number, String last) {
    return "<r:Sequence s:mustUnderstand='1'>"
        + identifier(id)
        + "<r:MessageNumber>"
        + number
        + "</r:MessageNumber>"
        + last
        + "</r:Sequence>";
  }

  private static String range(long lower, long upper) {
    return "<r:SequenceAcknowledgement>"
        + identifier(OFFERED)
        + "<r:AcknowledgementRange Lower='"
        + lower
        + "' Upper='"
        + upper
        + "'/></r:SequenceAcknowledgement>";
  }

  private static void acknowledges(RmReceived answer, long upTo) {
    List<Ranges> all =
        answer.headers().acknowledgements().stream()
            .map(AcknowledgementHeader::acknowledgement)
            .map(Acknowledgement::ranges)
            .toList();
    assertEquals(List.of(Ranges.of(1, upTo)), all);
  }

  private void greet(long number, String headers) throws Exception {
    RmReceived answer =
        ask(
            GreeterService.NAMESPACE + ":Greeter:greet",
            sequence(number, "") + headers,
            "<g:greet xmlns:g='"
                + GreeterService.NAMESPACE
                + "'><name>n"
                + number
                + "</name></g:greet>");
    assertEquals(OFFERED, answer.headers().sequence().orElseThrow().id().value());
    assertEquals(number, answer.headers().sequence().orElseThrow().number());
    acknowledges(answer, number);
  }

  @Test
  void bothSequencesEnd() throws Exception {
    try (RmServer started = RmServer.start(folder)) {
      server = started;
      create();
      greet(1, range(0, 0));
      greet(2, range(1, 1));
      String keepAlive = "<r:AckRequested>" + identifier(id) + "</r:AckRequested>";
      acknowledges(ask(RM + "/AckRequested", keepAlive + range(1, 2), ""), 2);
      acknowledges(ask(RM + "/LastMessage", sequence(3, "<r:LastMessage/>") + range(1, 2), ""), 3);
      RmReceived ended =
          ask(
              RM + "/TerminateSequence",
              range(1, 2),
              "<r:TerminateSequence>" + identifier(id) + "</r:TerminateSequence>");
      acknowledges(ended, 3);
      assertEquals(OFFERED, ((RmBody.TerminateSequence) ended.body().orElseThrow()).id().value());
      assertEquals(List.of("n1", "n2"), server.told());
      assertEquals(List.of(), RmClient.open(folder.resolve("rm.db")));
    }
  }

  /** An acknowledgement before the first response: the range 0-0, alone in its message. */
  @Test
  void acknowledgementOfNothingIsTaken() throws Exception {
    try (RmServer started = RmServer.start(folder)) {
      server = started;
      create();
      HttpResponse<String> answer = send(RM + "/SequenceAcknowledgement", range(0, 0), "");
      assertEquals(202, answer.statusCode(), answer.body());
      greet(1, "");
    }
  }
}
