package org.dharch.cmanager.broker;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.Optional;
import org.apache.activemq.command.ActiveMQMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acknowledges several messages of a client-acknowledged session at once. A receiver recognizes a
 * message that is delivered again after a loss. The broker keeps at most {@link #BYTES} for that,
 * besides the latest message. Safe for any thread.
 *
 * <p>Call {@link #stop} before the connection is closed: over {@code vm://…?async=false} a listener
 * runs on the broker's thread, which holds the lock of the transport to the client, and needs the
 * lock of the transport to the broker to acknowledge. A request, such as closing, holds the latter
 * and waits for the former to receive its response. So requests are made only before the connection
 * is started and after the last acknowledgement. Plain sends have no response and cause no
 * deadlock.
 */
public final class BatchAcknowledger {
  private static final Logger LOG = LoggerFactory.getLogger(BatchAcknowledger.class);
  private static final int MESSAGES = 16;
  private static final long BYTES = 256 << 10;

  private Optional<Message> last = Optional.empty();
  private int messages;
  private long bytes;
  private boolean stopped;

  /** The same listener, its messages acknowledged. */
  public MessageListener after(MessageListener listener) {
    return message -> {
      listener.onMessage(message);
      handled(message);
    };
  }

  private synchronized void handled(Message message) {
    if (stopped) {
      return;
    }
    last = Optional.of(message);
    messages++;
    bytes += size(message);
    if (messages >= MESSAGES || bytes >= BYTES) {
      acknowledge();
    }
  }

  private void acknowledge() {
    try {
      if (last.isPresent()) {
        last.get().acknowledge(); // and all before it
      }
    } catch (JMSException e) {
      LOG.debug("Not acknowledged, so redelivered: {}", e.toString());
    }
    last = Optional.empty();
    messages = 0;
    bytes = 0;
  }

  /** As it lies there: what it would become is not looked at. */
  private static long size(Message message) {
    return message instanceof ActiveMQMessage active ? active.getSize() : BYTES;
  }

  /** Acknowledges what is left, after the acknowledgement under way; none follows. */
  public synchronized void stop() {
    acknowledge();
    stopped = true;
  }
}
