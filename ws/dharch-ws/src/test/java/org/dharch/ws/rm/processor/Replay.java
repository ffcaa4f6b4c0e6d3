package org.dharch.ws.rm.processor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.xmlbeans.XmlObject;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.core.message.envelope.Merge;
import org.dharch.ws.Direction;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsException;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.rm.message.RmReceived;
import org.dharch.ws.rm.store.MemoryRmStore;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapVersion;

/**
 * One end of reliable messaging, of which everything that it says is checked against the schemas.
 */
final class Replay {
  private final Random random = new Random(1);
  private long now = 1_000_000;
  private final InstantSource clock = () -> Instant.ofEpochMilli(now);
  private final RmEngine engine =
      new RmEngine(new MemoryRmStore(clock), RmSettings.DEFAULT, random, "node~1");
  private int messages;

  /** What it wants sent, in this order. */
  final List<RmDirective> emissions = new ArrayList<>();

  final RmSite site =
      new RmSite(engine, RmAgreement.DEFAULT, result -> emissions.addAll(result.emissions()));

  final RmEmissions messagesOf =
      new RmEmissions(
          new RmEmissions.Settings(
              Optional.of("delivered"),
              Optional.empty(),
              java.time.Duration.ofSeconds(60),
              java.time.Duration.ofSeconds(30),
              true,
              Optional.empty()),
          random);

  /** Lets time go on; nothing is looked at. */
  void later(long millis) {
    now += millis;
  }

  RmEngine engine() {
    return engine;
  }

  RmExchange exchange(Optional<RmExchange.RequestReference> request) {
    messages++;
    return new RmExchange(
        "message" + messages, "Greeter", Optional.empty(), 60_000, 0, request, false);
  }

  /** What becomes of a message that comes to the sink. */
  Changes atSink(String envelope) throws WsException {
    return new RmSinkProcessor(site, exchange(Optional.empty()))
        .processExchange(new SOAPContext(bytes(envelope)), Direction.FROM_NETWORK);
  }

  /** A response to it, as it goes out. */
  String response(Changes request, String response) throws WsException {
    String inHand = String.valueOf(request.properties().get(RmSinkProcessor.REQUEST));
    Changes changes =
        new RmSinkProcessor(site, exchange(RmExchange.RequestReference.of(inHand)))
            .processExchange(new SOAPContext(bytes(response)), Direction.FROM_APPLICATION);
    return text(Merge.apply(bytes(response), changes, Limits.DEFAULT));
  }

  /** What is answered; checked. */
  static String answer(Changes changes) {
    Changes.Verdict verdict = changes.verdict().orElseThrow();
    if (!(verdict instanceof Changes.Verdict.Respond respond)) {
      throw new AssertionError("no answer: " + verdict);
    }
    valid(respond.envelope());
    return text(respond.envelope());
  }

  static RmReceived read(String envelope) throws WsException {
    return RmMessages.read(new SOAPContext(bytes(envelope)));
  }

  /** The envelope, what is in its body, and each of the protocol's blocks. */
  static void valid(byte[] envelope) {
    assertTrue(SoapConversions.document(envelope).validate(), () -> text(envelope));
    SOAPContext context = new SOAPContext(envelope);
    for (HeaderRef block : context.headers()) {
      XmlObject document = SafeXml.parse(context.headerBytes(block).orElseThrow());
      assertTrue(document.validate(), () -> block + " in " + text(envelope));
    }
    context
        .body()
        .filter(body -> isKnown(context))
        .ifPresent(body -> assertTrue(body.validate(), () -> text(envelope)));
  }

  /** Whether a schema is there for what is in the body. */
  private static boolean isKnown(SOAPContext context) {
    String namespace = context.bodyName().orElseThrow().getNamespaceURI();
    return RmVersion.of(namespace).isPresent() || SoapVersion.of(namespace).isPresent();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
