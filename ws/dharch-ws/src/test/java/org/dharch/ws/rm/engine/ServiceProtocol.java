package org.dharch.ws.rm.engine;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;

/** The end at which the service is. */
final class ServiceProtocol extends SiteProtocol {
  private static final long DEADLINE = 8_000;

  private static final long GRACE = 500;

  /** How long a service takes at most, and the way out of its response. */
  private static final long SERVICE = 6_000;

  ServiceProtocol(RmSimulation simulation, SimulatedSite site) {
    super(simulation, site);
  }

  @Override
  SimulatedSite other() {
    return simulation.client();
  }

  @Override
  Wire create(SourceSequence source) {
    throw new Broken(9, "a service asks for a sequence: " + source);
  }

  @Override
  void atSink(SimulatedNode node, Wire message, Consumer<Wire> reply) {
    if (message instanceof Wire.Create create) {
      created(node, create, reply);
    } else if (message instanceof Wire.Fetch fetch) {
      handOver(node, fetch.address(), reply);
    } else if (message instanceof Wire.App app && app.isTwoWay()) {
      new RequestAtService(app, reply).perform(node);
    } else if (message instanceof Wire.App app) {
      RmResult result =
          node.engine()
              .oneWay(app.id(), app.number(), app.isLast(), app.isEmpty(), bytes(app.payload()));
      answer(node, app.id(), result, isSilent(result, app) ? noAcknowledgement(reply) : reply);
    } else {
      control(node, message, reply);
    }
  }

  private boolean isSilent(RmResult result, Wire.App app) {
    String endpoint = result.answer().orElseThrow().sequence().terms().endpoint();
    return !app.isEmpty()
        && !endpoint.isEmpty()
        && simulation.conversation(number(endpoint)).isSilent();
  }

  private static int number(String endpoint) {
    return Integer.parseInt(endpoint.substring("service".length()));
  }

  private static Consumer<Wire> noAcknowledgement(Consumer<Wire> reply) {
    return message -> {
      if (!(message instanceof Wire.Ack)) {
        reply.accept(message);
      }
    };
  }

  private void handOver(SimulatedNode node, String address, Consumer<Wire> reply) {
    RmResult result;
    try {
      result = node.engine().fetch(address);
    } catch (ConflictException e) {
      return;
    }
    emit(node, result);
    result
        .answer()
        .ifPresent(
            over -> {
              RmAction.Transmit sent = ((RmAction.ReturnMessage) over.action()).message();
              SourceSequence source = (SourceSequence) over.sequence();
              reply.accept(message(source, sent.number(), text(over.envelope()), sent.isLast()));
            });
  }

  private void created(SimulatedNode node, Wire.Create create, Consumer<Wire> reply) {
    Conversation conversation = simulation.conversation(create.conversation());
    Optional<String> refusal =
        simulation.happens(0.02) ? Optional.of("the policy says no") : Optional.empty();
    SequenceRequest request =
        new SequenceRequest(
            conversation.terms(create.key()),
            conversation.expiresMillis(),
            create
                .offer()
                .map(
                    id ->
                        new SequenceRequest.Offer(
                            id, conversation.offeredAtService(), conversation.expiresMillis())),
            refusal);
    RmDirective answer = node.engine().create(request).answer().orElseThrow();
    if (answer.action() instanceof RmAction.Refuse refuse) {
      reply.accept(new Wire.CreateRefused(create.key(), refuse.refusal().reason()));
    } else {
      SequenceId id = ((SinkSequence) answer.sequence()).id();
      simulation.rules().created(create.key(), id);
      reply.accept(
          new Wire.CreateResponse(
              create.key(),
              id,
              create.offer().isPresent() && !simulation.declines(),
              conversation.expiresMillis()));
    }
  }

  /** To the service, by way of a manager; what that says of it may be lost. */
  @Override
  void deliver(SimulatedNode node, SinkSequence sink, RmAction.Deliver deliver, String payload) {
    int incarnation = node.incarnation();
    if (simulation.happens(simulation.loss())) {
      simulation.lost("the delivery of " + payload);
      return;
    }
    long takes = simulation.serviceTime();
    simulation.at(
        simulation.pause(1, 30),
        null,
        () -> {
          boolean isTaken = !simulation.happens(0.05);
          if (isTaken) {
            simulation.rules().delivered(site, sink, deliver.number(), payload);
          }
          simulation.at(takes, node, () -> tell(node, incarnation, sink.key(), deliver, isTaken));
        });
  }

  private void tell(
      SimulatedNode node, int incarnation, String key, RmAction.Deliver deliver, boolean isTaken) {
    if (node.incarnation() != incarnation) {
      return;
    }
    if (simulation.happens(simulation.loss())) {
      simulation.lost("the end of a delivery");
      return;
    }
    emit(node, node.engine().delivered(key, deliver.number(), deliver.owner(), isTaken));
  }

