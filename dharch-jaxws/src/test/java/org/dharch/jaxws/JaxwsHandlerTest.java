package org.dharch.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.ThrownFaultException;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.spi.HandlerKind;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What arrives at a JAX-WS handler, and what comes back. */
final class JaxwsHandlerTest {
  private static final String ORDER = "<o:order xmlns:o='urn:o' n=\"1\">a &amp; ü</o:order>";
  private static final byte[] ENVELOPE =
      Utf8.bytes(EnvelopeText.SOAP11.of("<h:One xmlns:h='urn:h'/>", ORDER));

  @BeforeEach
  void forget() {
    AuthorsHandlers.Looker.SEEN.clear();
    AuthorsHandlers.Stamp.LIFE.clear();
  }

  private static DHHandler ready(Handler<?> handler, Map<String, String> parameters, boolean soft)
      throws Exception {
    DHHandler adapted =
        new JaxwsKind().adapt(handler, new HandlerKind.Setting("h", soft, Limits.DEFAULT));
    adapted.init(parameters);
    return adapted;
  }

  private static DHHandler ready(Handler<?> handler) throws Exception {
    return ready(handler, Map.of(), false);
  }

  private static HandlerMessage message(byte[] envelope, Map<String, ?> properties) {
    return HandlerMessage.of(
        MessageId.random(new Random(1)), 1, envelope, MessageProperties.of(properties), Set.of());
  }

  private static Changes handle(Handler<?> handler, Map<String, ?> properties) throws Exception {
    try (DHHandler ready = ready(handler)) {
      return ready.handle(message(ENVELOPE, properties));
    }
  }

  private static final Map<String, ?> OUT = Map.of(SoapProperties.FLOW, "out");

  @Test
  void newBlockIsReturnedAndUnderstoodOnesAreProcessed() throws Exception {
    DHHandler stamp = ready(new AuthorsHandlers.Stamp(), Map.of("text", "t1", "limit", "9"), false);
    Changes changes = stamp.handle(message(ENVELOPE, Map.of()));
    assertEquals(Map.of(), changes.replaced());
    assertEquals(1, changes.addedHeaders().size());
    String block = Utf8.text(changes.addedHeaders().get(0));
    assertTrue(block.contains("urn:stamp") && block.contains(">t1<"), block);
    assertEquals(Set.of(new HeaderRef(new QName("urn:h", "One"), 0)), changes.processed());
    Changes out = stamp.handle(message(ENVELOPE, OUT));
    assertTrue(Utf8.text(out.addedHeaders().get(0)).contains(":Out"), out::toString);
    assertEquals(Set.of(), out.processed(), "of what goes out nothing is");
    stamp.close();
    assertEquals(List.of("begin t1 9", "close", "close", "end"), AuthorsHandlers.Stamp.LIFE);
  }

  @Test
  void completionCallbackCallsClose() throws Exception {
    DHHandler stamp = ready(new AuthorsHandlers.Stamp());
    HandlerMessage message =
        new HandlerMessage(
            MessageId.random(new Random(1)),
            1,
            ENVELOPE,
            MessageProperties.empty(),
            Set.of(),
            true,
            () -> Long.MAX_VALUE);
    stamp.handle(message);
    assertEquals(List.of("begin none 0"), AuthorsHandlers.Stamp.LIFE);
    stamp.ended(message, DHHandler.Ending.FAILED);
    assertEquals(List.of("begin none 0", "close"), AuthorsHandlers.Stamp.LIFE);
  }

  /** As Metro and CXF have it, and handlers of others rely on. */
  @Test
  void headerIsCreatedOnDemand() throws Exception {
    List<Integer> blocks = new ArrayList<>();
    Handler<?> looker =
        new AuthorsHandlers.Plain() {
          @Override
          public boolean handleMessage(SOAPMessageContext context) {
            try {
              blocks.add(context.getMessage().getSOAPHeader().getChildNodes().getLength());
              return true;
            } catch (SOAPException e) {
              throw new ProtocolException(e);
            }
          }
        };
    byte[] bare =
        Utf8.bytes(
            "<s:Envelope xmlns:s='"
                + EnvelopeText.NS11
                + "'><s:Body>"
                + ORDER
                + "</s:Body></s:Envelope>");
    assertTrue(ready(looker).handle(message(bare, Map.of())).isEmpty(), "nothing was changed");
    assertEquals(List.of(0), blocks);
  }

  @Test
  void readingChangesNothing() throws Exception {
    Map<String, Object> properties = new HashMap<>();
    properties.put(SoapProperties.HTTP_METHOD, "POST");
    properties.put(SoapProperties.HTTP_URL, "http://h/axis2/services/S?a=b");
    properties.put(SoapProperties.HTTP_HEADER + "X-User", "u");
    properties.put(SoapProperties.SERVICE, "S");
    properties.put(SoapProperties.OPERATION, "op");
    properties.put(SoapProperties.SERVICE_NAMESPACE, "urn:s");
    properties.put("p", 5);
    assertSame(
        true, handle(new AuthorsHandlers.Looker(), properties).isEmpty(), "nothing was changed");
    assertEquals(
        List.of(
            "a & ü",
            "roles [http://schemas.xmlsoap.org/soap/actor/next]",
            "method POST",
            "path /axis2/services/S",
            "query a=b",
            "service {urn:s}S",
            "operation {urn:s}op",
            "p 5 APPLICATION",
            "x-user [u]"),
        AuthorsHandlers.Looker.SEEN);
  }

