package org.dharch.ws.rm.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Merge;
import org.dharch.ws.Direction;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsException;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.engine.SequenceAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent again is what was sent, but for AckRequested, whoever has kept it. */
class SentAgainTest {
  private static final String ADDRESSED =
      "<w:To xmlns:w='http://www.w3.org/2005/08/addressing'>http://sink.example/</w:To>"
          + "<w:Action xmlns:w='http://www.w3.org/2005/08/addressing'>urn:a</w:Action>";

  private final Replay source = new Replay();
  private RmVersion version = RmVersion.RM_1_1;

  private static String envelope(String soap, String headers, String body) {
    return "<s:Envelope xmlns:s='%s'><s:Header>%s</s:Header><s:Body>%s</s:Body></s:Envelope>"
        .formatted(soap, ADDRESSED + headers, body);
  }

  private static String soap11(String body) {
    return envelope("http://schemas.xmlsoap.org/soap/envelope/", "", body);
  }

  private Changes atSource(String by, String envelope) throws WsException {
    RmSourceTerms terms =
        new RmSourceTerms(
            version,
            DeliveryAssurance.EXACTLY_ONCE_IN_ORDER,
            Duration.ofMinutes(10),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty());
    RmExchange exchange =
        new RmExchange(by, "", Optional.of(true), 60_000, 0, Optional.empty(), false);
    return new RmSourceProcessor(source.site, terms, exchange)
        .processExchange(new SOAPContext(Replay.bytes(envelope)), Direction.FROM_APPLICATION);
  }

  /** The first waits for the sequence; what comes afterwards goes out at once. */
  private void created() throws WsException {
    atSource("first", soap11("<a/>"));
    atSource("other", envelope("http://www.w3.org/2003/05/soap-envelope", "", "<a/>"));
    source.engine().sequences("", 9).forEach(it -> created(it.key()));
    source.emissions.clear();
  }

  private void created(String key) {
    source
        .engine()
        .created(
            key,
            new SequenceAnswer(
                new SequenceId("urn:at-the-sink:" + key), 86_400_000, false, Optional.empty()));
  }

  /** Through {@code rm-source}, a handler that adds something, and {@code rm-store}. */
  private String sent(String by, String envelope, String added) throws WsException {
    Changes changes = atSource(by, envelope);
    assertTrue(changes.verdict().isEmpty(), "it goes out");
    byte[] wire = Merge.apply(Replay.bytes(envelope), changes, Limits.DEFAULT);
    byte[] bytes = Replay.bytes(Replay.text(wire).replace("</s:Header>", added + "</s:Header>"));
    SentMark mark =
        SentMark.parse(String.valueOf(changes.properties().get(SentMark.PROPERTY))).orElseThrow();
    RmSourceProcessor.storeWireForm(source.site, mark, bytes);
    return Replay.text(bytes);
  }

  private String sentAgain() {
    source.later(4_000);

    RmDirective again =
        source.engine().due(10).emissions().stream()
            .filter(it -> it.action() instanceof RmAction.Transmit)
            .filter(it -> !Replay.text(it.envelope().orElseThrow()).contains("<a/>"))
            .reduce((one, other) -> other)
            .orElseThrow();
    String output = Replay.text(source.messagesOf.of(again).orElseThrow().emission().envelope());
    return output.replaceFirst("<([^ :>]+:)?AckRequested.*?</([^ :>]+:)?AckRequested>", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<b/>",
        "<b><![CDATA[]]>]]&gt;<![CDATA[<c/>]]></b>",
        "<b c='1' \n d = \"'\">&amp;&#x20AC;&#13;</b><!-- - --><?p q?>",
        "<wsrm:b xmlns:wsrm='urn:other' xmlns='urn:default'><c xmlns=''/></wsrm:b>"
      })
  void unchangedMessageSkipsStore(String body) throws WsException {
    for (RmVersion each : RmVersion.values()) {
      version = each;
      for (String soap :
          new String[] {
            "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"
          }) {
        created();
        for (String added : new String[] {"", "\n", "<h xmlns='urn:h' i='j'/>"}) {
          String by = soap + each + added;
          assertEquals(
              sent(by, "<?xml version='1.0'?>" + envelope(soap, "<g/>", body), added), sentAgain());
        }
        source.engine().sequences("", 9).forEach(it -> source.engine().end(it.key(), "seen"));
        source.engine().sequences("", 9).forEach(it -> source.engine().end(it.key(), "seen"));
      }
    }
  }

  /** As after its gateway was killed: handlers before it may say something else this time. */
  @Test
  void changedRepetitionIsStored() throws WsException {
    created();
    sent("m", soap11("<b>1</b>"), "");
    assertEquals(sent("m", soap11("<b>2</b>"), ""), sentAgain());
  }

  /** A handler that need not perform did so the first time. */
  @Test
  void unchangedRepetitionIsStored() throws WsException {
    created();
    sent("m", soap11("<b/>"), "<h xmlns='urn:h'/>");
    assertEquals(sent("m", soap11("<b/>"), ""), sentAgain());
  }

  /** As a notification with as many reference parameters as a subscriber likes. */
  @Test
  void rejectsMessageWithoutBlockCapacity() throws WsException {
    created();
    String soap = "http://schemas.xmlsoap.org/soap/envelope/";
    for (String envelope :
        new String[] {
          envelope(soap, "<h xmlns='urn:h'/>".repeat(253), "<b/>"),
          envelope(soap, "<h xmlns='urn:h'/>".repeat(254), "<b/>"),
          soap11("<b>" + "x".repeat((16 << 20) - 1_000) + "</b>")
        }) {
      assertThrows(MalformedMessageException.class, () -> atSource("m", envelope));
    }
    String most = envelope(soap, "<h xmlns='urn:h'/>".repeat(252), "<b/>");
    assertEquals(sent("m", most, ""), sentAgain());
    long numbers =
        source.engine().sequences("", 9).stream()
            .mapToLong(it -> ((SourceSequence) it).numbers().taken())
            .sum();
    assertEquals(3, numbers, "of the first of each version, and this");
  }
}
