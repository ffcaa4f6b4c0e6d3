package org.dharch.ws.rm.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.ws.WsException;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmHeaders;
import org.dharch.ws.soap.SoapFaults;
import org.junit.jupiter.api.Test;

/** AckRequested for a sequence that this sink does not have, beside other blocks. */
class PiggybackedRequestTest {
  private static final String RM = RmVersion.RM_1_1.namespace();
  private static final String WSA = "http://www.w3.org/2005/08/addressing";

  private final Replay sink = new Replay();
  private final String id = create();

  private String create() {
    String acksTo = "<r:AcksTo><a:Address>" + WSA + "/anonymous</a:Address></r:AcksTo>";
    String body = "<r:CreateSequence>" + acksTo + "</r:CreateSequence>";
    try {
      return ((RmBody.CreateSequenceResponse)
              Replay.read(Replay.answer(send("CreateSequence", "anonymous", "", body)))
                  .body()
                  .orElseThrow())
          .id()
          .value();
    } catch (WsException e) {
      throw new AssertionError(e);
    }
  }

  private Changes send(String action, String replyTo, String headers, String body)
      throws WsException {
    return sink.atSink(
        "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:a='"
            + WSA
            + "' xmlns:r='"
            + RM
            + "'><s:Header><a:Action>"
            + RM
            + "/"
            + action
            + "</a:Action><a:MessageID>urn:uuid:m</a:MessageID><a:ReplyTo><a:Address>"
            + WSA
            + "/"
            + replyTo
            + "</a:Address></a:ReplyTo>"
            + headers
            + "</s:Header><s:Body>"
            + body
            + "</s:Body></s:Envelope>");
  }

  private static String asked(String sequence) {
    return "<r:AckRequested><r:Identifier>" + sequence + "</r:Identifier></r:AckRequested>";
  }

  private String sequence(long number) {
    return "<r:Sequence><r:Identifier>"
        + id
        + "</r:Identifier><r:MessageNumber>"
        + number
        + "</r:MessageNumber></r:Sequence>";
  }

  /** The answer is the fault about that sequence; what it acknowledges. */
  private static List<String> unknown(Changes changes) throws WsException {
    String answer = Replay.answer(changes);
    RmHeaders headers = RmHeaders.read(Replay.bytes(answer));
    RmFault fault =
        RmFault.of(SoapFaults.read(Replay.bytes(answer)).orElseThrow(), headers).orElseThrow();
    assertEquals("UnknownSequence", fault.code().getLocalPart());
    assertEquals("urn:nobody", fault.sequence().orElseThrow().value());
    return headers.acknowledgements().stream()
        .map(header -> header.acknowledgement().ranges().toString())
        .toList();
  }

  private String received() {
    SinkSequence only = (SinkSequence) sink.engine().sequences("", 1).get(0);
    return only.received().toString();
  }

  @Test
  void oneWayMessageIsTakenAndAnsweredWithTheFault() throws WsException {
    String headers = sequence(1) + asked("urn:nobody");
    assertEquals(List.of("1"), unknown(send("note", "none", headers, "<n/>")));
    assertEquals("1", received());
    assertEquals(1, sink.emissions.size(), "it is delivered");
  }

  @Test
  void requestIsNotServedUntilItIsAlone() throws WsException {
    assertEquals(
        List.of(), unknown(send("greet", "anonymous", sequence(1) + asked("urn:nobody"), "<g/>")));
    assertEquals("", received());
    assertEquals(Optional.empty(), send("greet", "anonymous", sequence(1), "<g/>").verdict());
  }

  @Test
  void otherSequenceInTheMessageIsAcknowledged() throws WsException {
    var unused = send("note", "none", sequence(1), "<n/>");
    assertEquals(
        List.of("1"),
        unknown(send("AckRequested", "anonymous", asked("urn:nobody") + asked(id), "")));
    String alone = Replay.answer(send("AckRequested", "anonymous", asked(id), ""));
    assertTrue(alone.contains("SequenceAcknowledgement"), alone);
    assertEquals(List.of(), unknown(send("AckRequested", "anonymous", asked("urn:nobody"), "")));
  }

  @Test
  void requestedSequenceOfTheMessageItselfIsNone() throws WsException {
    Changes answer = send("note", "none", sequence(1) + asked(id), "<n/>");
    RmHeaders headers = RmHeaders.read(Replay.bytes(Replay.answer(answer)));
    assertEquals(1, headers.acknowledgements().size());
  }
}
