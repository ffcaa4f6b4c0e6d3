package org.dharch.cmanager;

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

/** How our own broker keeps what is sent: in memory, for a while, and of each kind its share. */
final class BrokerPolicies {
  /** What nodes send leaves room for what managers send, whoever sends how much. */
  private static final int REPLIES_SHARE = 4;

  private static final int HEARTBEATS_SHARE = 8;

  private BrokerPolicies() {}

  /**
   * @param idleMillis how long an empty queue or topic without consumers is kept
   * @param memory bytes of all messages
   */
  static PolicyMap of(int idleMillis, long memory) {
    PolicyEntry replies = policy(new ActiveMQQueue(Target.REPLY_PREFIX + ">"), idleMillis);
    replies.setMemoryLimit(memory / REPLIES_SHARE);
    PolicyEntry emissions = policy(new ActiveMQQueue(Target.EMISSION_PREFIX + ">"), idleMillis);
    emissions.setMemoryLimit(memory / REPLIES_SHARE); // BrokerGate lets half of that through
    PolicyEntry heartbeats = policy(new ActiveMQTopic(Target.HEARTBEAT.name()), idleMillis);
    heartbeats.setMemoryLimit(memory / HEARTBEATS_SHARE);
    PolicyEntry calls = policy(new ActiveMQTopic(Target.MANAGER.name()), idleMillis);
    ConstantPendingMessageLimitStrategy few = new ConstantPendingMessageLimitStrategy();
    few.setLimit(NodeCommands.MOST_CALLS); // who does not take them makes nobody else wait
    calls.setPendingMessageLimitStrategy(few);
    PolicyMap policies = new PolicyMap();
    policies.setPolicyEntries(
        List.of(
            policy(new ActiveMQQueue(">"), idleMillis),
            policy(new ActiveMQTopic(">"), idleMillis),
            replies,
            emissions,
            heartbeats,
            calls));
    return policies;
  }

  private static PolicyEntry policy(ActiveMQDestination destination, int idleMillis) {
    PolicyEntry policy = new PolicyEntry();
    policy.setDestination(destination);
    policy.setPendingQueuePolicy(new VMPendingQueueMessageStoragePolicy());
    policy.setPendingSubscriberPolicy(new VMPendingSubscriberMessageStoragePolicy());
    policy.setGcInactiveDestinations(true);
    policy.setInactiveTimeoutBeforeGC(idleMillis);
    policy.setOptimizedDispatch(true); // one change of threads less
    policy.setDeadLetterStrategy(new DiscardingDeadLetterStrategy()); // nobody takes them out of it
    return policy;
  }
}
