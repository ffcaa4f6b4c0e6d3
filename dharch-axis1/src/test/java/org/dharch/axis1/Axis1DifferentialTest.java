package org.dharch.axis1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.axis.AxisEngine;
import org.apache.axis.AxisFault;
import org.apache.axis.Constants;
import org.apache.axis.Handler;
import org.apache.axis.Message;
import org.apache.axis.MessageContext;
import org.apache.axis.configuration.SimpleProvider;
import org.apache.axis.handlers.BasicHandler;
import org.apache.axis.handlers.SimpleSessionHandler;
import org.apache.axis.handlers.soap.SOAPService;
import org.apache.axis.server.AxisServer;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.ThrownFaultException;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.message.envelope.FaultReader;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.spi.HandlerKind;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same handler in Axis' own engine and as on a node makes the same envelopes. */
final class Axis1DifferentialTest {
  private static final String REQUEST =
      EnvelopeText.SOAP11.of(
          "<t:Trace xmlns:t='urn:t'>\n 1 &lt; 2</t:Trace>",
          "<o:order xmlns:o='urn:o' n='&quot;1'> ü <![CDATA[<x>]]><o:b/></o:order>");
  private static final String ANSWER = EnvelopeText.SOAP11.of("<a:said xmlns:a='urn:a'>é</a:said>");
  private static final Map<String, String> OPTIONS = Map.of("text", "t1");

  /** The service: keeps what it gets, and says always the same. */
  private static final class Service extends BasicHandler {
    private static final long serialVersionUID = 1L;
    private String got;

    @Override
    public void invoke(MessageContext context) throws AxisFault {
      got = context.getRequestMessage().getSOAPPartAsString();
      context.setResponseMessage(new Message(ANSWER));
    }
  }

  private static byte[] bytes(String text) {
    return Utf8.bytes(text);
  }

  /** Request and response as the handler leaves them in its own engine. */
  @SuppressWarnings("JdkObsolete") // as the interface has it
  private static List<String> inAxis(Handler handler) throws Exception {
    handler.setOptions(new Hashtable<>(OPTIONS));
    handler.init();
    Service service = new Service();
    SimpleProvider provider = new SimpleProvider();
    AxisServer engine = new AxisServer(provider);
    engine.setOption(AxisEngine.PROP_DISABLE_PRETTY_XML, true); // else it puts blanks into the body
    SOAPService deployed = new SOAPService(handler, service, handler);
    deployed.setEngine(engine);
    provider.deployService("S", deployed);
    MessageContext context = new MessageContext(engine);
    context.setRequestMessage(new Message(REQUEST));
    context.setTargetService("S");
    engine.invoke(context);
    return List.of(service.got, context.getResponseMessage().getSOAPPartAsString());
  }

  private static Changes onANode(DHHandler handler, String envelope, Map<String, ?> properties)
      throws Exception {
    return handler.handle(
        HandlerMessage.of(
            MessageId.random(new Random(1)),
            1,
            bytes(envelope),
            MessageProperties.of(properties),
            Set.of()));
  }

  private static DHHandler adapted(Handler handler) throws Exception {
    DHHandler adapted =
        new AxisKind().adapt(handler, new HandlerKind.Setting("h", false, Limits.DEFAULT));
    adapted.init(OPTIONS);
    return adapted;
  }

  static List<Supplier<Handler>> handlers() {
    return List.of(
        AuthorsHandlers.Stamp::new,
        AuthorsHandlers.BodyChanger::new,
        AuthorsHandlers.Blind::new,
        SimpleSessionHandler::new);
  }

  @ParameterizedTest
  @MethodSource("handlers")
  void sameEnvelopes(Supplier<Handler> handlers) throws Exception {
    List<String> theirs = inAxis(handlers.get());
    DHHandler ours = adapted(handlers.get());
    Changes request = onANode(ours, REQUEST, Map.of(SoapProperties.SERVICE, "S"));
    assertSame(theirs.get(0), Merge.apply(bytes(REQUEST), request, Limits.DEFAULT));
    Map<String, Object> later = new HashMap<>();
    later.put(SoapProperties.FLOW, "out");
    request.properties().forEach(later::put);
    Changes response = onANode(ours, ANSWER, later);
    assertSame(theirs.get(1), Merge.apply(bytes(ANSWER), response, Limits.DEFAULT));
  }

  /** Less the session's number, which is another each time. */
  private static void assertSame(String theirs, byte[] ours) {
    String number = ">-?\\d{5,}<";
    byte[] one = bytes(theirs.replaceFirst("^<\\?.*?\\?>", "").replaceAll(number, "><"));
    byte[] two = bytes(Utf8.text(ours).replaceAll(number, "><"));
    assertTrue(
        EnvelopeDiff.between(one, two, Limits.DEFAULT).isEmpty(),
        () -> theirs + "\n" + Utf8.text(ours));
  }

  @Test
  void theSameFault() {
    AxisFault theirs = assertThrows(AxisFault.class, () -> inAxis(new AuthorsHandlers.Refuser()));
    ThrownFault ours =
        assertThrows(
                ThrownFaultException.class,
                () -> onANode(adapted(new AuthorsHandlers.Refuser()), REQUEST, Map.of()))
            .fault();
    assertEquals(theirs.getFaultCode(), ours.code());
    assertEquals(theirs.getFaultString(), ours.reason());
    assertEquals(List.of(), ours.detail(), "neither stack nor host name");
  }

  /** All that Axis can say, in the envelope that Axis itself writes of it. */
  @Test
  void everythingOfTheFault() throws Exception {
    ThrownFault ours =
        assertThrows(
                ThrownFaultException.class,
                () -> onANode(adapted(new AuthorsHandlers.Quota()), REQUEST, Map.of()))
            .fault();
    AxisFault theirs = assertThrows(AxisFault.class, () -> inAxis(new AuthorsHandlers.Quota()));
    theirs.removeFaultDetail(Constants.QNAME_FAULTDETAIL_STACKTRACE);
    theirs.removeFaultDetail(Constants.QNAME_FAULTDETAIL_HOSTNAME);
    byte[] written = new Message(theirs).getSOAPPartAsBytes();
    assertEquals(FaultReader.read(written, Limits.DEFAULT), ours.with(MessageProperties.empty()));
    assertEquals("urn:role", ours.role());
    assertEquals(1, ours.detail().size());
    assertEquals(401, ours.properties().get(SoapProperties.HTTP_STATUS).orElseThrow());
    assertEquals(
        "WWW-Authenticate: Basic realm=\"AXIS\"",
        ours.properties().text(SoapProperties.HTTP_SENDING, ""));
  }
}
