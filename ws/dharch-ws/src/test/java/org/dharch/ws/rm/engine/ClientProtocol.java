package org.dharch.ws.rm.engine;

import java.util.Optional;
import java.util.function.Consumer;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;

/** The end at which the client is. */
final class ClientProtocol extends SiteProtocol {
  private static final long DEADLINE = 12_000;

  ClientProtocol(RmSimulation simulation, SimulatedSite site) {
    super(simulation, site);
  }

  @Override
  SimulatedSite other() {
    return simulation.service();
  }

  @Override
  Wire create(SourceSequence source) {
    String offered = source.terms().offered();
    return new Wire.Create(
        source.key(),
        number(source),
        offered.isEmpty() ? Optional.empty() : Optional.of(new SequenceId(offered)));
  }

  private static int number(SourceSequence source) {
    return Integer.parseInt(source.terms().endpoint().substring("service".length()));
  }

  @Override
  void atSink(SimulatedNode node, Wire message, Consumer<Wire> reply) {
    if (message instanceof Wire.CreateResponse created) {
      created(node, created);
    } else if (message instanceof Wire.App app && app.isEmpty()) {
      RmResult result = node.engine().oneWay(app.id(), app.number(), app.isLast(), true, bytes(""));
      answer(node, app.id(), result, reply);
    } else if (message instanceof Wire.App app) {
      new ResponseAtClient(app, reply).perform(node);
    } else {
      control(node, message, reply);
    }
  }

  private void created(SimulatedNode node, Wire.CreateResponse created) {
    emit(
        node,
        node.engine()
            .created(
                created.key(),
                new SequenceAnswer(
                    created.id(),
                    created.expiresMillis(),
                    created.accepts(),
                    simulation.happens(0.5) ? Optional.of("service") : Optional.empty())));
  }

  @Override
  void deliver(SimulatedNode node, SinkSequence sink, RmAction.Deliver deliver, String payload) {
    throw new Broken(9, "a response is delivered from the store: " + payload);
  }

  /** The application sends a message. */
  void send(Conversation conversation, String payload) {
    new MessageAtClient(conversation, payload).start();
  }

  /** Asks now and then for what waits, to the end of the run. */
  void fetch(Conversation conversation) {
    simulation.anywhere(
        simulation.pause(200, 2_000),
        site,
        node -> {
          fetch(conversation);
          simulation.send(node, other(), new Wire.Fetch(conversation.address()));
        });
  }

  /** A message that the application sends, on its way out, as DHArch's message. */
  private final class MessageAtClient {
    private final Conversation conversation;
    private final String payload;
    private final String by = simulation.newName("message");
    private final long deadline = simulation.now() + DEADLINE;
    private int waits;
    private int pending;

    MessageAtClient(Conversation conversation, String payload) {
      this.conversation = conversation;
      this.payload = payload;
    }

    void start() {
      perform(0);
      if (simulation.happens(0.05)) {
        simulation.fault(); // its manager does not hear the answer, and has it done again
        perform(simulation.pause(1, 4_000));
      }
    }

    private void perform(long millis) {
      if (simulation.now() + millis >= deadline) {
        return;
      }
      int mine = ++pending;
      simulation.anywhere(
          millis,
          site,
          node -> {
            simulation.at(
                simulation.pause(200, 500),
                null,
                () -> {
                  if (pending == mine) {
                    perform(1); // the node died over it
                  }
                });
            send(node);
          });
    }

    private void send(SimulatedNode node) {
      if (simulation.now() >= deadline) {
        return;
      }
      long hand = deadline - simulation.now() + 1_000;
      RmResult result;
      try {
        result =
            node.engine()
                .send(
                    new SendRequest(
                        conversation.terms(""),
                        conversation.isTwoWay()
                            ? Optional.of(conversation.offeredAtClient())
                            : Optional.empty(),
                        conversation.expiresMillis(),
                        by,
                        bytes(payload),
                        false,
                        hand,
                        waits));
      } catch (ConflictException e) {
        return;
      }
      pending++;
      RmDirective answer = result.answer().orElseThrow();
      simulation.rules().sent(answer, payload);
      emit(node, result);
      if (answer.action() instanceof RmAction.Defer defer) {
        waits++;
        perform(defer.millis());
      } else if (answer.action() instanceof RmAction.SendNow now) {
        SourceSequence source = (SourceSequence) answer.sequence();
        if (simulation.happens(0.7)) {
          node.engine().atSource(source.key(), new RmEvent.WireForm(now.number(), bytes(payload)));
        }
        simulation.send(node, other(), message(source, now.number(), payload, now.isLast()));
      }
    }
  }

  /** A response on its way in, as DHArch's message; the application takes it. */
  private final class ResponseAtClient {
    private final Wire.App app;
    private final Consumer<Wire> reply;
    private final String by = simulation.newName("response");
    private final long deadline = simulation.now() + DEADLINE;
    private int waits;
    private boolean isDone;

    ResponseAtClient(Wire.App app, Consumer<Wire> reply) {
      this.app = app;
      this.reply = reply;
    }

    void perform(SimulatedNode node) {
      if (isDone || simulation.now() >= deadline) {
        return;
      }
      simulation.anywhere(simulation.pause(300, 600), site, this::perform);
      long hand = deadline - simulation.now() + 500;
      RmResult result;
      try {
        result = node.engine().request(app.id(), app.number(), by, app.isLast(), hand, waits);
      } catch (ConflictException e) {
        return;
      }
      emit(node, result);
      if (isDone) {
        return; // a second result of the same work
      }
      RmDirective answer = result.answer().orElseThrow();
      if (answer.action() instanceof RmAction.Defer) {
        waits++;
      } else if (answer.action() instanceof RmAction.Continue) {
        if (simulation.happens(simulation.loss() / 2)) {
          isDone = true;
          simulation.lost("a response on its way to the application");
          return;
        }
        simulation
            .rules()
            .delivered(
                site,
                (SinkSequence) answer.sequence(),
                app.number(),
                "the response of " + Wire.request(app.payload()));
        isDone = true;
        simulation.anywhere(simulation.pause(1, 50), site, this::taken);
      } else {
        isDone = true;
        if (answer.action() instanceof RmAction.Refuse) {
          simulation.rules().refused(app.id());
        }
        answer(app.id(), answer, reply);
      }
    }

    private void taken(SimulatedNode node) {
      boolean[] isNoted = {false};
      simulation.anywhere(
          simulation.pause(300, 600),
          site,
          next -> {
            if (!isNoted[0] && simulation.now() < deadline) {
              taken(next);
            }
          });
      try {
        emit(node, node.engine().served(app.id(), app.number()));
        isNoted[0] = true;
      } catch (ConflictException e) {
        return;
      }
    }
  }
}
