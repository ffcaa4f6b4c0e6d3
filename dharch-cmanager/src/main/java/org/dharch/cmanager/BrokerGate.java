package org.dharch.cmanager;

import java.util.Map;
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
import org.dharch.core.LatestUsed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets each connection to our own broker do what {@link BrokerRights} say of who it is. Safe for
 * any thread.
 */
final class BrokerGate extends BrokerFilter {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerGate.class);

  /** With this a broker's answer to a login ends whose code is not of its system's key. */
  static final String OTHER_KEY = "whose key is another's";

  private static final int USED = 100_000;

  private interface Right {
    boolean holds(BrokerLogin who, ActiveMQDestination destination);
  }

  private final BrokerLogins logins;
  private final Map<String, Boolean> used = new LatestUsed<>(USED);
  private final RateLimitedLog refused = new RateLimitedLog();

  BrokerGate(Broker next, BrokerLogins logins) {
    super(next);
    this.logins = logins;
  }

  @Override
  public void addConnection(ConnectionContext context, ConnectionInfo info) throws Exception {
    BrokerLogin who =
        logins
            .of(info)
            .orElseThrow(() -> refusal("a client at " + info.getClientIp() + ", " + OTHER_KEY));
    if (!(who instanceof BrokerLogin.Stranger) && !isFirst(info.getClientId())) {
      throw refusal("a client at " + info.getClientIp() + " with a login that was used before");
    }
    if (!logins.add(context, info, who)) {
      throw refusal("a client at " + info.getClientIp() + " with the id of another's connection");
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

  /** A login is good once: it stands in the broker's own log if the password is wrong, say. */
  private boolean isFirst(String clientId) {
    synchronized (used) {
      return used.put(clientId, true) == null;
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

  private void check(ConnectionContext context, ActiveMQDestination destination, Right right) {
    ConnectionId connection = context == null ? null : context.getConnectionId();
    if (connection == null) {
      return; // the broker itself
    }
    BrokerLogin who = logins.who(connection);
    ActiveMQDestination[] all =
        destination.isComposite()
            ? destination.getCompositeDestinations()
            : new ActiveMQDestination[] {destination};
    for (ActiveMQDestination each : all) {
      if (!each.isTemporary() && !right.holds(who, each)) {
        throw refusal(who + " at " + context.getConnection().getRemoteAddress() + " on " + each);
      }
    }
  }

  private SecurityException refusal(String what) {
    refused.say(n -> LOG.warn("the broker refused {} requests, one: {}", n, what));
    return new SecurityException("not allowed: " + what);
  }
}