  @Test
  void unreadMessageIsNotParsed() throws Exception {
    byte[] noEnvelope = Utf8.bytes("nothing that SAAJ could read");
    assertTrue(ready(new AuthorsHandlers.Blind()).handle(message(noEnvelope, Map.of())).isEmpty());
  }

  @Test
  void requestPropertiesReachResponse() throws Exception {
    Changes request = handle(new AuthorsHandlers.Remember(), Map.of());
    assertEquals(
        Map.of("dharch.exchange.asker", "me", "dharch.exchange.shown", 7, "shown", 7),
        request.properties());
    Map<String, Object> later = new HashMap<>(OUT);
    later.put("dharch.exchange.asker", "me");
    Changes response = handle(new AuthorsHandlers.Remember(), later);
    assertEquals(Map.of(SoapProperties.HTTP_SENDING, "X-Asked-By: me"), response.properties());
  }

  @Test
  void unsendablePropertyIsReported() {
    DHArchException e =
        assertThrows(
            DHArchException.class, () -> handle(new AuthorsHandlers.ListSetter(), Map.of()));
    assertTrue(e.getMessage().contains("property 'list' set by the handler"), e::getMessage);
  }

  @Test
  void falseEndsRequestOrResponse() throws Exception {
    Changes request = handle(new AuthorsHandlers.Answerer(), Map.of());
    Changes.Verdict.Respond answer =
        assertInstanceOf(Changes.Verdict.Respond.class, request.verdict().orElseThrow());
    assertTrue(Utf8.text(answer.envelope()).contains("answered"));
    Changes oneWay =
        handle(
            new AuthorsHandlers.Answerer(),
            Map.of(SoapProperties.OPERATION_PATTERN, "http://www.w3.org/ns/wsdl/in-only"));
    assertInstanceOf(Changes.Verdict.Accept.class, oneWay.verdict().orElseThrow());
    Changes out = handle(new AuthorsHandlers.Answerer(), OUT);
    assertTrue(out.verdict().isEmpty());
    assertTrue(out.properties().get(MessageProperties.REST).toString().contains("<rest"));
    assertTrue(Utf8.text(Merge.apply(ENVELOPE, out, Limits.DEFAULT)).contains("answered"));
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () ->
                handle(
                    new AuthorsHandlers.Answerer(),
                    Map.of(SoapProperties.FLOW, "out", SoapProperties.SERVER_SIDE, false)));
    assertTrue(e.getMessage().contains("must return true"), e::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {EnvelopeText.NS11, EnvelopeText.NS12})
  void aSoapFaultIsTheFailureOrTheAnswer(String soap) throws Exception {
    byte[] envelope = Utf8.bytes(new EnvelopeText(soap, "").of(ORDER));
    DHHandler fails = ready(new AuthorsHandlers.Refuser());
    ThrownFault thrown =
        assertThrows(ThrownFaultException.class, () -> fails.handle(message(envelope, Map.of())))
            .fault();
    boolean soap12 = soap.equals(EnvelopeText.NS12);
    assertEquals(new QName(soap, soap12 ? "Sender" : "Client"), thrown.code());
    assertEquals("not signed", thrown.reason());
    String detail = thrown.detail().get(0);
    assertTrue(detail.contains("xmlns:d=\"urn:d\">no key</d:why>"), detail);
    DHHandler answers =
        ready(new AuthorsHandlers.Refuser(), Map.of(JaxwsHandler.FAULTS, "respond"), false);
    Changes changes = answers.handle(message(envelope, Map.of()));
    String fault =
        Utf8.text(
            assertInstanceOf(Changes.Verdict.Respond.class, changes.verdict().orElseThrow())
                .envelope());
    assertTrue(fault.contains(soap), fault);
    assertTrue(fault.contains(soap.equals(EnvelopeText.NS12) ? ":Sender" : ":Client"), fault);
    assertTrue(fault.contains("not signed") && fault.contains(">no key<"), fault);
  }

  @Test
  void logicalHandlerChangesPayload() throws Exception {
    Changes inPlace = handle(new AuthorsHandlers.Payload(), Map.of());
    String body = Utf8.text(Merge.apply(ENVELOPE, inPlace, Limits.DEFAULT));
    assertTrue(body.contains("seen=\"yes\"") && body.contains("n=\"1\""), body);
    byte[] other = Utf8.bytes(EnvelopeText.SOAP12.of("<replace/>"));
    Changes replaced = ready(new AuthorsHandlers.Payload()).handle(message(other, Map.of()));
    body = Utf8.text(Merge.apply(other, replaced, Limits.DEFAULT));
    assertTrue(body.contains("urn:n") && body.contains(">é<"), body);
  }

  @Test
  void missingPartIsReportedOnUse() throws Exception {
    DHArchException e =
        assertThrows(
            DHArchException.class, () -> handle(new AuthorsHandlers.HiddenAsker(), Map.of()));
    assertTrue(e.getMessage().contains("jakarta.xml.ws.servlet.request"), e::getMessage);
    DHHandler lenient = ready(new AuthorsHandlers.HiddenAsker(), Map.of(), true);
    assertTrue(lenient.handle(message(ENVELOPE, Map.of())).isEmpty());
    DHHandler attacher = ready(new AuthorsHandlers.Attacher(), Map.of(), true);
    e = assertThrows(DHArchException.class, () -> attacher.handle(message(ENVELOPE, Map.of())));
    assertTrue(e.getMessage().contains("attachment"), e::getMessage);
    assertFalse(e.getMessage().contains("null"));
  }
}
