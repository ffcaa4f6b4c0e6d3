package org.dharch.cmanager.guard;

import java.util.Objects;
import java.util.Optional;
import org.apache.activemq.command.Command;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.command.ConsumerControl;
import org.apache.activemq.command.ConsumerId;
import org.apache.activemq.command.ConsumerInfo;
import org.apache.activemq.command.DestinationInfo;
import org.apache.activemq.command.KeepAliveInfo;
import org.apache.activemq.command.LocalTransactionId;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageAck;
import org.apache.activemq.command.MessagePull;
import org.apache.activemq.command.ProducerId;
import org.apache.activemq.command.ProducerInfo;
import org.apache.activemq.command.Response;
import org.apache.activemq.command.SessionId;
import org.apache.activemq.command.SessionInfo;
import org.apache.activemq.command.ShutdownInfo;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.command.TransactionInfo;
import org.apache.activemq.command.WireFormatInfo;
import org.apache.activemq.state.ConnectionState;
import org.apache.activemq.state.SessionState;

/**
 * The commands that a connection to the embedded broker may send: everything that is not in this
 * table is rejected. <i>Own</i> means with the id of this connection, because ActiveMQ looks up
 * consumers and the like in the whole broker. A node may send less than a manager. {@link
 * BrokerRights} decide on the destinations.
 *
 * <pre>
 *  command                              sender             condition
 *  WireFormatInfo                       not logged in      once
 *  ConnectionInfo                       not logged in      once; see {@link BrokerLogins}
 *  KeepAliveInfo, ShutdownInfo          all                this connection
 *  SessionInfo, ProducerInfo            manager, node      own; of a node, no more than {@link NodeCommands#MOST}
 *  ConsumerInfo                         manager, node      own, not durable, of no network; of a node {@link NodeCommands}
 *  RemoveInfo                           manager, node      own connection, session, consumer, producer
 *  Message                              manager, node      of an own existing producer, its id, too; of a node {@link NodeCommands}
 *  MessageAck                           manager, node      own consumer; of a node, in no transaction
 *  MessagePull, ConsumerControl         manager            own consumer
 *  DestinationInfo                      manager            own connection
 *  TransactionInfo: begin, end,
 *    commit (one phase), roll back      manager            own, local
 *  TransactionInfo: prepare, commit
 *    (two phases), forget, recover      none
 *  BrokerInfo, BrokerSubscriptionInfo,
 *    ConnectionControl, ConnectionError,
 *    ControlCommand, FlushCommand,
 *    MessageDispatch,
 *    MessageDispatchNotification,
 *    ProducerAck,
 *    RemoveSubscriptionInfo, responses,
 *    parts of commands                  none
 * </pre>
 *
 * <p>Used by one thread, its connection's.
 */
final class CommandRights extends DeniedCommands {
  private static final Response GRANTED = new Response();

  private final BrokerLogins logins;
  private boolean agreed;
  private boolean asked;
  private boolean left;
  private Optional<Self> self = Optional.empty();

  private record Self(BrokerLogin login, ConnectionState state) {}

  CommandRights(BrokerLogins logins) {
    this.logins = logins;
  }

  /** The reason why {@code command} is rejected; empty if it is accepted. */
  Optional<String> refusal(Command command) {
    try {
      return command.visit(this) == GRANTED ? Optional.empty() : Optional.of(FOR_ALL);
    } catch (Refusal e) {
      return Optional.of(e.getMessage());
    } catch (Exception e) { // incomplete command
      return Optional.of("of no sense");
    }
  }

  void loggedIn(BrokerLogin login, ConnectionState state) {
    self = Optional.of(new Self(login, state));
  }

  /** Whether the client has closed the connection; its later commands are ignored. */
  boolean isClosed() {
    return left;
  }

  String shown() {
    return self.map(me -> me.login().shown()).orElse("a client");
  }

  static String name(Command command) {
    return command instanceof Message ? "Message" : command.getClass().getSimpleName();
  }

  private Self self() {
    return self.orElseThrow(() -> new Refusal("before a login"));
  }

  private ConnectionState own(String connection) {
    Self me = self();
    if (connection == null
        || !connection.equals(me.state().getInfo().getConnectionId().getValue())) {
      throw new Refusal("for an object of another connection");
    }
    return me.state();
  }

  private SessionState own(SessionId session) {
    return Optional.ofNullable(own(session.getConnectionId()).getSessionState(session))
        .orElseThrow(() -> new Refusal("for an unknown session"));
  }

  private boolean isNode() {
    return self().login() instanceof BrokerLogin.Node;
  }

  private void managers() {
    if (isNode()) {
      throw new Refusal("that only managers may send");
    }
  }

  private void ownOrNone(TransactionId transaction) {
    if (transaction instanceof LocalTransactionId local) {
      managers();
      own(local.getConnectionId() == null ? null : local.getConnectionId().getValue());
    } else if (transaction != null) {
      throw new Refusal("in a distributed transaction");
    }
  }

