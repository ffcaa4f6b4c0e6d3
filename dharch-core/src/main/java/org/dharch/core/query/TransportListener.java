package org.dharch.core.query;

import org.dharch.core.context.Conductor;
import org.dharch.core.context.Inbox;
import org.dharch.core.emission.Emissions;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.CManager;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.TaskBatchFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes frames from the transport to the inbox, from which MessageReceiver takes them on the event
 * loop. Safe for any thread.
 */
public final class TransportListener implements CManager.Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(TransportListener.class);

  private final TaskBatchFormat format;
  private final EmissionFormat emissionFormat;
  private final Emissions emissions;
  private final QueryResponder questions;
  private final Inbox inbox;
  private final Conductor conductor;
  private final Counters counters;
  private volatile boolean isConnected;

  public TransportListener(
      TaskBatchFormat format,
      EmissionFormat emissionFormat,
      Emissions emissions,
      QueryResponder questions,
      Inbox inbox,
      Conductor conductor,
      Counters counters) {
    this.emissionFormat = emissionFormat;
    this.emissions = emissions;
    this.questions = questions;
    this.format = format;
    this.inbox = inbox;
    this.conductor = conductor;
    this.counters = counters;
  }

  /** Returns whether there is a connection to the broker, or to one of several. */
  public boolean isConnected() {
    return isConnected;
  }

  @Override
  public void reply(DMFormat reply) {
    try {
      bring(new Inbox.Replied(format.reply(reply)));
    } catch (MalformedMessageException e) {
      malformed(e.getMessage());
    }
  }

  @Override
  public boolean emission(DMFormat emission, Runnable done) {
    NodeEmission from;
    try {
      from = emissionFormat.emission(emission);
    } catch (MalformedMessageException e) {
      malformed(e.getMessage());
      done.run();
      return true;
    }
    return emissions.take(from, done);
  }

  @Override
  public void asked(String asker, DMFormat question) {
    try {
      questions.asked(asker, question);
    } catch (MalformedMessageException e) {
      malformed(e.getMessage());
    }
  }

  @Override
  public void answered(String manager, DMFormat answer) {
    try {
      questions.answered(manager, answer);
    } catch (MalformedMessageException e) {
      malformed(e.getMessage());
    }
  }

  @Override
  public void status(NodeStatus status) {
    bring(new Inbox.Heartbeat(status));
  }

  @Override
  public void gone(NodeId node) {
    bring(new Inbox.Gone(node));
  }

  @Override
  public void unreachable(NodeId node) {
    bring(new Inbox.Unreachable(node));
  }

  @Override
  public void connected(boolean up) {
    isConnected = up;
    bring(new Inbox.Connected(up));
  }

  @Override
  public void malformed(String reason) {
    counters.count(Counter.MALFORMED);
    LOG.warn("Ignored an invalid message reason={}", reason);
  }

  /** The transport limits these reports, because an unauthenticated client may send many. */
  @Override
  public void forged(String reason) {
    counters.count(Counter.FORGED);
  }

  private void bring(Inbox.Item item) {
    if (!inbox.put(item)) {
      LOG.warn("Dropped because the inbox is full: {}", item);
    }
    conductor.signal();
  }
}
