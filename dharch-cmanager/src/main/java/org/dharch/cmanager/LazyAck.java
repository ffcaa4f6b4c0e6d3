package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acknowledges several replies at once, in a client-acknowledged session with one consumer. What is
 * delivered again after a loss is recognised as a double by whoever waits for it. The broker keeps
 * at most {@link #BYTES} for that, beside the latest message. Used by one thread.
 */
final class LazyAck {
  private static final Logger LOG = LoggerFactory.getLogger(LazyAck.class);
  private static final int MESSAGES = 16;
  private static final long BYTES = 256 << 10;

  private int messages;
  private long bytes;

  void handled(Message message) {
    try {
      messages++;
      bytes += message instanceof BytesMessage body ? body.getBodyLength() : 0;
      if (messages >= MESSAGES || bytes >= BYTES) {
        messages = 0;
        bytes = 0;
        message.acknowledge();
      }
    } catch (JMSException e) {
      LOG.debug("not acknowledged, will come again: {}", e.toString());
    }
  }
}
