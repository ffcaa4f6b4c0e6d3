package org.dharch.test;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.CManager;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;

/**
 * A transport that records the traffic at the manager's end, of the latest {@value #MESSAGES}
 * messages. It changes and delays nothing. Thread-safe.
 */
final class Tap implements CManager {
  private static final int MESSAGES = 1000;

  private final CManager transport;
  private final TaskBatchFormat format;
  private final Map<MessageId, Trail> trails = new LatestUsed<>(MESSAGES); // guarded by itself

  Tap(CManager transport, Limits limits) {
    this.transport = transport;
    this.format = new TaskBatchFormat(limits);
  }

  Trail trail(MessageId id) {
    synchronized (trails) {
      return trails.computeIfAbsent(id, unused -> new Trail());
    }
  }

  @Override
  public boolean send(NodeId node, DMFormat batch) {
    Optional<TaskBatch> tasks = tasks(batch);
    // before sending: its reply may arrive before this returns
    tasks.ifPresent(its -> trail(its.id()).sent(its));
    boolean taken = transport.send(node, batch);
    if (!taken) {
      tasks.ifPresent(its -> trail(its.id()).withdraw(its));
    }
    return taken;
  }

  private Optional<TaskBatch> tasks(DMFormat message) {
    try {
      return Optional.of(format.taskBatch(message));
    } catch (MalformedMessageException e) {
      return Optional.empty(); // another kind of message
    }
  }

  private void note(DMFormat message) {
    try {
      Reply reply = format.reply(message);
      Trail trail = trail(reply.id());
      reply.results().forEach(result -> trail.answered(reply.node().name(), result));
    } catch (MalformedMessageException e) {
      // the manager reports it
    }
  }

  @Override
  public void start(Receiver receiver) {
    transport.start(new Noting(receiver));
  }

  @Override
  public String address() {
    return transport.address();
  }

  @Override
  public Optional<URI> nodeUri() {
    return transport.nodeUri();
  }

  @Override
  public void sendWarning(NodeId node, String notice) {
    transport.sendWarning(node, notice);
  }

  @Override
  public void takeEmissions(Set<EmissionQueue> queues) {
    transport.takeEmissions(queues);
  }

  @Override
  public boolean forward(EmissionQueue queue, NodeId node, DMFormat emission) {
    return transport.forward(queue, node, emission);
  }

  @Override
  public void close() {
    transport.close();
  }

  private final class Noting implements Receiver {
    private final Receiver receiver;

    Noting(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public void reply(DMFormat reply) {
      note(reply);
      receiver.reply(reply);
    }

    @Override
    public void malformed(String reason) {
      receiver.malformed(reason);
    }

    @Override
    public void forged(String reason) {
      receiver.forged(reason);
    }

    @Override
    public boolean emission(DMFormat emission, Runnable done) {
      return receiver.emission(emission, done);
    }

    @Override
    public void status(NodeStatus status) {
      receiver.status(status);
    }

    @Override
    public void gone(NodeId node) {
      receiver.gone(node);
    }

    @Override
    public void connected(boolean up) {
      receiver.connected(up);
    }
  }
}
