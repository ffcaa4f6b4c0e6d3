package org.dharch.benchmarks.subject;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.List;
import java.util.Map;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.dharch.cmanager.broker.EmbeddedBroker;

/**
 * The other end of {@link RawJms}, in its own JVM: replies to each request with a few bytes, as a
 * handler without changes does. It has one session per queue. Working handlers have one session per
 * core, on separate connections, because a connection delivers on one thread.
 */
public final class RawPeer {
  private static final byte[] REPLY = new byte[32];

  private RawPeer() {}

  /** Returns the reply of a handler without changes. */
  public static byte[] reply() {
    return REPLY.clone();
  }

  /**
   * Returns a connection factory for {@code broker}, which authenticates clients by the namespace
   * key, with ActiveMQ's settings.
   */
  public static ActiveMQConnectionFactory connections(String broker) {
    ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory(broker);
    connections.setClientID(EmbeddedBroker.clientId(Map.of()));
    return connections;
  }

  /**
   * Returns a connection factory with the settings of DHArch's connections, and grouped
   * acknowledgements.
   */
  public static ActiveMQConnectionFactory tuned(String broker) {
    ActiveMQConnectionFactory connections = connections(broker);
    connections.setAlwaysSessionAsync(false);
    connections.setCopyMessageOnSend(false);
    connections.setConsumerExpiryCheckEnabled(false);
    connections.setWatchTopicAdvisories(false);
    connections.setOptimizeAcknowledge(true);
    return connections;
  }

  /** Serves the queues with these numbers until the JVM ends. */
  static void serve(String broker, List<Integer> numbers, FarHandler handler) throws JMSException {
    int consumers = handler.isWork() ? Runtime.getRuntime().availableProcessors() : 1;
    for (int i = 0; i < consumers; i++) {
      Connection connection = tuned(broker).createConnection();
      for (int number : numbers) {
        serve(connection, number, handler);
      }
      connection.start();
    }
  }

  private static void serve(Connection connection, int number, FarHandler handler)
      throws JMSException {
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    MessageProducer producer = session.createProducer(null);
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    session
        .createConsumer(session.createQueue(RawJms.QUEUE + number))
        .setMessageListener(request -> answer(session, producer, request, handler));
  }

  private static void answer(
      Session session, MessageProducer producer, Message request, FarHandler handler) {
    try {
      if (request.getJMSRedelivered()) {
        return; // an earlier far end has replied without acknowledging its group
      }
      byte[] body = new byte[(int) ((BytesMessage) request).getBodyLength()];
      ((BytesMessage) request).readBytes(body);
      handler.handle(body, 1);
      BytesMessage reply = session.createBytesMessage();
      reply.writeBytes(REPLY);
      reply.setJMSCorrelationID(request.getJMSCorrelationID());
      producer.send(request.getJMSReplyTo(), reply);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
