package org.dharch.ws.rm.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.xmlbeans.XmlError;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlOptions;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsException;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapVersion;

/** Whatever is written is valid by the published schemas, and is read as it was written. */
class RmRoundTripTest {
  /** One whole message. */
  record Written(
      SoapVersion soap,
      AddressingVersion addressing,
      Optional<RmBody> body,
      Optional<SequenceHeader> sequence,
      List<AcknowledgementHeader> acknowledgements,
      List<AckRequestedHeader> requests) {}

  @Provide
  Arbitrary<Written> messages() {
    return Arbitraries.of(RmVersion.class)
        .flatMap(
            version ->
                Arbitraries.of(AddressingVersion.class)
                    // 1.1's schema knows 2005/08 only
                    .filter(
                        wsa ->
                            version == RmVersion.RM_1_0
                                ? wsa == AddressingVersion.WSA_2004_08
                                : wsa == AddressingVersion.WSA_2005_08)
                    .flatMap(
                        wsa ->
                            Combinators.combine(
                                    Arbitraries.of(SoapVersion.class),
                                    body(version, wsa).optional(0.7),
                                    sequence(version).optional(0.5),
                                    acknowledgement(version).list().ofMaxSize(3),
                                    request(version).list().ofMaxSize(2))
                                .as(
                                    (soap, body, sequence, acks, requests) ->
                                        new Written(soap, wsa, body, sequence, acks, requests))));
  }

  private static Arbitrary<SequenceId> ids() {
    return Arbitraries.oneOf(
        Arbitraries.create(() -> new SequenceId("urn:uuid:ce261d0f-d5c2-4a68-bc15-4dc80b912a82")),
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .withChars("&=?/\u00e9")
            .ofMinLength(1)
            .ofMaxLength(200)
            .map(text -> new SequenceId("http://h/" + text)));
  }

  private static Arbitrary<Long> numbers() {
    return Arbitraries.longs().between(1, Long.MAX_VALUE);
  }

  private static Arbitrary<SequenceHeader> sequence(RmVersion version) {
    return Combinators.combine(ids(), numbers(), Arbitraries.of(true, false))
        .as(
            (id, number, isLast) ->
                new SequenceHeader(version, id, number, isLast && version.hasLastMessage()));
  }

  private static Arbitrary<AckRequestedHeader> request(RmVersion version) {
    return Combinators.combine(ids(), numbers().optional(0.5))
        .as(
            (id, highest) ->
                new AckRequestedHeader(
                    version, id, version.hasAckRequestedNumber() ? highest : Optional.empty()));
  }

  private static Arbitrary<AcknowledgementHeader> acknowledgement(RmVersion version) {
    Arbitrary<Ranges> ranges =
        Arbitraries.longs()
            .between(1, 500)
            .list()
            .ofMinSize(version.hasNone() ? 0 : 1)
            .ofMaxSize(40)
            .map(
                numbers -> {
                  Ranges all = Ranges.EMPTY;
                  for (long number : numbers) {
                    all = all.add(number);
                  }
                  return all;
                });
    return Combinators.combine(
            ids(), ranges, ranges, Arbitraries.of(true, false), Arbitraries.of(true, false, false))
        .as(
            (id, has, lacks, isFinal, isNack) -> {
              boolean nack = isNack && !lacks.isEmpty();
              return new AcknowledgementHeader(
                  version,
                  new Acknowledgement(
                      id, nack ? Ranges.EMPTY : has, isFinal && version.hasClose() && !nack),
                  nack ? lacks : Ranges.EMPTY);
            });
  }

