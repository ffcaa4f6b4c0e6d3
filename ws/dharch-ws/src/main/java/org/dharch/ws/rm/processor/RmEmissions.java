package org.dharch.ws.rm.processor;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import javax.xml.namespace.QName;
import org.dharch.api.Emission;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.api.Target;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.message.AckRequestedHeader;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmMessageKind;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.rm.message.SequenceHeader;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SoapVersion;

/**
 * Builds the messages that an engine requests. Thread-safe.
 *
 * @param random for the ids; must be thread-safe
 */
public record RmEmissions(Settings settings, RandomGenerator random) {
  /** The namespace of the optional header block with {@link SoapProperties#DELIVERY_KEY}. */
  public static final String KEY_HEADER_NAMESPACE = "urn:dharch:rm:1";

  /**
   * Settings of messages without a waiting caller.
   *
   * @param deliveryOrchestration the orchestration of deliveries; by default chosen by the rules
   * @param sendingOrchestration the orchestration of messages to addresses; by default chosen by
   *     the rules
   * @param deliveryTime the time limit of a delivery
   * @param sendingTime the time limit of a message to an address, including its response
   * @param hasKeyHeader whether deliveries have a header block with their key
   * @param expires the lifetime of sequences that this node requests
   */
  public record Settings(
      Optional<String> deliveryOrchestration,
      Optional<String> sendingOrchestration,
      Duration deliveryTime,
      Duration sendingTime,
      boolean hasKeyHeader,
      Optional<Duration> expires) {}

  /** Returns empty if the directive requests no message. */
  public Optional<RmEmission> of(RmDirective directive) {
    if (directive.sequence() instanceof SinkSequence sink) {
      if (directive.action() instanceof RmAction.Deliver deliver) {
        return directive.envelope().map(envelope -> delivery(sink, deliver, envelope));
      } else if (directive.action() instanceof RmAction.SendAcknowledgement ack) {
        return acknowledgement(sink, ack.acknowledgement());
      }
    } else if (directive.sequence() instanceof SourceSequence source) {
      return ofSource(source, directive);
    }
    return Optional.empty();
  }

  private RmEmission delivery(SinkSequence sink, RmAction.Deliver deliver, byte[] envelope) {
    String key = sink.key() + "/" + deliver.number();
    byte[] delivered =
        settings.hasKeyHeader() ? WsAnswers.with(envelope, List.of(keyHeader(key))) : envelope;
    return new RmEmission(
        new Emission(
            MessageId.parse(deliver.owner()),
            new Target.Service(sink.terms().endpoint(), ""),
            action(envelope),
            delivered,
            MessageProperties.of(Map.of(SoapProperties.DELIVERY_KEY, key)),
            settings.deliveryOrchestration(),
            settings.deliveryTime()),
        new RmEmissionPurpose.Delivery(sink.key(), deliver.number(), deliver.owner()));
  }

  private static String keyHeader(String key) {
    return new ElementWriter().element(new QName(KEY_HEADER_NAMESPACE, "Key", "d"), key).toString();
  }

  private static String action(byte[] envelope) {
    try {
      return new SOAPContext(envelope).action();
    } catch (ProcessingException e) {
      return ""; // its service is found by its body
    }
  }

  private Optional<RmEmission> acknowledgement(SinkSequence sink, Acknowledgement ack) {
    Terms terms = sink.terms();
    List<String> block = RmAnswers.block(terms.version(), ack);
    if (block.isEmpty() || terms.acksTo().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        message(
            terms,
            terms.acksTo(),
            RmMessageKind.SEQUENCE_ACKNOWLEDGEMENT,
            newId(),
            block,
            Optional.empty(),
            new RmEmissionPurpose.Other()));
  }

  private Optional<RmEmission> ofSource(SourceSequence source, RmDirective directive) {
    Terms terms = source.terms();
    RmAction action = directive.action();
    if (!terms.hasAddress()) {
      return Optional.empty(); // it can only respond
    } else if (action instanceof RmAction.RequestSequence) {
      return Optional.of(creation(source));
    } else if (action instanceof RmAction.Transmit transmit) {
      return transmission(source, transmit, directive.envelope());
    } else if (action instanceof RmAction.RequestAcknowledgement) {
      return source
          .id()
          .map(id -> new AckRequestedHeader(terms.version(), id, Optional.empty()).write())
          .map(block -> message(terms, RmMessageKind.ACK_REQUESTED, List.of(block)));
    } else if (action instanceof RmAction.SendClose close) {
      return source
          .id()
          .map(
              id ->
                  control(
                      terms,
                      new RmBody.CloseSequence(terms.version(), id, positive(close.last())),
                      source.key() + "/close",
                      new RmEmissionPurpose.Other()));
    } else if (action instanceof RmAction.SendTerminate terminate) {
      return source
          .id()
          .map(
              id ->
                  control(
                      terms,
                      new RmBody.TerminateSequence(terms.version(), id, positive(terminate.last())),
                      source.key() + "/terminate",
                      new RmEmissionPurpose.Termination(source.key())));
    }
    return Optional.empty();
  }

