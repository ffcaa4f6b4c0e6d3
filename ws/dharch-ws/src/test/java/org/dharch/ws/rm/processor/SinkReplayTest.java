package org.dharch.ws.rm.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.SoapProperties;
import org.dharch.api.Target;
import org.dharch.ws.Vectors;
import org.dharch.ws.Vectors.Vector;
import org.dharch.ws.WsException;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmHeaders;
import org.dharch.ws.rm.message.RmMessageKind;
import org.dharch.ws.rm.message.RmReceived;
import org.dharch.ws.soap.SoapFaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sink answers what real clients said to other stacks. */
class SinkReplayTest {
  private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

  static Stream<String> conversations() {
    return Vectors.all().stream()
        .map(Vector::conversation)
        .filter(name -> name.contains("rm1") && !name.contains("1.6.4"))
        .distinct();
  }

  /** What the conversation's client said, and what its sequence was called. */
  private record Said(List<String> messages, String id) {
    static Said by(String conversation) throws WsException {
      List<Vector> all = Vectors.of(conversation);
      String id = "";
      for (Vector vector : all) {
        if (vector.kind().equals("CreateSequenceResponse") && id.isEmpty()) {
          RmBody body = Replay.read(Replay.text(vector.bytes())).body().orElseThrow();
          id = ((RmBody.CreateSequenceResponse) body).id().value();
        }
      }
      return new Said(
          all.stream()
              .filter(vector -> vector.name().contains("client-REQ_OUT"))
              .map(vector -> Replay.text(vector.bytes()))
              .toList(),
          id);
    }
  }

  @ParameterizedTest
  @MethodSource("conversations")
  void answersRecordedMessages(String conversation) throws WsException {
    Said output = Said.by(conversation);
    Replay sink = new Replay();
    String id = "";
    int applications = 0;
    for (String message : output.messages()) {
      String here = message.replace(output.id(), id.isEmpty() ? output.id() : id);
      Changes changes = sink.atSink(here);
      RmReceived received = Replay.read(here);
      Optional<RmMessageKind> kind = received.kind();
      if (kind.equals(Optional.of(RmMessageKind.CREATE_SEQUENCE))) {
        RmBody body = Replay.read(reply(changes)).body().orElseThrow();
        id = ((RmBody.CreateSequenceResponse) body).id().value();
        assertEquals(
            ((RmBody.CreateSequence) received.body().orElseThrow()).offer().isPresent(),
            ((RmBody.CreateSequenceResponse) body).accepted().isPresent());
        RmBody again = Replay.read(reply(sink.atSink(here))).body().orElseThrow();
        assertEquals(body, again, "the same request is the same sequence");
      } else if (kind.equals(Optional.of(RmMessageKind.CLOSE_SEQUENCE))) {
        RmReceived closed = Replay.read(reply(changes));
        assertEquals(Optional.of(RmMessageKind.CLOSE_SEQUENCE_RESPONSE), closed.kind());
        assertTrue(closed.headers().acknowledgements().get(0).acknowledgement().isFinal());
      } else if (kind.equals(Optional.of(RmMessageKind.TERMINATE_SEQUENCE))) {
        if (conversation.contains("rm11")) {
          RmReceived ended = Replay.read(reply(changes));
          assertEquals(Optional.of(RmMessageKind.TERMINATE_SEQUENCE_RESPONSE), ended.kind());
        }
      } else if (kind.isEmpty()) {
        applications++;
        application(sink, here, changes, applications);
      }
    }
    assertEquals(3, applications);
    assertEquals(
        conversation.contains("oneway") ? 1 : 0,
        sink.emissions.stream().filter(it -> it.action() instanceof RmAction.Deliver).count(),
        "the first is delivered, the others wait for it");
  }

  /** On the back-channel, or to its address. */
  private static String reply(Changes changes) {
    if (changes.emissions().isEmpty()) {
      return Replay.answer(changes);
    }
    Emission emission = changes.emissions().get(0);
    assertTrue(emission.target() instanceof Target.Endpoint);
    Replay.valid(emission.envelope());
    return Replay.text(emission.envelope());
  }

