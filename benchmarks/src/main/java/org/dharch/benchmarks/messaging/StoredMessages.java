package org.dharch.benchmarks.messaging;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.dharch.core.message.DHArchException;
import org.dharch.ws.AddressingProcessor;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.addressing.RelatesTo;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.rm.engine.RmDirective;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmResult;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.engine.SendRequest;
import org.dharch.ws.rm.engine.SequenceAnswer;
import org.dharch.ws.rm.engine.SequenceRequest;
import org.dharch.ws.rm.message.AcknowledgementHeader;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.rm.message.SequenceHeader;
import org.dharch.ws.rm.processor.SentMark;
import org.dharch.ws.rm.store.JdbcRmStore;
import org.dharch.ws.soap.SoapVersion;

/**
 * A source and a sink with separate stores and no network between them: figure 15. Any thread, but
 * each {@link Conversation} on one.
 */
final class StoredMessages implements AutoCloseable {
  private static final String TO = "http://127.0.0.1/services/Greeter";
  private static final AddressingVersion WSA = AddressingVersion.WSA_2004_08;
  private static final SoapVersion SOAP = SoapVersion.SOAP_1_1;
  private static final RmVersion RM = RmVersion.RM_1_0;
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final JdbcRmStore sourceStore;
  private final JdbcRmStore sinkStore;
  private final RmEngine source;
  private final RmEngine sink;
  private final byte[] message;

  /**
   * Opens the stores.
   *
   * @param from the JDBC URL of the source
   * @param to the JDBC URL of the sink
   * @param bodyBytes the length of the text in the message bodies
   */
  StoredMessages(String from, String to, int bodyBytes) {
    message =
        AddressingProcessor.envelope(
            SOAP, headers(TO), List.of(), "<t xmlns=\"urn:t\">" + "x".repeat(bodyBytes) + "</t>");
    sourceStore = open(from);
    sinkStore = open(to);
    source = engine(sourceStore);
    sink = engine(sinkStore);
  }

  private static AddressingHeaders headers(String to) {
    return AddressingHeaders.to(EndpointReference.of(WSA, to), "urn:t", id());
  }

  private static String id() {
    return "urn:uuid:" + UUID.randomUUID();
  }

  private static JdbcRmStore open(String url) {
    return JdbcRmStore.open(url, new Properties(), InstantSource.system(), "node", 1);
  }

  private static RmEngine engine(JdbcRmStore store) {
    return new RmEngine(store, RmSettings.DEFAULT, new SecureRandom(), "node~1");
  }

  /**
   * The times of one message in microseconds: at the source until it may be sent, at the sink from
   * its bytes to the bytes of its acknowledgement. Delivery and the processing of the
   * acknowledgement follow later and are not included.
   */
  record Times(double source, double sink) {}

  /** A sequence. One thread. */
  final class Conversation {
    private final String to;
    private final SequenceId sequence;

    /**
     * Makes the sequence and sends its first message.
     *
     * @param number the number of the sequence, which gives it a unique address
     */
    Conversation(int number) {
      to = TO + number;
      RmResult created =
          sink.create(new SequenceRequest(terms(), DAY, Optional.empty(), Optional.empty()));
      sequence = new SequenceId(created.answer().orElseThrow().sequence().key());
      String by = id();
      RmResult asked = source.send(request(by));
      String key = asked.emissions().get(0).sequence().key();
      source.created(key, new SequenceAnswer(sequence, DAY, false, Optional.empty()));
      sendAndReceive(by);
    }

    private Terms terms() {
      return new Terms(
          RM,
          WSA.namespace(),
          SOAP.namespace(),
          to,
          "",
          "",
          DeliveryAssurance.EXACTLY_ONCE_IN_ORDER,
          IncompleteSequenceBehavior.NO_DISCARD,
          DAY,
          "urn:created" + to);
    }

    private SendRequest request(String by) {
      return new SendRequest(terms(), Optional.empty(), DAY, by, message, false, 60_000, 0);
    }

    /**
     * Sends one message, from its transmission until its acknowledgement and its delivery are
     * recorded.
     */
    Times one() {
      return sendAndReceive(id());
    }

    private Times sendAndReceive(String by) {
      try {
        long begin = System.nanoTime();
        byte[] wire = send(by);
        long arrived = System.nanoTime();
        SequenceHeader header =
            RmMessages.read(new SOAPContext(wire)).headers().sequence().orElseThrow();
        RmResult taken = sink.oneWay(header.id(), header.number(), false, false, wire);
        if (!(taken.answer().orElseThrow().action() instanceof RmAction.Acknowledge answer)) {
          throw new DHArchException("the sink did not acknowledge");
        }
        Acknowledgement acknowledgement = answer.acknowledgement();
        RmMessages.envelope(
            SOAP,
            headers(TO).withRelatesTo(RelatesTo.reply(WSA, by)),
            List.of(AcknowledgementHeader.of(RM, acknowledgement).write()));
        long end = System.nanoTime();
        settle(taken, acknowledgement.ranges(), header.number());
        return new Times((arrived - begin) / 1e3, (end - arrived) / 1e3);
      } catch (WsException e) {
        throw new DHArchException("a message between source and sink: " + e.getMessage(), e);
      }
    }

    private byte[] send(String by) {
      RmDirective sent = source.send(request(by)).answer().orElseThrow();
      if (!(sent.action() instanceof RmAction.SendNow now)) {
        throw new DHArchException("the source did not send: " + sent.action());
      }
      SourceSequence own = (SourceSequence) sent.sequence();
      String block = SentMark.block(own, now);
      SentMark mark = SentMark.of(own, now, message, block);
      byte[] wire = WsAnswers.with(message, List.of(block));
      SentMark.parse(mark.text())
          .orElseThrow()
          .wireForm(wire)
          .ifPresent(event -> source.atSource(own.key(), event)); // never modified
      return wire;
    }

    private void settle(RmResult taken, Ranges ranges, long number) {
      if (!ranges.contains(number)) {
        throw new DHArchException("message " + number + " was not acknowledged: " + ranges);
      }
      source.atSource(sequence, new RmEvent.Acknowledged(ranges, false));
      for (RmDirective emission : taken.emissions()) {
        if (emission.action() instanceof RmAction.Deliver deliver) {
          sink.delivered(emission.sequence().key(), deliver.number(), deliver.owner(), true);
        }
      }
    }
  }

  @Override
  public void close() {
    sourceStore.close();
    sinkStore.close();
  }
}
