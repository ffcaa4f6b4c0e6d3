package org.dharch.cmanager.guard;

import org.apache.activemq.command.BrokerInfo;
import org.apache.activemq.command.BrokerSubscriptionInfo;
import org.apache.activemq.command.ConnectionControl;
import org.apache.activemq.command.ConnectionError;
import org.apache.activemq.command.ControlCommand;
import org.apache.activemq.command.FlushCommand;
import org.apache.activemq.command.MessageDispatch;
import org.apache.activemq.command.MessageDispatchNotification;
import org.apache.activemq.command.ProducerAck;
import org.apache.activemq.command.RemoveSubscriptionInfo;
import org.apache.activemq.command.Response;
import org.apache.activemq.command.TransactionInfo;
import org.apache.activemq.state.CommandVisitor;

/**
 * Rejects the commands that no client sends to the embedded broker: those between brokers, from a
 * broker to its clients, of distributed transactions, and those that ActiveMQ's own clients do not
 * need. {@link CommandRights} decide on all others.
 */
abstract class DeniedCommands implements CommandVisitor {
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refusal(String reason) {
      super(reason, null, false, false);
    }
  }

  static final String FOR_ALL = "denied for all clients";

  private static Response deny() {
    throw new Refusal(FOR_ALL);
  }

  @Override
  public final Response processPrepareTransaction(TransactionInfo info) {
    return deny();
  }

  @Override
  public final Response processCommitTransactionTwoPhase(TransactionInfo info) {
    return deny();
  }

  @Override
  public final Response processForgetTransaction(TransactionInfo info) {
    return deny();
  }

  @Override
  public final Response processRecoverTransactions(TransactionInfo info) {
    return deny();
  }

  @Override
  public final Response processBrokerInfo(BrokerInfo info) {
    return deny();
  }

  @Override
  public final Response processBrokerSubscriptionInfo(BrokerSubscriptionInfo info) {
    return deny();
  }

  @Override
  public final Response processConnectionControl(ConnectionControl control) {
    return deny();
  }

  @Override
  public final Response processConnectionError(ConnectionError error) {
    return deny();
  }

  @Override
  public final Response processControlCommand(ControlCommand command) {
    return deny();
  }

  @Override
  public final Response processFlush(FlushCommand command) {
    return deny();
  }

  @Override
  public final Response processMessageDispatch(MessageDispatch dispatch) {
    return deny();
  }

  @Override
  public final Response processMessageDispatchNotification(
      MessageDispatchNotification notification) {
    return deny();
  }

  @Override
  public final Response processProducerAck(ProducerAck ack) {
    return deny();
  }

  @Override
  public final Response processRemoveSubscription(RemoveSubscriptionInfo info) {
    return deny();
  }
}
