package org.dharch.handlers.axis2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.ThrownFaultException;
import org.dharch.core.message.envelope.Merge;
import org.dharch.handlers.axis2.context.Absence;
import org.dharch.handlers.axis2.context.Axis2Contexts;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ordinary Axis2 handlers away from their container. */
final class Axis2HandlerTest {
  private static final Axis2Contexts CONTEXTS = new Axis2Contexts();
  private static final String HEADER =
      "<s:Header><h:One xmlns:h='urn:h'>1</h:One><h:One xmlns:h='urn:h'>2</h:One>"
          + "<x:Other xmlns:x='urn:x'/></s:Header>";
  private static final HeaderRef FIRST = new HeaderRef(new QName("urn:h", "One"), 0);
  private static final HeaderRef SECOND = new HeaderRef(new QName("urn:h", "One"), 1);

  /** Not well-formed, so whoever parses it fails. */
  private static final String BROKEN_BODY = "<b><c></b>";

  private Map<String, Object> properties = new LinkedHashMap<>();
  private Set<HeaderRef> processed = Set.of();

  @BeforeEach
  void forget() {
    SampleHandlers.Reader.SEEN.clear();
  }

  private static String soap11(String header, String body) {
    return EnvelopeText.SOAP11.text(header, body);
  }

  private Changes perform(Handler handler, String envelope) throws Exception {
    return perform(handler, envelope, Map.of());
  }

  private Changes perform(Handler handler, String envelope, Map<String, String> parameters)
      throws Exception {
    Axis2Handler adapter = new Axis2Handler("h", handler, CONTEXTS, Limits.DEFAULT, false);
    adapter.init(parameters);
    return adapter.handle(
        HandlerMessage.of(
            new MessageId(1, 2),
            1,
            envelope.getBytes(StandardCharsets.UTF_8),
            MessageProperties.of(properties),
            processed));
  }

  private static String merged(String envelope, Changes changes) {
    byte[] bytes = envelope.getBytes(StandardCharsets.UTF_8);
    return new String(Merge.apply(bytes, changes, Limits.DEFAULT), StandardCharsets.UTF_8);
  }

  @Test
  void sentPartsAreVisible() throws Exception {
    properties.put("p", "text");
    properties.put("n", 7L);
    properties.put("b", true);
    properties.put(SoapProperties.FLOW, "out");
    properties.put(SoapProperties.SERVER_SIDE, true);
    properties.put(SoapProperties.SOAP_ACTION, "urn:action");
    properties.put(SoapProperties.WSA_MESSAGE_ID, "urn:uuid:1");
    properties.put(SoapProperties.WSA_TO, "http://there");
    properties.put(SoapProperties.WSA_RELATES_TO, "urn:uuid:0");
    properties.put(SoapProperties.SERVICE, "Echo");
    properties.put(SoapProperties.OPERATION, "echo");
    processed = Set.of(SECOND);
    Changes changes =
        perform(new SampleHandlers.Reader(), soap11(HEADER, BROKEN_BODY), Map.of("k", "v"));
    assertEquals(
        List.of(
            "blocks=[One=false, One=true, Other=false]",
            "soap11=true",
            "flow=2 server=true",
            "action=urn:action wsa=urn:action",
            "id=urn:uuid:1 to=http://there",
            "relates=urn:uuid:0",
            "p=text n=7 b=true",
            "service=Echo operation=echo",
            "parameter=v",
            "current=true",
            "flowComplete"),
        SampleHandlers.Reader.SEEN);
    assertTrue(changes.isEmpty(), "nothing was changed: " + changes.properties());
  }

