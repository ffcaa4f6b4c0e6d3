package org.dharch.cmanager.guard;

import java.util.Optional;
import org.apache.activemq.command.ConsumerInfo;
import org.apache.activemq.command.Message;
import org.dharch.cmanager.frame.Codec;

/**
 * Restricts the consumers and messages of a node. A client with a node's key can send others, some
 * of which would cost clients without it: a selector is evaluated by each sender, a message for one
 * consumer stays if that does not take it, and messages of a group or a network skip their expiry.
 */
final class NodeCommands {
  /** As long as a reply is of use to anybody; see {@link Codec}. */
  private static final long MOST_MILLIS = Codec.DEFAULT_TTL.toMillis();

  /** So many calls of managers wait for a node that does not take them; the older are dropped. */
  static final int MOST_CALLS = 100;

  /**
   * How many sessions a connection of a node has at most, and each of them consumers, producers.
   */
  static final int MOST = 16;

  private NodeCommands() {}

  /** The reason why no more can be added; empty if one can. */
  static Optional<String> capacity(int there) {
    return there < MOST ? Optional.empty() : Optional.of("for more than " + MOST);
  }

  /** Why no node has such a consumer; empty if one may. */
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
    boolean told = message.getExpiration() > 0 && left > 0 && left <= MOST_MILLIS;
    message.setTimestamp(now);
    message.setExpiration(now + (told ? left : MOST_MILLIS));
    message.setPersistent(false);
  }

  /** Why no node sends such a message; empty if one may. */
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
