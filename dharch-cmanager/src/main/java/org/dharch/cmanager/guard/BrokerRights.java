package org.dharch.cmanager.guard;

import org.apache.activemq.command.ActiveMQDestination;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.NamespaceName;

/**
 * The rights of clients on the embedded broker, on the queues and topics of any namespace:
 *
 * <pre>
 *            receives from                    sends to
 *  manager   everything                       everything except advisories
 *  node      its own queues, dharch.manager   managers' queues, dharch.heartbeat,
 *                                             queues of emissions and of forwarded messages
 * </pre>
 */
final class BrokerRights {
  private static final String ADVISORY = "ActiveMQ.Advisory.";

  private BrokerRights() {}

  static boolean mayReceive(BrokerLogin login, ActiveMQDestination from) {
    return login instanceof BrokerLogin.Node node
        ? isOwn(node, from) || is(from, Target.MANAGER)
        : login instanceof BrokerLogin.Manager;
  }

  static boolean maySend(BrokerLogin login, ActiveMQDestination to) {
    return login instanceof BrokerLogin.Node
        ? isReplies(to) || isEmissions(to) || isForwardQueue(to) || is(to, Target.HEARTBEAT)
        : login instanceof BrokerLogin.Manager && !to.getPhysicalName().startsWith(ADVISORY);
  }

  /** Whether it is the queue of exactly one manager. */
  static boolean isReplies(ActiveMQDestination destination) {
    return isQueue(destination, Target.REPLY_PREFIX);
  }

  /** Whether it is exactly one queue of emissions. */
  static boolean isEmissions(ActiveMQDestination destination) {
    return isQueue(destination, Target.EMISSION_PREFIX);
  }

  static boolean isForwardQueue(ActiveMQDestination destination) {
    return isQueue(destination, Target.NODE_PREFIX)
        && Target.isForwardQueue(NamespaceName.plain(destination.getPhysicalName()));
  }

  static boolean isOwn(BrokerLogin.Node node, ActiveMQDestination queue) {
    return isQueue(queue, Target.queues(node.name()));
  }

  private static boolean isQueue(ActiveMQDestination destination, String prefix) {
    String name = NamespaceName.plain(destination.getPhysicalName());
    return destination.getDestinationType() == ActiveMQDestination.QUEUE_TYPE
        && name.startsWith(prefix)
        && !destination.isComposite()
        && name.indexOf('*') < 0
        && name.indexOf('>') < 0;
  }

  private static boolean is(ActiveMQDestination destination, Target topic) {
    return destination.getDestinationType() == ActiveMQDestination.TOPIC_TYPE
        && NamespaceName.plain(destination.getPhysicalName()).equals(topic.name());
  }
}
