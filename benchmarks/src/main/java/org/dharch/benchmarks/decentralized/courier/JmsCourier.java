package org.dharch.benchmarks.decentralized.courier;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.net.URI;
import java.util.function.Consumer;
import org.dharch.benchmarks.subject.RawPeer;

/**
 * SOAP over JMS (seed 002, section 3.1.2): one queue per partition and one listener thread that
 * fills the engine's queue. Messages are not persistent; the settings are those of DHArch's
 * connections.
 */
public final class JmsCourier implements Courier {
  private static final String QUEUE = "findroute.";

  private final Connection connection;
  private final Session sending;
  private final MessageProducer producer;

  private JmsCourier(Connection connection) throws JMSException {
    this.connection = connection;
    sending = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    producer = sending.createProducer(null);
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
  }

  /** Connects to the broker. */
  public static JmsCourier connect(URI broker) throws IOException {
    try {
      return new JmsCourier(RawPeer.tuned(broker.toString()).createConnection());
    } catch (JMSException e) {
      throw new IOException("broker " + broker + ": " + e.getMessage(), e);
    }
  }

  /**
   * Gives parcels for {@code place} to {@code receiver}, on the listener thread.
   *
   * @param receiver must only queue the parcel or wake a waiting thread
   */
  public void receive(String place, Consumer<Parcel> receiver) throws IOException {
    try {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      session
          .createConsumer(session.createQueue(QUEUE + place))
          .setMessageListener(message -> receiver.accept(parcel(message)));
      connection.start();
    } catch (JMSException e) {
      throw new IOException("queue " + QUEUE + place + ": " + e.getMessage(), e);
    }
  }

  private static Parcel parcel(Message message) {
    try {
      byte[] envelope = new byte[(int) ((BytesMessage) message).getBodyLength()];
      ((BytesMessage) message).readBytes(envelope);
      return Parcel.read(envelope);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void send(String place, Parcel parcel) throws IOException {
    byte[] envelope = parcel.envelope();
    try {
      synchronized (sending) {
        BytesMessage message = sending.createBytesMessage();
        message.writeBytes(envelope);
        producer.send(sending.createQueue(QUEUE + place), message);
      }
    } catch (JMSException e) {
      throw new IOException("queue " + QUEUE + place + ": " + e.getMessage(), e);
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
