package org.dharch.cmanager.broker;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.Optional;
import org.apache.activemq.command.ActiveMQMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acknowledges several messages of a client-acknowledged session at once. The receiver recognizes
 * messages that are delivered again after a loss. The broker keeps at most {@link #BYTES} of them,
 * besides the latest message. Safe for any thread.
 *
 * <p>Call {@link #stop} before the connection is closed: over {@code vm://…?async=false} a listener
 * runs on the broker's thread, which holds the lock of the transport to the client and needs the
 * lock of the transport to the broker to acknowledge. A request, such as closing, holds the second
 * lock and waits for the first to receive its response. Therefore requests are made only before the
 * connection is started and after the last acknowledgement. Plain sends have no response and cause
 * no deadlock.
 */
public final class BatchAcknowledger {
  private static final Logger LOG = LoggerFactory.getLogger(BatchAcknowledger.class);
  private static final int MESSAGES = 16;
  private static final long BYTES = 256 << 10;

  private Optional<Message> last = Optional.empty();
  private int messages;
  private long bytes;
  private boolean stopped;

  /** Returns a listener that calls {@code listener} and acknowledges its messages. */
  public MessageListener acknowledging(MessageListener listener) {
    return message -> {
      listener.onMessage(message);
      processed(message);
    };
  }

  private synchronized void processed(Message message) {
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
        last.get().acknowledge(); // acknowledges all earlier ones, too
      }
    } catch (JMSException e) {
      LOG.debug("Not acknowledged, so redelivered: {}", e.toString());
    }
    last = Optional.empty();
    messages = 0;
    bytes = 0;
  }

  /** The size as stored, before decompression. */
  private static long size(Message message) {
    return message instanceof ActiveMQMessage active ? active.getSize() : BYTES;
  }

  /** Acknowledges the remaining messages and stops: later messages are not acknowledged. */
  public synchronized void stop() {
    acknowledge();
    stopped = true;
  }
}