  @Test
  void requestThreadContextIsRestored() throws Exception {
    MessageContext containers = new MessageContext();
    MessageContext.setCurrentMessageContext(containers);
    try {
      perform(new SampleHandlers.Reader(), soap11("", ""));
      assertTrue(SampleHandlers.Reader.SEEN.contains("current=true"));
      assertSame(containers, MessageContext.getCurrentMessageContext());
    } finally {
      MessageContext.destroyCurrentMessageContext();
    }
    perform(new SampleHandlers.Reader(), soap11("", ""));
    assertNull(MessageContext.getCurrentMessageContext());
  }

  @Test
  void absentOptionsStayAbsent() throws Exception {
    String soap12 =
        "<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body/></e:Envelope>";
    assertTrue(perform(new SampleHandlers.Reader(), soap12).isEmpty());
    assertEquals(
        List.of(
            "blocks=[]",
            "soap11=false",
            "flow=1 server=true",
            "action=null wsa=null",
            "id=null to=null",
            "relates=null",
            "p=null n=null b=null",
            "service=null operation=null",
            "parameter=null",
            "current=true",
            "flowComplete"),
        SampleHandlers.Reader.SEEN);
  }

  @Test
  void unreadBodyIsNotParsed() throws Exception {
    String envelope = soap11(HEADER, BROKEN_BODY);
    assertTrue(perform(new SampleHandlers.Reader(), envelope).isEmpty());
    assertEquals(
        Set.of(FIRST, SECOND), perform(new SampleHandlers.Processor(), envelope).processed());
    properties.put("changed", "c");
    assertEquals(5, perform(new SampleHandlers.PropertySetter(), envelope).properties().size());
    assertThrows(Exception.class, () -> perform(new SampleHandlers.BodyReader(), envelope));
  }

  @Test
  void addedHeaderIsReturnedWithoutParsingBody() throws Exception {
    String envelope = soap11(HEADER, BROKEN_BODY);
    Changes changes = perform(new SampleHandlers.HeaderAdder(), envelope, Map.of("text", "å 😀 &"));
    assertEquals(1, changes.addedHeaders().size());
    assertEquals(Map.of(), changes.replaced());
    assertEquals(Set.of(), changes.removedHeaders());
    String block = new String(changes.addedHeaders().get(0), StandardCharsets.UTF_8);
    assertTrue(block.contains("å 😀 &amp;"), block);
    String merged = merged(envelope, changes);
    assertTrue(merged.contains(BROKEN_BODY) && merged.contains(block), merged);
  }

  @Test
  void headerIsCreated() throws Exception {
    String envelope = soap11("", "<b xmlns='urn:b'>ä</b>");
    Changes changes = perform(new SampleHandlers.HeaderAdder(), envelope, Map.of("text", "t"));
    assertEquals(1, changes.addedHeaders().size());
    assertTrue(merged(envelope, changes).contains("<b xmlns='urn:b'>ä</b>"));
  }

  @Test
  void headersAfterNonAsciiAreComparedCorrectly() throws Exception {
    String header = "<s:Header><h:å xmlns:h='urn:h'>😀é中</h:å></s:Header>";
    String envelope = "<?xml version='1.0'?><!-- é😀 -->" + soap11(header, BROKEN_BODY);
    Changes changes = perform(new SampleHandlers.HeaderAdder(), envelope, Map.of("text", "t"));
    assertEquals(1, changes.addedHeaders().size());
    assertEquals(Map.of(), changes.replaced());
  }

  @Test
  void changedBodyIsReturned() throws Exception {
    String envelope = soap11(HEADER, "<b xmlns='urn:b'>before</b>");
    Changes changes = perform(new SampleHandlers.BodyChanger(), envelope);
    assertEquals(1, changes.replaced().size());
    String merged = merged(envelope, changes);
    assertTrue(merged.contains("changed") && !merged.contains("before"), merged);
    assertTrue(merged.contains(HEADER), merged);
  }

  @Test
  void replacedBodyIsReturned() throws Exception {
    String envelope = soap11(HEADER, "<b xmlns='urn:b'>before</b>");
    String merged = merged(envelope, perform(new SampleHandlers.BodyReplacer(), envelope));
    assertTrue(merged.contains("urn:o") && !merged.contains("before"), merged);
  }