  private static void application(Replay sink, String message, Changes changes, int number)
      throws WsException {
    boolean isOneWay = message.contains("note");
    if (isOneWay) {
      RmHeaders headers = Replay.read(Replay.answer(changes)).headers();
      assertEquals(number, headers.acknowledgements().get(0).acknowledgement().ranges().max());
      return;
    }
    assertTrue(changes.verdict().isEmpty(), "it goes on");
    assertEquals(
        Replay.read(message).headers().acknowledgements().size() + 1, changes.processed().size());
    String soap = message.contains(SOAP12) ? SOAP12 : SOAP11;
    String response =
        "<s:Envelope xmlns:s='"
            + soap
            + "'><s:Body><hello>"
            + number
            + "</hello></s:Body></s:Envelope>";
    RmHeaders headers = Replay.read(sink.response(changes, response)).headers();
    assertEquals(number, headers.sequence().orElseThrow().number());
    assertEquals(1, headers.acknowledgements().get(0).acknowledgement().ranges().count());
    assertEquals(number, headers.acknowledgements().get(0).acknowledgement().ranges().max());
    if (soap.equals(SOAP11)) {
      String again = reply(sink.atSink(message));
      assertTrue(again.contains("<hello>" + number + "</hello>"), again);
      assertEquals(number, Replay.read(again).headers().sequence().orElseThrow().number());
    }
  }

  private static String note(RmVersion version, String soap, String id, long number) {
    return "<s:Envelope xmlns:s='"
        + soap
        + "'><s:Header><w:Action xmlns:w='http://www.w3.org/2005/08/addressing'>urn:note</w:Action>"
        + "<w:ReplyTo xmlns:w='http://www.w3.org/2005/08/addressing'><w:Address>"
        + "http://www.w3.org/2005/08/addressing/none</w:Address></w:ReplyTo><r:Sequence xmlns:r='"
        + version.namespace()
        + "'><r:Identifier>"
        + id
        + "</r:Identifier><r:MessageNumber>"
        + number
        + "</r:MessageNumber></r:Sequence></s:Header><s:Body><note>"
        + number
        + "</note></s:Body></s:Envelope>";
  }

  @ParameterizedTest
  @ValueSource(strings = {SOAP11, SOAP12})
  void unknownSequenceFaultsOnBackChannel(String soap) throws WsException {
    for (RmVersion version : RmVersion.values()) {
      String fault = Replay.answer(new Replay().atSink(note(version, soap, "urn:nobody", 1)));
      RmHeaders headers = RmHeaders.read(Replay.bytes(fault));
      RmFault output =
          RmFault.of(SoapFaults.read(Replay.bytes(fault)).orElseThrow(), headers).orElseThrow();
      assertEquals(version.name("UnknownSequence"), output.code());
      assertEquals("urn:nobody", output.sequence().orElseThrow().value());
    }
  }

  @Test
  void deliveryHasKeyAndNoSequenceHeader() throws WsException {
    Replay sink = new Replay();
    String create = Replay.text(Vectors.one("cxf-rm11-wsa200508-anon-oneway", "01").bytes());
    RmBody body = Replay.read(Replay.answer(sink.atSink(create))).body().orElseThrow();
    String id = ((RmBody.CreateSequenceResponse) body).id().value();
    var unused = Replay.answer(sink.atSink(note(RmVersion.RM_1_1, SOAP11, id, 1)));
    RmDirective deliver = sink.emissions.get(0);
    Emission emission = sink.messagesOf.of(deliver).orElseThrow().emission();
    assertEquals(new Target.Service("Greeter", ""), emission.target());
    assertEquals("urn:note", emission.action());
    assertEquals(id + "/1", emission.properties().text(SoapProperties.DELIVERY_KEY, ""));
    assertEquals(Optional.of("delivered"), emission.orchestration());
    String envelope = Replay.text(emission.envelope());
    assertTrue(envelope.contains(">" + id + "/1</"), envelope);
    assertTrue(RmHeaders.read(emission.envelope()).isEmpty(), envelope);
  }

  @Test
  void closedSequenceFaultHasFinalAcknowledgement() throws WsException {
    Replay sink = new Replay();
    Said output = Said.by("cxf-rm11-wsa200508-anon-oneway");
    RmBody body =
        Replay.read(Replay.answer(sink.atSink(output.messages().get(0)))).body().orElseThrow();
    String id = ((RmBody.CreateSequenceResponse) body).id().value();
    var first = sink.atSink(note(RmVersion.RM_1_1, SOAP11, id, 1));
    var closed =
        sink.atSink(
            output.messages().stream()
                .filter(it -> it.contains("<wsrm:CloseSequence"))
                .findFirst()
                .orElseThrow()
                .replace(output.id(), id)
                .replace(">3<", ">1<"));
    assertTrue(first.verdict().isPresent() && closed.verdict().isPresent());
    String fault = Replay.answer(sink.atSink(note(RmVersion.RM_1_1, SOAP11, id, 2)));
    RmHeaders headers = RmHeaders.read(Replay.bytes(fault));
    assertTrue(headers.acknowledgements().get(0).acknowledgement().isFinal(), fault);
    assertEquals(RmVersion.RM_1_1.name("SequenceClosed"), headers.fault().orElseThrow().code());
  }
}
