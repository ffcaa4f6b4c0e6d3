package org.dharch.cmanager.guard;

import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.broker.region.policy.ConstantPendingMessageLimitStrategy;
import org.apache.activemq.broker.region.policy.DiscardingDeadLetterStrategy;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.broker.region.policy.VMPendingQueueMessageStoragePolicy;
import org.apache.activemq.broker.region.policy.VMPendingSubscriberMessageStoragePolicy;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.NamespaceName;

/**
 * The policies of the embedded broker: keeps messages in memory, for a limited time, with a limit
 * for each kind.
 */
public final class BrokerPolicies {
  /** The part of the memory for messages of nodes, which must not displace those of managers. */
  private static final int REPLIES_SHARE = 4;

  private static final int HEARTBEATS_SHARE = 8;

  private BrokerPolicies() {}

  /**
   * Creates the policies of all queues and topics.
   *
   * @param idleMillis how long an empty queue or topic without consumers is kept
   * @param memory bytes of all messages
   */
  public static PolicyMap of(int idleMillis, long memory) {
    List<PolicyEntry> entries =
        new ArrayList<>(
            List.of(
                policy(new ActiveMQQueue(">"), idleMillis),
                policy(new ActiveMQTopic(">"), idleMillis)));
    of("", idleMillis, memory, entries);
    of(NamespaceName.ANY, idleMillis, memory, entries);
    PolicyMap policies = new PolicyMap();
    policies.setPolicyEntries(entries);
    return policies;
  }

  /** Adds the policies of the unnamed namespace, or of all named ones. */
  private static void of(String namespaces, int idleMillis, long memory, List<PolicyEntry> to) {
    PolicyEntry replies = policy(queues(namespaces, Target.REPLY_PREFIX), idleMillis);
    replies.setMemoryLimit(memory / REPLIES_SHARE);
    PolicyEntry emissions = policy(queues(namespaces, Target.EMISSION_PREFIX), idleMillis);
    emissions.setMemoryLimit(memory / REPLIES_SHARE); // BrokerGate accepts half of that
    PolicyEntry heartbeats = policy(topic(namespaces, Target.HEARTBEAT), idleMillis);
    heartbeats.setMemoryLimit(memory / HEARTBEATS_SHARE);
    PolicyEntry calls = policy(topic(namespaces, Target.MANAGER), idleMillis);
    ConstantPendingMessageLimitStrategy few = new ConstantPendingMessageLimitStrategy();
    few.setLimit(NodeCommands.MOST_CALLS); // a node that does not read blocks no other
    calls.setPendingMessageLimitStrategy(few);
    to.addAll(List.of(replies, emissions, heartbeats, calls));
  }

  private static ActiveMQQueue queues(String namespaces, String prefix) {
    return new ActiveMQQueue(NamespaceName.named(namespaces, prefix) + ">");
  }

  private static ActiveMQTopic topic(String namespaces, Target target) {
    return new ActiveMQTopic(NamespaceName.named(namespaces, target.name()));
  }

  private static PolicyEntry policy(ActiveMQDestination destination, int idleMillis) {
    PolicyEntry policy = new PolicyEntry();
    policy.setDestination(destination);
    policy.setPendingQueuePolicy(new VMPendingQueueMessageStoragePolicy());
    policy.setPendingSubscriberPolicy(new VMPendingSubscriberMessageStoragePolicy());
    policy.setGcInactiveDestinations(true);
    policy.setInactiveTimeoutBeforeGC(idleMillis);
    policy.setOptimizedDispatch(true); // saves a thread switch
    policy.setDeadLetterStrategy(new DiscardingDeadLetterStrategy()); // it has no consumer
    return policy;
  }
}