  @Test
  void readBodyIsUnchanged() throws Exception {
    String envelope = soap11(HEADER, "<b xmlns='urn:b' a=\"1\">x<!-- c --></b>");
    assertTrue(perform(new SampleHandlers.BodyReader(), envelope).isEmpty());
  }

  @Test
  void propertiesAndOptionsAreReturned() throws Exception {
    properties.put("changed", "c");
    properties.put("old", "o");
    properties.put("kept", "k");
    properties.put(SoapProperties.SOAP_ACTION, "urn:action");
    properties.put(SoapProperties.WSA_TO, "http://there");
    Changes changes = perform(new SampleHandlers.PropertySetter(), soap11("", "<b/>"));
    assertEquals(
        Map.of(
            "new",
            42,
            "changed",
            "c!",
            SoapProperties.WSA_MESSAGE_ID,
            "urn:uuid:2",
            SoapProperties.WSA_ACTION,
            "urn:other",
            SoapProperties.SOAP_ACTION,
            "urn:other"),
        changes.properties());
    assertEquals(Set.of("old", SoapProperties.WSA_TO), changes.removedProperties());
  }

  @Test
  void onlyNewlyProcessedBlocksAreReturned() throws Exception {
    processed = Set.of(FIRST);
    Changes changes = perform(new SampleHandlers.Processor(), soap11(HEADER, BROKEN_BODY));
    assertEquals(Set.of(SECOND), changes.processed());
    assertEquals(false, changes.touchesEnvelope());
  }

  @Test
  void unsendablePropertyIsReported() {
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () -> perform(new SampleHandlers.ListSetter(), soap11("", "<b/>")));
    assertTrue(
        e.getMessage().startsWith("property 'names' set by the handler must be"), e.getMessage());
  }

  @Test
  void faultAndSuspensionAreFailures() {
    ThrownFaultException thrown =
        assertThrows(
            ThrownFaultException.class,
            () -> perform(new SampleHandlers.Thrower(), soap11("", "<b/>")));
    assertEquals("signature is not valid", thrown.fault().reason());
    assertEquals("signature is not valid", thrown.getCause().getMessage());
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () -> perform(new SampleHandlers.Suspender(), soap11("", "<b/>")));
    assertEquals(
        "the handler must return CONTINUE or ABORT on a node (got InvocationResponse.SUSPEND)",
        e.getMessage());
  }

  @Test
  void invalidEnvelopeFails() {
    for (String bad :
        List.of(
            "",
            "<a/>",
            "<!DOCTYPE a><a/>",
            "<s:Envelope xmlns:s='urn:no'><s:Body/></s:Envelope>",
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'></s:Envelope>")) {
      DHArchException e =
          assertThrows(DHArchException.class, () -> perform(new SampleHandlers.Reader(), bad), bad);
      assertEquals(1, e.getMessage().lines().count());
    }
  }

  private static MessageContext message(Axis2Contexts contexts, String service) throws AxisFault {
    MessageProperties at =
        MessageProperties.of(
            Map.of(SoapProperties.SERVICE, service, SoapProperties.OPERATION, "o"));
    return contexts.message(at, Absence.UNKNOWN);
  }

  @Test
  void servicesAreCachedAndBounded() throws Exception {
    Axis2Contexts contexts = new Axis2Contexts();
    Object first = message(contexts, "S").getAxisService();
    assertSame(first, message(contexts, "S").getAxisService());
    for (int i = 0; i < 1000; i++) {
      message(contexts, "S" + i);
    }
    assertTrue(message(contexts, "S").getAxisService() != first);
    DHArchException e =
        assertThrows(DHArchException.class, () -> contexts.configuration().getServices());
    assertTrue(e.getMessage().contains("needs the other services"), e.getMessage());
  }
}
