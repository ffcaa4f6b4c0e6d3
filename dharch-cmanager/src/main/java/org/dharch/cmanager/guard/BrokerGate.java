package org.dharch.cmanager.guard;

import jakarta.jms.JMSSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.broker.ProducerBrokerExchange;
import org.apache.activemq.broker.region.Destination;
import org.apache.activemq.broker.region.Subscription;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.ConsumerInfo;
import org.apache.activemq.command.DestinationInfo;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.ProducerInfo;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.NamespaceName;

/**
 * Admits only managers and nodes to the embedded broker, and enforces {@link BrokerRights} on
 * destinations. {@link CommandRights} check the commands before. Safe for any thread.
 */
public final class BrokerGate extends BrokerFilter {
  private interface Right {
    boolean holds(BrokerLogin login, ActiveMQDestination destination);
  }

  /** The bound on queues with consumers of one node. */
  static final int MOST_QUEUES = 64;

  /** The start of the reason of each rejection. */
  public static final String NOT_ALLOWED = "not allowed: ";

  private static final long REMOVE_MILLIS = 10;

  /** The percentage of used memory above which nothing is forwarded. */
  private static final int MOST_PERCENT = 50;

  private final BrokerLogins logins;
  private final BrokerRefusals refusals;

  private final ReplyQueues replies;
  private final long emissionBytes;

  /**
   * @param emissionBytes the part of the memory for emissions that no manager has consumed yet
   */
  public BrokerGate(
      Broker next,
      BrokerLogins logins,
      BrokerRefusals refusals,
      ReplyQueues replies,
      long emissionBytes) {
    super(next);
    this.emissionBytes = emissionBytes;
    this.replies = replies;
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
    ActiveMQDestination from = info.getDestination();
    Optional<BrokerLogin> login = check(context, from, BrokerRights::mayReceive);
    if (login.isPresent() && login.get() instanceof BrokerLogin.Node node && from.isQueue()) {
      boolean isNew = !getDestinationMap().containsKey(from);
      if (isNew && removeLeft(node, from) >= MOST_QUEUES) {
        throw refusal(
            node.shown() + ", of which " + MOST_QUEUES + " queues have consumers, on " + from);
      }
    }
    Subscription added = super.addConsumer(context, info);
    if (isExpected(from)) {
      replies.consumerAdded(from);
    }
    return added;
  }

  /**
   * Removes the queues of the node's ended incarnations, and returns how many queues it has then.
   * An incarnation that only lost its connection creates its queue again, and managers send again
   * what was lost.
   *
   * @param queue the new one; its namespace is the node's
   */
  private long removeLeft(BrokerLogin.Node node, ActiveMQDestination queue) throws Exception {
    String name = queue.getPhysicalName();
    int incarnation = NamespaceName.plain(name).length() - Target.queues(node.name()).length();
    String prefix = name.substring(0, name.length() - incarnation);
    long left = 0;
    for (Map.Entry<ActiveMQDestination, Destination> each :
        List.copyOf(getDestinationMap().entrySet())) {
      String other = each.getKey().getPhysicalName();
      if (each.getKey().isQueue() && other.startsWith(prefix)) {
        boolean isSameIncarnation = name.startsWith(other) || other.startsWith(name);
        if (!isSameIncarnation
            && each.getValue().getDestinationStatistics().getConsumers().getCount() == 0) {
          removeDestination(
              getBrokerService().getAdminConnectionContext(), each.getKey(), REMOVE_MILLIS);
        } else {
          left++;
        }
      }
    }
    return left;
  }

  @Override
  public void removeConsumer(ConnectionContext context, ConsumerInfo info) throws Exception {
    if (isExpected(info.getDestination())) {
      replies.consumerRemoved(info.getDestination());
    }
    super.removeConsumer(context, info);
  }

  @Override
  public void removeDestination(
      ConnectionContext context, ActiveMQDestination destination, long timeout) throws Exception {
    super.removeDestination(context, destination, timeout);
    replies.removed(destination);
  }

  @Override
  public void addProducer(ConnectionContext context, ProducerInfo info) throws Exception {
    ActiveMQDestination to = info.getDestination();
    if (to != null) {
      check(context, to, BrokerRights::maySend);
      if (BrokerRights.isForwardQueue(to) && !getDestinationMap().containsKey(to)) {
        throw refusal("a producer for " + to + ", which is not there"); // it would create the queue
      }
    }
    super.addProducer(context, info);
  }

  @Override
  public void send(ProducerBrokerExchange exchange, Message message) throws Exception {
    ActiveMQDestination to = message.getDestination();
    Optional<BrokerLogin> login = check(exchange.getConnectionContext(), to, BrokerRights::maySend);
    if (BrokerRights.isEmissions(to) && !hasCapacityForEmission(message)) {
      refusals.countDropped(to.getPhysicalName());
      return; // the node keeps the emission and does not block
    }
    if (BrokerRights.isForwardQueue(to) && !takesForward(to)) {
      refusals.countDropped(to.getPhysicalName());
      return; // the manager sends the message itself
    }
    if (login.isPresent() && login.get() instanceof BrokerLogin.Node) {
      if (isExpected(to) && !replies.accepts(to, message.getSize())) {
        refusals.countDropped(to.getPhysicalName());
        return; // the manager requests it again after its return
      }
      NodeCommands.limit(message);
    }
    super.send(exchange, message);
  }

  private static boolean isExpected(ActiveMQDestination destination) {
    return BrokerRights.isReplies(destination) || BrokerRights.isEmissions(destination);
  }

  /**
   * The queue of a departed node is not created again, and managers' messages keep half of the
   * memory.
   */
  private boolean takesForward(ActiveMQDestination to) {
    return getDestinationMap().containsKey(to)
        && getBrokerService().getSystemUsage().getMemoryUsage().getPercentUsage() < MOST_PERCENT;
  }

  /** All unconsumed emissions together are bounded. */
  private boolean hasCapacityForEmission(Message message) {
    long there = 0;
    for (Map.Entry<ActiveMQDestination, Destination> each : getDestinationMap().entrySet()) {
      if (BrokerRights.isEmissions(each.getKey())) {
        there += each.getValue().getMemoryUsage().getUsage();
      }
    }
    return there + message.getSize() <= emissionBytes;
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

  /** Returns the client of {@code context}; empty if it is the broker itself. */
  private Optional<BrokerLogin> check(
      ConnectionContext context, ActiveMQDestination destination, Right right)
      throws JMSSecurityException {
    ConnectionId connection = context == null ? null : context.getConnectionId();
    if (connection == null) {
      return Optional.empty();
    }
    BrokerLogin login =
        logins.login(connection).orElseThrow(() -> refusal("who was let in before"));
    ActiveMQDestination[] all =
        destination.isComposite()
            ? destination.getCompositeDestinations()
            : new ActiveMQDestination[] {destination};
    for (ActiveMQDestination each : all) {
      if (!right.holds(login, each)) {
        throw refusal(
            login.shown() + " at " + context.getConnection().getRemoteAddress() + " on " + each);
      }
    }
    return Optional.of(login);
  }

  /** Not a {@link SecurityException}, because ActiveMQ logs each of those. */
  private JMSSecurityException refusal(String what) {
    refusals.countRequest(what);
    return new JMSSecurityException(NOT_ALLOWED + what);
  }
}
