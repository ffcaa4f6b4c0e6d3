package org.dharch.cmanager.guard;

import java.util.Optional;
import org.apache.activemq.command.ConsumerInfo;
import org.apache.activemq.command.Message;
import org.dharch.cmanager.frame.Codec;

/**
 * Restricts the consumers and messages of a node. A client with a node's key could otherwise harm
 * others: each sender evaluates a selector, a message for one consumer stays if that does not take
 * it, and messages of a group or a network skip their expiry.
 */
final class NodeCommands {
  /** The longest useful life of a reply; see {@link Codec}. */
  private static final long MOST_MILLIS = Codec.DEFAULT_TTL.toMillis();

  /** The bound on managers' calls that wait for a node; older ones are dropped. */
  static final int MOST_CALLS = 100;

  /** The bound on the sessions of a connection, and on the consumers and producers of a session. */
  static final int MOST = 16;

  private NodeCommands() {}

  /** The reason why no more can be added; empty if one can. */
  static Optional<String> capacity(int there) {
    return there < MOST ? Optional.empty() : Optional.of("for more than " + MOST);
  }

  /** The reason why the consumer is rejected; empty if it is accepted. */
  static Optional<String> refusal(ConsumerInfo info) {
    if (info.getSelector() != null) {
      return Optional.of("with a selector");
    }
    if (info.isBrowser() || info.getPrefetchSize() < 1) {
      return Optional.of("that does not consume");
    }
    if (info.getDestination().isTopic()) {
      info.setPrefetchSize(Math.min(info.getPrefetchSize(), MOST_CALLS));
    }
    return Optional.empty();
  }

  /** Limits the lifetime of the message and clears its persistence. */
  static void limit(Message message) {
    long now = System.currentTimeMillis();
    long left = message.getExpiration() - message.getTimestamp();
    boolean isValid = message.getExpiration() > 0 && left > 0 && left <= MOST_MILLIS;
    message.setTimestamp(now);
    message.setExpiration(now + (isValid ? left : MOST_MILLIS));
    message.setPersistent(false);
  }

  /** The reason why the message is rejected; empty if it is accepted. */
  static Optional<String> refusal(Message message) {
    boolean plain =
        message.getTargetConsumerId() == null
            && message.getGroupID() == null
            && message.getBrokerPath() == null
            && message.getCluster() == null
            && message.getOriginalDestination() == null
            && !message.getDestination().isComposite()
            && !message.isRecievedByDFBridge();
    return plain
        ? Optional.empty()
        : Optional.of("for one consumer, several queues, of a group or of a network");
  }
}
