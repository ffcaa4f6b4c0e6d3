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
 * Commands that nobody says to our own broker: those of brokers among each other, of a broker to
 * its clients, of transactions over several, and those of which ActiveMQ's own clients have no
 * need. What is not here, {@link CommandRights} decides.
 */
abstract class DeniedCommands implements CommandVisitor {
  /** Why a command is refused. */
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refusal(String reason) {
      super(reason, null, false, false);
    }
  }

  static final String NOBODY = "for nobody to say";

  private static Response nobody() {
    throw new Refusal(NOBODY);
  }

  @Override
  public final Response processPrepareTransaction(TransactionInfo info) {
    return nobody();
  }

  @Override
  public final Response processCommitTransactionTwoPhase(TransactionInfo info) {
    return nobody();
  }

  @Override
  public final Response processForgetTransaction(TransactionInfo info) {
    return nobody();
  }

  @Override
  public final Response processRecoverTransactions(TransactionInfo info) {
    return nobody();
  }

  @Override
  public final Response processBrokerInfo(BrokerInfo info) {
    return nobody();
  }

  @Override
  public final Response processBrokerSubscriptionInfo(BrokerSubscriptionInfo info) {
    return nobody();
  }

  @Override
  public final Response processConnectionControl(ConnectionControl control) {
    return nobody();
  }

  @Override
  public final Response processConnectionError(ConnectionError error) {
    return nobody();
  }

  @Override
  public final Response processControlCommand(ControlCommand command) {
    return nobody();
  }

  @Override
  public final Response processFlush(FlushCommand command) {
    return nobody();
  }

  @Override
  public final Response processMessageDispatch(MessageDispatch dispatch) {
    return nobody();
  }

  @Override
  public final Response processMessageDispatchNotification(
      MessageDispatchNotification notification) {
    return nobody();
  }

  @Override
  public final Response processProducerAck(ProducerAck ack) {
    return nobody();
  }

  @Override
  public final Response processRemoveSubscription(RemoveSubscriptionInfo info) {
    return nobody();
  }
}
