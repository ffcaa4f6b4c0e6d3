package org.dharch.cmanager.broker;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.net.URI;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.transport.DefaultTransportListener;
import org.dharch.cmanager.options.JmsOptions;

/**
 * Creates connections to ActiveMQ. All code specific to ActiveMQ beyond JMS 1.1 in connections is
 * here.
 *
 * @param prefetch of a queue's consumer
 * @param login supplies the client id of the next connection
 */
public record Connector(JmsOptions options, int prefetch, Supplier<String> login) {

  /**
   * Opens a connection, not yet started.
   *
   * @param onLoss called at least once when the connection is lost
   */
  Connection connect(URI uri, Consumer<Exception> onLoss) throws JMSException {
    ActiveMQConnection connection = opened(factory(uri));
    connection.addTransportListener(
        new DefaultTransportListener() {
          @Override
          public void onException(IOException error) {
            onLoss.accept(error);
          }
        });
    return connection;
  }

  private static ActiveMQConnection opened(ActiveMQConnectionFactory factory) throws JMSException {
    try {
      return (ActiveMQConnection) factory.createConnection(); // opens the socket
    } catch (JMSException e) {
      Optional<CertificateException> distrust =
          factory instanceof TlsFactory tls ? tls.distrust() : Optional.empty();
      throw distrust.isPresent() ? refused(distrust.get(), e) : e;
    }
  }

  private static JMSException refused(CertificateException distrust, JMSException e) {
    JMSException refused = new JMSException("certificate rejected: " + root(distrust).getMessage());
    refused.addSuppressed(e);
    return refused;
  }

  static Throwable root(Throwable e) {
    return e.getCause() == null ? e : root(e.getCause());
  }

  private ActiveMQConnectionFactory factory(URI uri) throws JMSException {
    ActiveMQConnectionFactory factory =
        uri.getScheme().endsWith("ssl") ? sslFactory() : new ActiveMQConnectionFactory();
    factory.setBrokerURL(uri.toString());
    factory.setMaxInflatedDataSizeRatio(1); // compression never shrinks a frame
    factory.setClientID(login.get());
    factory.setConnectionIDPrefix("ID:" + UUID.randomUUID()); // unguessable
    options
        .login()
        .ifPresent(
            it -> {
              factory.setUserName(it.user());
              factory.setPassword(it.password());
            });
    factory.getPrefetchPolicy().setQueuePrefetch(prefetch);
    // Listeners run on the transport's thread, which also feeds consumers: this saves a thread
    // switch. None of our listeners waits for the broker, so nothing can hang.
    factory.setAlwaysSessionAsync(false);
    factory.setCopyMessageOnSend(false); // sent messages are not modified
    factory.setConsumerExpiryCheckEnabled(false); // the broker's clock decides, not each host's
    factory.setWatchTopicAdvisories(false); // there are no temporary destinations
    factory.setCloseTimeout(2_000);
    factory.setConnectResponseTimeout(10_000);
    factory.setTrustedPackages(List.of());
    return factory;
  }

  private ActiveMQConnectionFactory sslFactory() throws JMSException {
    TlsFactory factory = new TlsFactory();
    JmsOptions.Tls tls = options.security().tls();
    try {
      if (tls.trustStore().isPresent()) {
        factory.setTrustStore(tls.trustStore().get().toUri().toString());
      }
      if (tls.keyStore().isPresent()) {
        factory.setKeyStore(tls.keyStore().get().toUri().toString());
      }
    } catch (Exception e) {
      throw (JMSException) new JMSException("invalid key store: " + e.getMessage()).initCause(e);
    }
    tls.trustStorePassword().ifPresent(factory::setTrustStorePassword);
    tls.keyStorePassword().ifPresent(factory::setKeyStorePassword);
    return factory;
  }
}
