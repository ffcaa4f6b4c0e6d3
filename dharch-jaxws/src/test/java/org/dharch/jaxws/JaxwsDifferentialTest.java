package org.dharch.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.handler.Handler;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.dharch.api.DHHandler;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.Gateway;
import org.dharch.core.spi.HandlerKind;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same handler in Metro's own chain and on a node makes the same envelopes. */
final class JaxwsDifferentialTest {
  private static final String REQUEST =
      EnvelopeText.SOAP11.of(
          "<t:Trace xmlns:t='urn:t'>\n 1 &lt; 2</t:Trace>",
          "<o:order xmlns:o='urn:o' n='&quot;1'> ü <![CDATA[<x>]]><o:b/></o:order>");

  /** What each case is called, and a new handler of its kind. */
  record Case(String name, Supplier<Handler<?>> handler, boolean answers) {
    Case(String name, Supplier<Handler<?>> handler) {
      this(name, handler, false);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> cases() {
    return List.of(
        new Case("stamp", AuthorsHandlers.Tag::new),
        new Case("payload", AuthorsHandlers.Copied::new),
        new Case("blind", AuthorsHandlers.Blind::new),
        new Case("answer", AuthorsHandlers.Answerer::new, true),
        new Case("fault", AuthorsHandlers.Refuser::new, true));
  }

  private static final class Waiting implements Gateway<CompletableFuture<Outcome>> {
    @Override
    public void completed(CompletableFuture<Outcome> context, Outcome.Completed outcome) {
      context.complete(outcome);
    }

    @Override
    public void failed(CompletableFuture<Outcome> context, Outcome.Failed outcome) {
      context.complete(outcome);
    }

    @Override
    public void responded(CompletableFuture<Outcome> context, Outcome.Responded outcome) {
      context.complete(outcome);
    }
  }

  private static Outcome send(DHManager manager, Direction flow, String envelope) throws Exception {
    CompletableFuture<Outcome> end = new CompletableFuture<>();
    Submission message =
        Submission.of(
            flow,
            "S",
            "",
            "",
            new MessageContent(
                Utf8.bytes(envelope),
                MessageProperties.of(Map.of(SoapProperties.FLOW, flow.toString())),
                Set.of()));
    assertInstanceOf(Admission.Accepted.class, manager.admit(new Waiting(), end, message));
    return end.get(20, TimeUnit.SECONDS);
  }

  private static void assertSame(byte[] theirs, byte[] ours) {
    assertTrue(
        EnvelopeDiff.between(theirs, ours, Limits.DEFAULT).isEmpty(),
        () -> Utf8.text(theirs) + "\n" + Utf8.text(ours));
  }

  private static SOAPFault fault(byte[] envelope) throws Exception {
    return MessageFactory.newInstance()
        .createMessage(null, new ByteArrayInputStream(envelope))
        .getSOAPBody()
        .getFault();
  }

  /** Each makes the envelope around it with prefixes of its own. */
  private static void assertSameFault(SOAPFault theirs, SOAPFault ours) {
    assertEquals(theirs.getFaultCodeAsQName(), ours.getFaultCodeAsQName());
    assertEquals(theirs.getFaultString(), ours.getFaultString());
    assertTrue(theirs.getDetail().isEqualNode(ours.getDetail()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void sameEnvelopes(Case the) throws Exception {
    Orchestrations orchestrations =
        OrchestrationDocument.parse(
            "o",
            "<orchestrations xmlns='urn:dharch:orchestration:1'>"
                + "<orchestration name='in'><handler name='h' mayRespond='true'/></orchestration>"
                + "<orchestration name='out'><handler name='h'/></orchestration>"
                + "<rule orchestration='in'/><rule orchestration='out' flow='out'/>"
                + "</orchestrations>");
    DHHandler handler =
        new JaxwsKind()
            .adapt(the.handler().get(), new HandlerKind.Setting("h", false, Limits.DEFAULT));
    handler.init(Map.of(JaxwsHandler.FAULTS, "respond"));
    InMemoryTransport transport = new InMemoryTransport();
    try (MetroService metro = new MetroService(the.handler().get(), the.answers());
        HandlerNode node =
            HandlerNode.builder("n").handler("h", 4, handler).start(transport.node());
        DHManager manager =
            DHManager.start(DHManagerConfig.DEFAULT, orchestrations, transport.manager())) {
      assertEquals(List.of("h"), List.copyOf(node.status().handlers()));
      HttpResponse<String> wire = SoapCalls.post11(metro.url(), "urn:x", REQUEST);
      Outcome request = send(manager, Direction.IN, REQUEST);
      if (request instanceof Outcome.Responded answered) {
        byte[] theirs = Utf8.bytes(wire.body());
        byte[] ours = answered.envelope().orElseThrow();
        if (fault(theirs) == null) {
          assertSame(theirs, ours);
        } else {
          assertSameFault(fault(theirs), fault(ours));
        }
        return;
      }
      byte[] ours =
          assertInstanceOf(Outcome.Completed.class, request, request::toString).envelope();
      assertSame(metro.got().get(0), ours);
      String answer = EnvelopeText.SOAP11.of(MetroService.ANSWER);
      Outcome response = send(manager, Direction.OUT, answer);
      assertSame(
          Utf8.bytes(wire.body()),
          assertInstanceOf(Outcome.Completed.class, response, response::toString).envelope());
    }
  }
}
