package org.dharch.cmanager;

import org.apache.activemq.command.ActiveMQDestination;

/**
 * What each may do on our own broker:
 *
 * <pre>
 *            receives from                                  sends to
 *  manager   dharch.>, its nodes' advisories                dharch.>
 *  node      its own queues, dharch.manager                 managers' queues, dharch.heartbeat
 *  all       what is not DHArch's, nor an advisory that     what is not DHArch's, nor an advisory
 *            tells of others
 * </pre>
 */
final class BrokerRights {
  private static final String OURS = "dharch.";
  private static final String ADVISORY = "ActiveMQ.Advisory.";
  private static final String TEMPORARY = ADVISORY + "Temp"; // every client of ActiveMQ listens

  private BrokerRights() {}

  static boolean mayReceive(BrokerLogin who, ActiveMQDestination from) {
    if (who instanceof BrokerLogin.Manager) {
      return true;
    }
    String name = from.getPhysicalName();
    if (who instanceof BrokerLogin.Node node
        && (isOwn(node, from) || name.equals(Target.MANAGER.name()))) {
      return true;
    }
    return isNobodys(name) || name.startsWith(TEMPORARY);
  }

  static boolean maySend(BrokerLogin who, ActiveMQDestination to) {
    String name = to.getPhysicalName();
    if (who instanceof BrokerLogin.Manager) {
      return !name.startsWith(ADVISORY);
    }
    if (who instanceof BrokerLogin.Node
        && !isPattern(name)
        && (name.startsWith(Target.REPLY_PREFIX) || name.equals(Target.HEARTBEAT.name()))) {
      return true;
    }
    return isNobodys(name);
  }

  private static boolean isOwn(BrokerLogin.Node node, ActiveMQDestination queue) {
    String name = queue.getPhysicalName();
    return queue.isQueue() && !isPattern(name) && name.startsWith(Target.queues(node.name()));
  }

  private static boolean isNobodys(String name) {
    return !isPattern(name) && !name.startsWith(OURS) && !name.startsWith(ADVISORY);
  }

  private static boolean isPattern(String name) {
    return name.indexOf('*') >= 0 || name.indexOf('>') >= 0;
  }
}