  /** A request on its way through the service's end, as DHArch's message. */
  private final class RequestAtService {
    private final Wire.App app;
    private final Consumer<Wire> reply;
    private final String by = simulation.newName("request");
    private long deadline = simulation.now() + DEADLINE;
    private int waits;
    private boolean isServed;

    /** Each time that the service is called it says something else. */
    private String response = "";

    RequestAtService(Wire.App app, Consumer<Wire> reply) {
      this.app = app;
      this.reply = reply;
    }

    private void again(long millis, Consumer<SimulatedNode> step) {
      if (simulation.now() + millis < deadline) {
        simulation.anywhere(millis, site, step);
      }
    }

    void perform(SimulatedNode node) {
      if (simulation.now() >= deadline) {
        return;
      }
      again(simulation.pause(300, 600), this::performUnlessServed); // if this node dies meanwhile
      long hand = deadline - simulation.now() + SERVICE + GRACE;
      RmResult result;
      try {
        result = node.engine().request(app.id(), app.number(), by, app.isLast(), hand, waits);
      } catch (ConflictException e) {
        return;
      }
      emit(node, result);
      if (isServed) {
        return; // a second result of the same work
      }
      RmDirective answer = result.answer().orElseThrow();
      if (answer.action() instanceof RmAction.Defer defer) {
        waits++;
        isServed = true; // as far as this performance goes
        again(
            defer.millis(),
            next -> {
              isServed = false;
              perform(next);
            });
      } else if (answer.action() instanceof RmAction.Continue) {
        serve((SinkSequence) answer.sequence());
      } else {
        isServed = true;
        respond(answer);
      }
    }

    private void performUnlessServed(SimulatedNode node) {
      if (!isServed) {
        perform(node);
      }
    }

    private void serve(SinkSequence sink) {
      isServed = true;
      deadline += SERVICE;
      if (simulation.happens(simulation.loss() / 2)) {
        simulation.lost("a request on its way to the service");
        return;
      }
      simulation.rules().delivered(site, sink, app.number(), app.payload());
      response = simulation.newName(Wire.response(app.payload()));
      if (simulation.happens(simulation.loss() / 2)) {
        simulation.lost("the response of a service");
        return;
      }
      OptionalLong late = simulation.tooLate();
      if (late.isPresent()) {
        simulation.lost("the time in which a service may answer");
        long over = deadline - simulation.now() + GRACE;
        simulation.anywhere(over + late.getAsLong(), site, this::respondLate);
      } else {
        again(simulation.serviceTime(), this::out);
      }
    }

    private void out(SimulatedNode node) {
      if (simulation.now() >= deadline) {
        simulation.lost("a response whose message is over");
        return;
      }
      boolean[] isOut = {false};
      again(
          simulation.pause(300, 600),
          next -> {
            if (!isOut[0]) {
              out(next);
            }
          });
      isOut[0] = respond(node);
    }

    /** The request may be in other hands by then, or have been served by them. */
    private void respondLate(SimulatedNode node) {
      boolean unused = respond(node);
    }

    /** Whether it could be done. */
    private boolean respond(SimulatedNode node) {
      long hand = Math.max(0, deadline - simulation.now()) + GRACE;
      RmResult result;
      try {
        result =
            node.engine().served(app.id(), app.number(), new Response(by, bytes(response), hand));
      } catch (ConflictException e) {
        return false;
      }
      emit(node, result);
      RmDirective answer = result.answer().orElseThrow();
      if (answer.action() instanceof RmAction.Respond respond) {
        SinkSequence sink = (SinkSequence) answer.sequence();
        reply.accept(acknowledgement(sink, respond.acknowledgement()));
        respond(sink, respond.replyNumber(), answer.replies(), response);
      } else {
        respond(answer);
      }
      return true;
    }

    private void respond(RmDirective answer) {
      if (answer.action() instanceof RmAction.AnswerStored stored) {
        SinkSequence sink = (SinkSequence) answer.sequence();
        reply.accept(acknowledgement(sink, stored.acknowledgement()));
        if (answer.envelope().isPresent()) {
          respond(sink, stored.replyNumber(), answer.replies(), text(answer.envelope()));
        }
      } else if (answer.action() instanceof RmAction.SendUnchanged) {
        reply.accept(new Wire.Plain(response));
      } else {
        answer(app.id(), answer, reply);
      }
    }

    private void respond(
        SinkSequence sink, long replyNumber, Optional<SourceSequence> replies, String it) {
      simulation.rules().responds(sink, app.number(), it);
      if (replies.isPresent()) {
        SequenceId offered = replies.get().id().orElseThrow();
        if (simulation.conversation(number(sink.terms().endpoint())).isFetching()) {
          simulation.rules().waits(sink.terms().offered(), replyNumber, offered, it);
        }
        boolean isLast = replies.get().isLast(replyNumber);
        reply.accept(new Wire.App(offered, replyNumber, it, isLast, false, false));
      } else {
        reply.accept(new Wire.Plain(it));
      }
    }
  }
}
