package org.dharch.ws.rm.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.ws.WsException;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SinkState;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmHeaders;
import org.dharch.ws.rm.message.RmReceived;
import org.junit.jupiter.api.Test;

/** RM 1.0 with an offer on the back-channel: both sequences end, and no response is lost. */
class ConverseSequenceTest {
  private static final String RM = RmVersion.RM_1_0.namespace();
  private static final String WSA = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
  private static final String ANONYMOUS = reply(WSA + "/role/anonymous");
  private static final String NONE = reply("http://www.w3.org/2005/08/addressing/none");
  private static final String OFFERED = "urn:uuid:11111111-0000-4000-8000-000000000001";
  private static final String REPLY =
      "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body><r/></s:Body>"
          + "</s:Envelope>";

  private final Replay sink = new Replay();
  private final String id =
      create("<r:Offer><r:Identifier>" + OFFERED + "</r:Identifier></r:Offer>");

  private static String reply(String address) {
    return "<a:ReplyTo><a:Address>" + address + "</a:Address></a:ReplyTo>";
  }

  private static String message(String action, String headers, String body) {
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:a='"
        + WSA
        + "' xmlns:r='"
        + RM
        + "'><s:Header><a:Action>"
        + action
        + "</a:Action><a:MessageID>urn:uuid:m</a:MessageID><a:To>http://here/</a:To>"
        + headers
        + "</s:Header><s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  private String create(String offer) {
    String acksTo = ANONYMOUS.replace("a:ReplyTo", "r:AcksTo");
    String body = "<r:CreateSequence>" + acksTo + offer + "</r:CreateSequence>";
    try {
      RmReceived created =
          Replay.read(Replay.answer(sink.atSink(message(RM + "/CreateSequence", ANONYMOUS, body))));
      return ((RmBody.CreateSequenceResponse) created.body().orElseThrow()).id().value();
    } catch (WsException e) {
      throw new AssertionError(e);
    }
  }

  private String sequence(long number, boolean isLast) {
    return "<r:Sequence><r:Identifier>"
        + id
        + "</r:Identifier><r:MessageNumber>"
        + number
        + "</r:MessageNumber>"
        + (isLast ? "<r:LastMessage/>" : "")
        + "</r:Sequence>";
  }

  private static String acknowledging(long upTo) {
    return "<r:SequenceAcknowledgement><r:Identifier>"
        + OFFERED
        + "</r:Identifier><r:AcknowledgementRange Lower='1' Upper='"
        + upTo
        + "'/></r:SequenceAcknowledgement>";
  }

  /** A request; the blocks of its response. */
  private RmHeaders request(long number, boolean isLast) throws WsException {
    Changes request =
        sink.atSink(message("urn:greet", ANONYMOUS + sequence(number, isLast), "<greet/>"));
    return RmHeaders.read(Replay.bytes(sink.response(request, REPLY)));
  }

  private Changes terminate(String headers) throws WsException {
    String body =
        "<r:TerminateSequence><r:Identifier>" + id + "</r:Identifier></r:TerminateSequence>";
    return sink.atSink(message(RM + "/TerminateSequence", headers, body));
  }

  private static void isAccepted(Changes changes) {
    assertEquals(Optional.of(new Changes.Verdict.Accept()), changes.verdict());
  }

  private <T extends RmSequence> T only(Class<T> end) {
    return sink.engine().sequences("", 10).stream()
        .filter(end::isInstance)
        .map(end::cast)
        .findFirst()
        .orElseThrow();
  }

  private void isComplete() {
    assertEquals(SinkState.TERMINATED, only(SinkSequence.class).state());
    assertEquals(SourceState.TERMINATED, only(SourceSequence.class).state());
    assertTrue(only(SourceSequence.class).unacknowledged().isEmpty());
    sink.later(700_000);
    assertEquals(List.of(), sink.engine().due(10).observations());
    assertEquals(List.of(), sink.engine().sequences("", 10));
  }

  @Test
  void terminationAnswersWithTermination() throws WsException {
    request(1, false);
    request(2, false);
    RmReceived ended = Replay.read(Replay.answer(terminate(acknowledging(2))));
    assertEquals(OFFERED, ((RmBody.TerminateSequence) ended.body().orElseThrow()).id().value());
    assertEquals(2, ended.headers().acknowledgements().get(0).acknowledgement().ranges().max());
    assertEquals(ended, Replay.read(Replay.answer(terminate(""))), "the same again");
    isComplete();
  }

  @Test
  void unusedOfferEndsToo() throws WsException {
    assertTrue(Replay.answer(terminate("")).contains(OFFERED));
    isComplete();
  }

  @Test
  void unacknowledgedResponseKeepsItsSequence() throws WsException {
    request(1, false);
    isAccepted(terminate(""));
    assertEquals(SourceState.ENDING, only(SourceSequence.class).state());
    isAccepted(sink.atSink(message(RM + "/SequenceAcknowledgement", acknowledging(1), "")));
    isComplete();
  }

  @Test
  void noneWantsNoAnswer() throws WsException {
    request(1, false);
    isAccepted(terminate(NONE + acknowledging(1)));
    isComplete();
  }

  @Test
  void responseToLastRequestIsLast() throws WsException {
    assertEquals(false, request(1, false).sequence().orElseThrow().isLast());
    assertEquals(true, request(2, true).sequence().orElseThrow().isLast());
    String again = message("urn:greet", ANONYMOUS + sequence(2, true), "<greet/>");
    RmHeaders repeated = RmHeaders.read(Replay.bytes(Replay.answer(sink.atSink(again))));
    assertEquals(true, repeated.sequence().orElseThrow().isLast());
    assertTrue(Replay.answer(terminate(acknowledging(2))).contains(OFFERED));
    isComplete();
  }

  @Test
  void responseBeforeLastRequestIsNot() throws WsException {
    RmReceived last =
        Replay.read(
            Replay.answer(sink.atSink(message(RM + "/LastMessage", sequence(1, true), ""))));
    assertEquals(1, last.headers().acknowledgements().get(0).acknowledgement().ranges().max());
    assertTrue(Replay.answer(terminate("")).contains(OFFERED));
    isComplete();
  }
}
