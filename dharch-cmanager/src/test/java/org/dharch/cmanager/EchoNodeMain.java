package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.net.URI;
import java.util.Map;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.core.wire.NodeId;

/** A node that answers, in a JVM of its own, for tests that kill it and for measuring. */
final class EchoNodeMain {
  static final String RAW_QUEUE = "raw.requests";

  private EchoNodeMain() {}

  /**
   * Arguments: broker, node name, node incarnation, and {@code raw} for a plain JMS answerer too.
   */
  public static void main(String[] args) throws Exception {
    if (args.length > 3 && args[3].equals("raw")) {
      raw(args[0]);
    }
    try (TestNode node =
        new TestNode(URI.create(args[0]), new NodeId(args[1], args[2]), Map.of())) {
      node.holding = args.length > 3 && args[3].equals("hold");
      node.start();
      System.in.read(); // until our parent ends or says so
    }
    System.exit(0);
  }

  private static void raw(String broker) throws JMSException {
    Connection connection =
        UnauthenticatedClient.connection(URI.create(broker), EmbeddedBroker.clientId(Map.of()));
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    MessageProducer producer = session.createProducer(null);
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    session
        .createConsumer(session.createQueue(RAW_QUEUE))
        .setMessageListener(
            message -> {
              try {
                BytesMessage request = (BytesMessage) message;
                byte[] bytes = new byte[(int) request.getBodyLength()];
                request.readBytes(bytes);
                BytesMessage reply = session.createBytesMessage();
                reply.writeBytes(bytes);
                reply.setJMSCorrelationID(request.getJMSCorrelationID());
                producer.send(request.getJMSReplyTo(), reply);
              } catch (JMSException e) {
                throw new IllegalStateException(e);
              }
            });
    connection.start();
  }
}
