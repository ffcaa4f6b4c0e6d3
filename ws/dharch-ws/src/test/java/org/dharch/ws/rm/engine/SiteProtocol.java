package org.dharch.ws.rm.engine;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;

/**
 * What both ends do with what their engine says, and with what comes for a source: each end is a
 * source of one direction and a sink of the other.
 */
abstract class SiteProtocol {
  final RmSimulation simulation;
  final SimulatedSite site;

  SiteProtocol(RmSimulation simulation, SimulatedSite site) {
    this.simulation = simulation;
    this.site = site;
  }

  /** The end that this one talks to. */
  abstract SimulatedSite other();

  /** What comes over the network for a sink here. */
  abstract void atSink(SimulatedNode node, Wire message, Consumer<Wire> reply);

  /** A message goes to the application here, from the store. */
  abstract void deliver(SimulatedNode node, SinkSequence sink, RmAction.Deliver deliver, String it);

  /** The conversation of a source's sequence. */
  abstract Wire create(SourceSequence source);

  static byte[] bytes(String payload) {
    return payload.getBytes(StandardCharsets.UTF_8);
  }

  static String text(Optional<byte[]> envelope) {
    return envelope.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
  }

  void receive(SimulatedNode node, Wire message, Consumer<Wire> reply) {
    RmEngine engine = node.engine();
    if (message instanceof Wire.Ack ack) {
      acknowledged(node, ack.acknowledgement());
      if (!ack.nack().isEmpty()) {
        SequenceId id = ack.acknowledgement().sequence();
        emit(node, engine.atSource(id, new RmEvent.Missing(ack.nack())));
      }
    } else if (message instanceof Wire.CloseResponse closed) {
      acknowledged(node, closed.acknowledgement());
      SequenceId id = closed.acknowledgement().sequence();
      emit(node, engine.atSource(id, new RmEvent.CloseAnswered()));
    } else if (message instanceof Wire.TerminateResponse terminated) {
      emit(node, engine.atSource(terminated.id(), new RmEvent.TerminateAnswered()));
    } else if (message instanceof Wire.Fault fault) {
      fault.acknowledgement().ifPresent(ack -> acknowledged(node, ack));
      simulation.rules().fault(fault.refusal());
      emit(node, engine.atSource(fault.id(), new RmEvent.Faulted(fault.refusal())));
    } else if (message instanceof Wire.CreateRefused refused) {
      emit(node, engine.atSource(refused.key(), new RmEvent.CreateRefused(refused.reason())));
    } else {
      atSink(node, message, reply);
    }
  }

  private void acknowledged(SimulatedNode node, Acknowledgement ack) {
    RmResult result =
        node.engine()
            .atSource(ack.sequence(), new RmEvent.Acknowledged(ack.ranges(), ack.isFinal()));
    result.answer().ifPresent(answer -> simulation.rules().answeredToAck(answer));
    emit(node, result);
  }

  /** Sends what an engine wants sent, and notes what is counted. */
  void emit(SimulatedNode node, RmResult result) {
    result.observations().forEach(seen -> simulation.rules().told(site, seen));
    for (RmDirective emission : result.emissions()) {
      if (emission.sequence() instanceof SinkSequence sink) {
        emit(node, sink, emission);
      } else if (emission.sequence() instanceof SourceSequence source) {
        emit(node, source, emission);
      }
    }
  }

  private void emit(SimulatedNode node, SinkSequence sink, RmDirective emission) {
    if (emission.action() instanceof RmAction.SendAcknowledgement ack) {
      simulation.send(node, other(), acknowledgement(sink, ack.acknowledgement()));
    } else if (emission.action() instanceof RmAction.Deliver deliver) {
      deliver(node, sink, deliver, text(emission.envelope()));
    }
  }

