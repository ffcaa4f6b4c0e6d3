package org.dharch.cmanager.frame;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.command.ActiveMQDestination;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.wire.DMFormat;

/** Somebody on the broker, with whatever keys and credentials it has. */
public final class UnauthenticatedClient implements AutoCloseable {
  public final Connection connection;
  public final Session session;
  private final Codec codec = new Codec(JmsOptions.DEFAULT);

  /** One whom the broker takes for whoever has this client id. */
  public UnauthenticatedClient(URI broker, String clientId) throws JMSException {
    this(connection(broker, clientId));
  }

  public static Connection connection(URI broker, String clientId) throws JMSException {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker);
    factory.setClientID(clientId);
    return factory.createConnection();
  }

  public UnauthenticatedClient(Connection connection) throws JMSException {
    this.connection = connection;
    this.session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    connection.start();
  }

  public ActiveMQDestination destination(Target target) {
    byte kind =
        target.kind() == Target.Kind.QUEUE
            ? ActiveMQDestination.QUEUE_TYPE
            : ActiveMQDestination.TOPIC_TYPE;
    return ActiveMQDestination.createDestination(target.name(), kind);
  }

  public MessageConsumer listen(Target target) throws JMSException {
    return session.createConsumer(destination(target));
  }

  /** Says {@code message} to {@code target}, as the header wants, sealed with {@code keys}. */
  public void say(Target target, FrameHeader header, KeyRing keys, DMFormat message)
      throws JMSException {
    BytesMessage frame = session.createBytesMessage();
    Frame.write(
        frame,
        header,
        FrameGuard.of(keys, false),
        List.of(codec.encode(message, Duration.ofSeconds(60))));
    send(target, frame);
  }

  /** Says again what was heard. */
  public void replay(Target target, Message recorder) throws JMSException {
    BytesMessage recorded = (BytesMessage) recorder;
    recorded.reset();
    byte[] bytes = new byte[(int) recorded.getBodyLength()];
    recorded.readBytes(bytes);
    BytesMessage again = session.createBytesMessage();
    again.writeBytes(bytes);
    send(target, again);
  }

  public void send(Target target, Message message) throws JMSException {
    session.createProducer(destination(target)).send(message);
  }

  @Override
  public void close() throws JMSException {
    connection.close();
  }
}