  private static Response check(Optional<String> refusal) {
    if (refusal.isPresent()) {
      throw new Refusal(refusal.get());
    }
    return GRANTED;
  }

  @Override
  public Response processWireFormat(WireFormatInfo info) {
    if (agreed) {
      throw new Refusal("sent twice");
    }
    agreed = true;
    return GRANTED;
  }

  @Override
  public Response processAddConnection(ConnectionInfo info) {
    if (asked) {
      throw new Refusal("sent twice");
    }
    asked = true;
    if (info.getBrokerPath() != null || info.isBrokerMasterConnector()) {
      throw new Refusal("of a broker");
    }
    return check(logins.refusal(info));
  }

  @Override
  public Response processKeepAlive(KeepAliveInfo info) {
    return GRANTED;
  }

  @Override
  public Response processShutdown(ShutdownInfo info) {
    return GRANTED;
  }

  @Override
  public Response processAddSession(SessionInfo info) {
    ConnectionState state = own(info.getSessionId().getConnectionId());
    return isNode() ? check(NodeCommands.capacity(state.getSessionIds().size())) : GRANTED;
  }

  @Override
  public Response processAddProducer(ProducerInfo info) {
    SessionState session = own(info.getProducerId().getParentId());
    return isNode() ? check(NodeCommands.capacity(session.getProducerIds().size())) : GRANTED;
  }

  @Override
  public Response processAddConsumer(ConsumerInfo info) {
    SessionState session = own(info.getConsumerId().getParentId());
    if (info.getSubscriptionName() != null
        || info.isNetworkSubscription()
        || info.getBrokerPath() != null
        || info.getNetworkConsumerPath() != null
        || info.getAdditionalPredicate() != null) {
      throw new Refusal("of a broker, or durable");
    }
    if (isNode()) {
      check(NodeCommands.capacity(session.getConsumerIds().size()));
      check(NodeCommands.refusal(info));
    }
    info.setDispatchAsync(true); // otherwise a slow reader blocks the sender
    return GRANTED;
  }

  @Override
  public Response processRemoveConnection(ConnectionId id, long lastDeliveredSequenceId) {
    own(id.getValue());
    self = Optional.empty();
    left = true;
    return GRANTED;
  }

  @Override
  public Response processRemoveSession(SessionId id, long lastDeliveredSequenceId) {
    own(id.getConnectionId());
    return GRANTED;
  }

  @Override
  public Response processRemoveProducer(ProducerId id) {
    own(id.getConnectionId());
    return GRANTED;
  }

  @Override
  public Response processRemoveConsumer(ConsumerId id, long lastDeliveredSequenceId) {
    own(id.getConnectionId());
    return GRANTED;
  }

  @Override
  public Response processMessage(Message send) {
    ProducerId producer = send.getProducerId();
    if (own(producer.getParentId()).getProducerState(producer) == null
        || !producer.equals(send.getMessageId().getProducerId())) {
      throw new Refusal("of an unknown producer, or in the name of another");
    }
    ownOrNone(send.getTransactionId());
    ownOrNone(send.getOriginalTransactionId());
    Objects.requireNonNull(send.getDestination());
    return isNode() ? check(NodeCommands.refusal(send)) : GRANTED;
  }

  @Override
  public Response processMessageAck(MessageAck ack) {
    own(ack.getConsumerId().getConnectionId());
    ownOrNone(ack.getTransactionId());
    Objects.requireNonNull(ack.getDestination());
    return GRANTED;
  }

  @Override
  public Response processMessagePull(MessagePull pull) {
    managers();
    own(pull.getConsumerId().getConnectionId());
    return GRANTED;
  }

  @Override
  public Response processConsumerControl(ConsumerControl control) {
    managers();
    ConsumerId consumer = control.getConsumerId();
    if (own(consumer.getParentId()).getConsumerState(consumer) == null) {
      throw new Refusal("for an unknown consumer");
    }
    return GRANTED;
  }

  private Response destination(DestinationInfo info) {
    managers();
    own(info.getConnectionId().getValue());
    return GRANTED;
  }

  @Override
  public Response processAddDestination(DestinationInfo info) {
    return destination(info);
  }

  @Override
  public Response processRemoveDestination(DestinationInfo info) {
    return destination(info);
  }

  private Response transaction(TransactionInfo info) {
    managers();
    own(info.getConnectionId().getValue());
    ownOrNone(Objects.requireNonNull(info.getTransactionId()));
    return GRANTED;
  }

  @Override
  public Response processBeginTransaction(TransactionInfo info) {
    return transaction(info);
  }

  @Override
  public Response processEndTransaction(TransactionInfo info) {
    return transaction(info);
  }

  @Override
  public Response processCommitTransactionOnePhase(TransactionInfo info) {
    return transaction(info);
  }

  @Override
  public Response processRollbackTransaction(TransactionInfo info) {
    return transaction(info);
  }
}