  private static Optional<Long> positive(long last) {
    return last > 0 ? Optional.of(last) : Optional.empty();
  }

  /** The message id is the sequence's key, so that repetitions are the same request. */
  private RmEmission creation(SourceSequence source) {
    Terms terms = source.terms();
    EndpointReference acksTo = Endpoints.of(terms.acksTo(), Endpoints.addressing(terms));
    Optional<RmBody.Offer> offer =
        terms.offered().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new RmBody.Offer(
                    new SequenceId(terms.offered()),
                    Optional.of(acksTo),
                    settings.expires(),
                    Optional.empty()));
    return message(
        terms,
        terms.endpoint(),
        RmMessageKind.CREATE_SEQUENCE,
        source.key(),
        List.of(),
        Optional.of(
            new RmBody.CreateSequence(
                terms.version(), acksTo, settings.expires(), offer, List.of())),
        new RmEmissionPurpose.Creation(source.key()));
  }

  private RmEmission control(Terms terms, RmBody body, String name, RmEmissionPurpose purpose) {
    String id = "urn:uuid:" + UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return message(terms, terms.endpoint(), body.kind(), id, List.of(), Optional.of(body), purpose);
  }

  /** Builds the header blocks of a message that is sent from the store. */
  static List<String> blocks(SourceSequence source, RmAction.Transmit transmit) {
    RmVersion version = source.terms().version();
    SequenceId id = source.id().orElseThrow();
    List<String> blocks = new ArrayList<>(2);
    blocks.add(
        new SequenceHeader(version, id, transmit.number(), transmit.isLast())
            .write(Endpoints.soap(source.terms())));
    if (!transmit.isEmpty()) {
      blocks.add(new AckRequestedHeader(version, id, Optional.empty()).write());
    }
    return blocks;
  }

  /** Builds a retransmission, or a message that waited for its sequence. */
  private Optional<RmEmission> transmission(
      SourceSequence source, RmAction.Transmit transmit, Optional<byte[]> envelope) {
    Terms terms = source.terms();
    if (source.id().isEmpty()) {
      return Optional.empty();
    }
    List<String> blocks = blocks(source, transmit);
    if (transmit.isEmpty()) {
      return Optional.of(message(terms, RmMessageKind.LAST_MESSAGE, blocks));
    }
    return envelope.map(
        stored ->
            emission(
                terms.endpoint(),
                Endpoints.addressing(terms),
                action(stored),
                transmit.isWire() ? stored : WsAnswers.with(stored, blocks),
                new RmEmissionPurpose.Other()));
  }

  /** Builds a message without a body to the sink. */
  private RmEmission message(Terms terms, RmMessageKind kind, List<String> blocks) {
    return message(
        terms,
        terms.endpoint(),
        kind,
        newId(),
        blocks,
        Optional.empty(),
        new RmEmissionPurpose.Other());
  }

  private RmEmission message(
      Terms terms,
      String endpoint,
      RmMessageKind kind,
      String messageId,
      List<String> blocks,
      Optional<RmBody> body,
      RmEmissionPurpose purpose) {
    AddressingVersion addressing = Endpoints.addressing(terms);
    String action = kind.action(terms.version());
    EndpointReference target = Endpoints.of(endpoint, addressing);
    AddressingHeaders headers =
        AddressingHeaders.to(EndpointReference.of(addressing, target.address()), action, messageId);
    if (kind != RmMessageKind.SEQUENCE_ACKNOWLEDGEMENT) {
      headers = headers.withReplyTo(Endpoints.of(terms.acksTo(), addressing));
    }
    SoapVersion soap = Endpoints.soap(terms);
    byte[] envelope =
        body.isPresent()
            ? RmMessages.envelope(soap, headers, blocks, body.get())
            : RmMessages.envelope(soap, headers, blocks);
    return emission(endpoint, addressing, action, envelope, purpose);
  }

  private RmEmission emission(
      String endpoint,
      AddressingVersion version,
      String action,
      byte[] envelope,
      RmEmissionPurpose purpose) {
    EndpointReference target = Endpoints.of(endpoint, version);
    List<byte[]> references =
        target.headers().stream().map(block -> block.getBytes(StandardCharsets.UTF_8)).toList();
    return new RmEmission(
        new Emission(
            MessageId.random(random),
            new Target.Endpoint(
                List.of(new Target.Address(URI.create(target.address()), references))),
            action,
            envelope,
            MessageProperties.empty(),
            settings.sendingOrchestration(),
            settings.sendingTime()),
        purpose);
  }

  private String newId() {
    return "urn:uuid:" + new UUID(random.nextLong(), random.nextLong());
  }
}
