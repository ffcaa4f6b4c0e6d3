package org.dharch.cmanager.broker;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.activemq.ActiveMQSslConnectionFactory;

/**
 * Creates TLS connections and remembers why the latest peer was not trusted. ActiveMQ performs the
 * handshake on two threads, and either of them may get the reason, while the other only sees a
 * closed connection. Only with a configured trust store.
 */
final class TlsFactory extends ActiveMQSslConnectionFactory {
  private static final long serialVersionUID = 1L;

  private transient volatile Optional<CertificateException> distrust = Optional.empty();

  Optional<CertificateException> distrust() {
    return distrust;
  }

  @Override
  protected TrustManager[] createTrustManager() throws Exception {
    TrustManager[] managers = super.createTrustManager();
    for (int i = 0; managers != null && i < managers.length; i++) {
      if (managers[i] instanceof X509ExtendedTrustManager known) {
        managers[i] = new Remembering(known);
      }
    }
    return managers;
  }

  private interface Check {
    void run() throws CertificateException;
  }

  private final class Remembering extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager own;

    private Remembering(X509ExtendedTrustManager own) {
      this.own = own;
    }

    private void check(Check check) throws CertificateException {
      try {
        check.run();
      } catch (CertificateException e) {
        distrust = Optional.of(e);
        throw e;
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(() -> own.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(() -> own.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(() -> own.checkServerTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      own.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      own.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      own.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return own.getAcceptedIssuers();
    }
  }
}
