package org.dharch.ws.rm.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.Vectors;
import org.dharch.ws.WsException;
import org.dharch.ws.rm.message.MakeConnection;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmHeaders;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFaults;
import org.junit.jupiter.api.Test;

/** A client that has no address fetches the responses that it lacks. */
class MakeConnectionTest {
  private static final String MC = "http://docs.oasis-open.org/ws-rx/wsmc/200702";
  private static final String RM = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
  private static final String ANONYMOUS = "http://www.w3.org/2005/08/addressing/anonymous";
  private static final String CLIENT = MC + "/anonymous?id=550e8400-e29b-11d4-a716-446655440000";
  private static final String CONVERSATION = "cxf-rm11-wsa200508-anon";
  private static final String OFFERED = "urn:uuid:e69de5e4-610f-4111-8fb2-e81324acddce";

  private final Replay sink = new Replay();
  private final String id = created();

  /** What the recorded client says, if it has that address. */
  private static String said(String number) {
    return Replay.text(Vectors.one(CONVERSATION, number).bytes()).replace(ANONYMOUS, CLIENT);
  }

  private String created() {
    try {
      RmBody body = Replay.read(Replay.answer(sink.atSink(said("01")))).body().orElseThrow();
      RmBody.CreateSequenceResponse created = (RmBody.CreateSequenceResponse) body;
      assertTrue(created.accepted().isPresent());
      return created.id().value();
    } catch (WsException e) {
      throw new AssertionError(e);
    }
  }

  /** A request in the sequence, and its response as it goes out on the connection. */
  private String greet(String number) throws WsException {
    String acknowledgement = "(?s)<wsrm:SequenceAcknowledgement.*?</wsrm:SequenceAcknowledgement>";
    String request = said(number).replaceAll(acknowledgement, ""); // it had the response before
    String was = request.replaceFirst("(?s).*Sequence .*?Identifier>([^<]*)<.*", "$1");
    Changes changes = sink.atSink(request.replace(was, id));
    assertTrue(changes.verdict().isEmpty(), "it goes on");
    return sink.response(
        changes,
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>"
            + "<w:To xmlns:w='http://www.w3.org/2005/08/addressing'>"
            + CLIENT
            + "</w:To></s:Header><s:Body><hello>"
            + number
            + "</hello></s:Body></s:Envelope>");
  }

  private static String fetching(String blocks, String inside) {
    return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>"
        + "<w:Action xmlns:w='http://www.w3.org/2005/08/addressing'>"
        + MC
        + "/MakeConnection</w:Action>"
        + blocks
        + "</s:Header><s:Body><m:MakeConnection xmlns:m='"
        + MC
        + "'>"
        + inside
        + "</m:MakeConnection></s:Body></s:Envelope>";
  }

  private static String address(String address) {
    return "<m:Address>" + address + "</m:Address>";
  }

  private Changes fetch(String blocks) throws WsException {
    return sink.atSink(fetching(blocks, address(CLIENT)));
  }

  private static void isNothing(Changes changes) {
    assertEquals(Optional.of(new Changes.Verdict.Accept()), changes.verdict());
  }

  private static String acknowledging(long upTo) {
    return "<r:SequenceAcknowledgement xmlns:r='"
        + RM
        + "'><r:Identifier>"
        + OFFERED
        + "</r:Identifier><r:AcknowledgementRange Lower='1' Upper='"
        + upTo
        + "'/></r:SequenceAcknowledgement>";
  }

  private static void isHandedOver(Changes changes, long number, String text, boolean isMore)
      throws WsException {
    String answer = Replay.answer(changes);
    RmHeaders headers = RmHeaders.read(Replay.bytes(answer));
    assertEquals(OFFERED, headers.sequence().orElseThrow().id().value());
    assertEquals(number, headers.sequence().orElseThrow().number());
    assertEquals(1, headers.ackRequested().size(), answer);
    assertTrue(answer.contains("<hello>" + text + "</hello>"), answer);
    assertTrue(answer.contains(">" + CLIENT + "</"), answer);
    assertTrue(answer.contains(MakeConnection.pending(isMore)), answer);
  }

  @Test
  void pollReturnsUnacknowledgedOneByOne() throws WsException {
    assertEquals(1, RmHeaders.read(Replay.bytes(greet("03"))).sequence().orElseThrow().number());
    assertEquals(2, RmHeaders.read(Replay.bytes(greet("05"))).sequence().orElseThrow().number());
    isNothing(fetch("")); // they are on their way
    assertEquals(List.of(), sink.emissions, "nothing is sent to an address that is none");
    sink.later(3_000);
    isHandedOver(fetch(""), 1, "03", true);
    isHandedOver(fetch(""), 2, "05", false);
    isNothing(fetch(""));
    sink.later(3_000);
    isHandedOver(fetch(acknowledging(1)), 2, "05", false);
    isNothing(fetch(acknowledging(2)));
    sink.later(60_000);
    isNothing(fetch(""));
    assertEquals(List.of(), sink.emissions);
  }

  @Test
  void pollByOtherAddressReturnsNothing() throws WsException {
    assertEquals(1, RmHeaders.read(Replay.bytes(greet("03"))).sequence().orElseThrow().number());
    sink.later(3_000);
    isNothing(sink.atSink(fetching("", address(CLIENT + "1"))));
    isNothing(sink.atSink(fetching("", address(ANONYMOUS))));
  }

  private SoapFault refused(String inside) {
    ProcessingException refused =
        assertThrows(ProcessingException.class, () -> sink.atSink(fetching("", inside)));
    assertEquals(MC + "/fault", refused.action());
    assertEquals(MC, refused.fault().subcode().orElseThrow().getNamespaceURI());
    String said =
        Replay.text(
            SoapFaults.envelope(
                org.dharch.ws.soap.SoapVersion.SOAP_1_2, refused.fault(), List.of()));
    Replay.valid(Replay.bytes(said));
    return refused.fault();
  }

  @Test
  void rejectsSelectionWithoutAddress() {
    for (String none : List.of("", address(""), address("a") + address("b"))) {
      assertEquals("MissingSelection", refused(none).subcode().orElseThrow().getLocalPart());
    }
    SoapFault other =
        refused(address(CLIENT) + "<r:Identifier xmlns:r='" + RM + "'>urn:s</r:Identifier>");
    assertEquals("UnsupportedSelection", other.subcode().orElseThrow().getLocalPart());
    assertTrue(SafeXml.parse(Replay.bytes(other.detail().get(0))).validate());
    assertTrue(other.detail().get(0).contains("Identifier"), other.detail().get(0));
  }

  @Test
  void generatedMessagesAreValid() {
    SOAPContext context = new SOAPContext(Replay.bytes(fetching("", address(CLIENT))));
    assertTrue(MakeConnection.is(context));
    assertTrue(context.body().orElseThrow().validate());
    assertTrue(SafeXml.parse(Replay.bytes(MakeConnection.pending(true))).validate());
  }
}