  private static Arbitrary<RmBody> body(RmVersion version, AddressingVersion wsa) {
    Arbitrary<EndpointReference> reference =
        Arbitraries.of("http://h/a?b&c", wsa.anonymous(), "urn:x:y")
            .map(address -> EndpointReference.of(wsa, address));
    Arbitrary<Optional<Duration>> expires =
        Arbitraries.longs().between(1, 3_000_000_000_000L).map(Duration::ofMillis).optional(0.5);
    Arbitrary<Optional<IncompleteSequenceBehavior>> behavior =
        version.hasIncompleteSequenceBehavior()
            ? Arbitraries.of(IncompleteSequenceBehavior.class).optional(0.5)
            : Arbitraries.just(Optional.empty());
    Arbitrary<Optional<Long>> last =
        version.hasLastMsgNumber() ? numbers().optional(0.5) : Arbitraries.just(Optional.empty());
    Arbitrary<RmBody.Offer> offer =
        Combinators.combine(ids(), reference, expires, behavior)
            .as(
                (id, endpoint, time, output) ->
                    new RmBody.Offer(
                        id,
                        version.hasOfferEndpoint() ? Optional.of(endpoint) : Optional.empty(),
                        time,
                        output));
    List<Arbitrary<RmBody>> all = new ArrayList<>();
    all.add(
        Combinators.combine(
                reference,
                expires,
                offer.optional(0.5),
                Arbitraries.of("<x:p xmlns:x=\"urn:x\">q</x:p>").list().ofMaxSize(2))
            .as((to, time, o, more) -> new RmBody.CreateSequence(version, to, time, o, more)));
    all.add(
        Combinators.combine(ids(), expires, behavior, reference.optional(0.5))
            .as(
                (id, time, output, to) ->
                    new RmBody.CreateSequenceResponse(version, id, time, output, to)));
    all.add(
        Combinators.combine(ids(), last)
            .as((id, number) -> new RmBody.TerminateSequence(version, id, number)));
    if (version.hasClose()) {
      all.add(
          Combinators.combine(ids(), last)
              .as((id, number) -> new RmBody.CloseSequence(version, id, number)));
      all.add(ids().map(id -> new RmBody.CloseSequenceResponse(version, id)));
      all.add(ids().map(id -> new RmBody.TerminateSequenceResponse(version, id)));
    }
    return Arbitraries.oneOf(all);
  }

  @Property
  void roundTripsValidMessages(@ForAll("messages") Written written) throws WsException {
    List<String> blocks = new ArrayList<>();
    written.sequence().ifPresent(header -> blocks.add(header.write(written.soap())));
    written.acknowledgements().forEach(header -> blocks.add(header.write()));
    written.requests().forEach(header -> blocks.add(header.write()));
    String action =
        written.body().map(body -> body.kind().action(body.version())).orElse("urn:application");
    AddressingHeaders addressing =
        AddressingHeaders.to(
            EndpointReference.of(written.addressing(), "http://h/to"), action, "urn:uuid:1");
    byte[] envelope =
        written
            .body()
            .map(body -> RmMessages.envelope(written.soap(), addressing, blocks, body))
            .orElseGet(() -> RmMessages.envelope(written.soap(), addressing, blocks));
    blocks.forEach(block -> assertValid(SafeXml.parse(utf8(block))));
    written.body().ifPresent(body -> assertValid(SafeXml.parse(utf8(body.write()))));
    assertValid(SoapConversions.document(envelope));
    if (written.body().isEmpty() && blocks.isEmpty()) {
      return;
    }
    RmReceived received = RmMessages.read(new SOAPContext(envelope));
    assertEquals(written.body(), received.body());
    assertEquals(written.body().map(RmBody::kind), received.kind());
    assertEquals(written.sequence(), received.headers().sequence());
    assertEquals(written.acknowledgements(), received.headers().acknowledgements());
    assertEquals(written.requests(), received.headers().ackRequested());
    assertEquals(List.of(), received.headers().refused());
  }

  private static void assertValid(XmlObject document) {
    List<XmlError> errors = new ArrayList<>();
    assertTrue(
        document.validate(new XmlOptions().setErrorListener(errors)),
        () -> errors + document.xmlText());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