  private void emit(SimulatedNode node, SourceSequence source, RmDirective emission) {
    RmAction action = emission.action();
    if (action instanceof RmAction.RequestSequence) {
      simulation.send(node, other(), create(source));
    } else if (action instanceof RmAction.Transmit transmit) {
      simulation.send(
          node,
          other(),
          message(source, transmit.number(), text(emission.envelope()), transmit.isLast()));
    } else if (action instanceof RmAction.RequestAcknowledgement) {
      simulation.send(node, other(), new Wire.AckRequested(source.id().orElseThrow()));
    } else if (action instanceof RmAction.SendClose close) {
      simulation.send(node, other(), new Wire.Close(source.id().orElseThrow(), close.last()));
    } else if (action instanceof RmAction.SendTerminate terminate) {
      simulation.send(
          node, other(), new Wire.Terminate(source.id().orElseThrow(), terminate.last()));
    }
  }

  Wire.App message(SourceSequence source, long number, String payload, boolean isLast) {
    boolean isEmpty = payload.isEmpty();
    if (isEmpty) {
      simulation.rules().empty(source.id().orElseThrow(), number);
    }
    return new Wire.App(
        source.id().orElseThrow(), number, payload, isLast, isEmpty, payload.endsWith("?"));
  }

  /** An acknowledgement that is about to be sent, and so is a promise. */
  Wire.Ack acknowledgement(SinkSequence sink, Acknowledgement ack) {
    simulation.rules().acknowledges(site, sink, ack);
    Ranges gaps = simulation.random().nextInt(4) == 0 ? ack.ranges().gaps() : Ranges.EMPTY;
    return new Wire.Ack(ack, gaps);
  }

  /** What is said about control messages, and messages without a response. */
  void answer(SimulatedNode node, SequenceId id, RmResult result, Consumer<Wire> reply) {
    emit(node, result);
    result.answer().ifPresent(answer -> answer(id, answer, reply));
  }

  void answer(SequenceId id, RmDirective answer, Consumer<Wire> reply) {
    RmAction action = answer.action();
    SinkSequence sink = (SinkSequence) answer.sequence();
    if (action instanceof RmAction.Acknowledge ack) {
      reply.accept(acknowledgement(sink, ack.acknowledgement()));
    } else if (action instanceof RmAction.CloseAnswer closed) {
      acknowledgement(sink, closed.acknowledgement());
      reply.accept(new Wire.CloseResponse(closed.acknowledgement()));
    } else if (action instanceof RmAction.TerminateAnswer) {
      reply.accept(new Wire.TerminateResponse(id));
      answer
          .replies()
          .filter(source -> source.terms().version().hasLastMessage())
          .ifPresent(source -> reply.accept(new Wire.Terminate(source.id().orElseThrow(), 0)));
    } else if (action instanceof RmAction.Refuse refuse) {
      boolean isClosed = refuse.refusal().kind() == Refusal.Kind.SEQUENCE_CLOSED;
      reply.accept(
          new Wire.Fault(
              id,
              refuse.refusal(),
              isClosed ? Optional.of(sink.acknowledgement()) : Optional.empty()));
    }
  }

  /** A control message that both ends may get as a sink; false if it is none. */
  boolean control(SimulatedNode node, Wire message, Consumer<Wire> reply) {
    RmEngine engine = node.engine();
    if (message instanceof Wire.AckRequested asked) {
      answer(node, asked.id(), engine.atSink(asked.id(), new RmEvent.AckRequested()), reply);
    } else if (message instanceof Wire.Close close) {
      RmEvent.CloseRequested event = new RmEvent.CloseRequested(close.last());
      answer(node, close.id(), engine.atSink(close.id(), event), reply);
    } else if (message instanceof Wire.Terminate terminate) {
      RmEvent.TerminateRequested event = new RmEvent.TerminateRequested(terminate.last());
      answer(node, terminate.id(), engine.atSink(terminate.id(), event), reply);
    } else {
      return false;
    }
    return true;
  }
}
