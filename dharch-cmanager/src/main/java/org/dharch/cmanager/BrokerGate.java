package org.dharch.cmanager;

import jakarta.jms.JMSSecurityException;
import java.util.Optional;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.broker.ProducerBrokerExchange;
import org.apache.activemq.broker.region.Subscription;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.ConsumerInfo;
import org.apache.activemq.command.DestinationInfo;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.ProducerInfo;

/**
 * Lets managers and nodes into our own broker and nobody else, and each do on its destinations what
 * {@link BrokerRights} say. What else there is in a {@link BrokerFilter} is done by the broker
 * itself or by commands that {@link CommandRights} have judged. Safe for any thread.
 */
final class BrokerGate extends BrokerFilter {
  private interface Right {
    boolean holds(BrokerLogin who, ActiveMQDestination destination);
  }

  private final BrokerLogins logins;
  private final BrokerRefusals refusals;

  BrokerGate(Broker next, BrokerLogins logins, BrokerRefusals refusals) {
    super(next);
    this.logins = logins;
    this.refusals = refusals;
  }

  @Override
  public void addConnection(ConnectionContext context, ConnectionInfo info) throws Exception {
    Optional<String> refusal = logins.add(context, info);
    if (refusal.isPresent()) {
      throw refusal("a client at " + info.getClientIp() + ", " + refusal.get());
    }
    boolean added = false;
    try {
      super.addConnection(context, info);
      added = true;
    } finally {
      if (!added) {
        logins.remove(context, info);
      }
    }
  }

  @Override
  public void removeConnection(ConnectionContext context, ConnectionInfo info, Throwable error)
      throws Exception {
    logins.remove(context, info);
    super.removeConnection(context, info, error);
  }

  @Override
  public Subscription addConsumer(ConnectionContext context, ConsumerInfo info) throws Exception {
    check(context, info.getDestination(), BrokerRights::mayReceive);
    return super.addConsumer(context, info);
  }

  @Override
  public void addProducer(ConnectionContext context, ProducerInfo info) throws Exception {
    if (info.getDestination() != null) {
      check(context, info.getDestination(), BrokerRights::maySend);
    }
    super.addProducer(context, info);
  }

  @Override
  public void send(ProducerBrokerExchange exchange, Message message) throws Exception {
    check(exchange.getConnectionContext(), message.getDestination(), BrokerRights::maySend);
    super.send(exchange, message);
  }

  @Override
  public void addDestinationInfo(ConnectionContext context, DestinationInfo info) throws Exception {
    check(context, info.getDestination(), BrokerRights::mayReceive);
    super.addDestinationInfo(context, info);
  }

  @Override
  public void removeDestinationInfo(ConnectionContext context, DestinationInfo info)
      throws Exception {
    check(context, info.getDestination(), BrokerRights::mayReceive);
    super.removeDestinationInfo(context, info);
  }

  private void check(ConnectionContext context, ActiveMQDestination destination, Right right)
      throws JMSSecurityException {
    ConnectionId connection = context == null ? null : context.getConnectionId();
    if (connection == null) {
      return; // the broker itself
    }
    BrokerLogin who = logins.who(connection).orElseThrow(() -> refusal("who was let in before"));
    ActiveMQDestination[] all =
        destination.isComposite()
            ? destination.getCompositeDestinations()
            : new ActiveMQDestination[] {destination};
    for (ActiveMQDestination each : all) {
      if (!right.holds(who, each)) {
        throw refusal(
            who.shown() + " at " + context.getConnection().getRemoteAddress() + " on " + each);
      }
    }
  }

  /** No {@link SecurityException}, of which ActiveMQ says each in the log. */
  private JMSSecurityException refusal(String what) {
    refusals.request(what);
    return new JMSSecurityException("not allowed: " + what);
  }
}
