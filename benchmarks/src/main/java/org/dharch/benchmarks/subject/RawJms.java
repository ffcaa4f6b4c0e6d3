package org.dharch.benchmarks.subject;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Plain JMS request/reply, the baseline of DHArch: a BytesMessage to each queue, a correlation id,
 * and one fixed reply queue with one consumer. An operation ends with the reply from every queue.
 */
public final class RawJms implements Subject {
  static final String QUEUE = "raw.request.";
  private static final int REPLY_LENGTH = RawPeer.reply().length;
  private static final String REPLIES = "raw.reply";

  private final Connection connection;
  private final Session sending;
  private final List<MessageProducer> producers = new ArrayList<>();
  private final Queue replies;
  private final byte[] payload;
  private final AtomicLong ids = new AtomicLong();
  private final Map<String, OpenOperation> waiting = new ConcurrentHashMap<>();

  private record OpenOperation(AtomicInteger open, Done done) {}

  /**
   * Connects.
   *
   * @param queues the number of queues for each message
   */
  public RawJms(String broker, int queues, byte[] payload) throws JMSException {
    this.payload = payload;
    connection = RawPeer.tuned(broker).createConnection();
    sending = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    for (int i = 0; i < queues; i++) {
      MessageProducer producer = sending.createProducer(sending.createQueue(QUEUE + i));
      producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
      producers.add(producer);
    }
    Session receiving = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    replies = receiving.createQueue(REPLIES + "." + System.identityHashCode(this));
    MessageConsumer consumer = receiving.createConsumer(replies);
    consumer.setMessageListener(this::replied);
    connection.start();
  }

  @Override
  public void begin(Done done) {
    String id = Long.toString(ids.getAndIncrement());
    waiting.put(id, new OpenOperation(new AtomicInteger(producers.size()), done));
    synchronized (sending) {
      try {
        for (MessageProducer producer : producers) {
          BytesMessage request = sending.createBytesMessage();
          request.writeBytes(payload);
          request.setJMSCorrelationID(id);
          request.setJMSReplyTo(replies);
          producer.send(request);
        }
      } catch (JMSException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void replied(Message reply) {
    try {
      String id = reply.getJMSCorrelationID();
      OpenOperation operation = waiting.get(id);
      if (operation.open().decrementAndGet() == 0) {
        waiting.remove(id);
        operation.done().done(((BytesMessage) reply).getBodyLength() == REPLY_LENGTH);
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
