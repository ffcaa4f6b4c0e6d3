package org.dharch.monitor;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.dharch.testing.Keytool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir Path folder;

  private Path pair(String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Keytool.pair(store, PASSWORD, "admin", "ip:127.0.0.1");
    return store;
  }

  @Test
  void renewedCertificateIsUsedWithoutRestart() throws Exception {
    Path used = pair("used");
    Path renewed = pair("renewed");
    try (AdminPort port =
        AdminPort.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new AdminTls(used, Optional.of(PASSWORD)),
            folder.resolve("tokens"),
            new AdminPages(Optional::empty, Map.of()))) {
      Certificate first = certificate(port.uri());
      assertEquals(first, certificate(port.uri()));
      Files.copy(renewed, used, StandardCopyOption.REPLACE_EXISTING);
      soon().until(() -> !certificate(port.uri()).equals(first));
      assertNotEquals(first, certificate(port.uri()));
    }
  }

  private static Certificate certificate(URI port) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS"); // without a session of before
    context.init(null, new TrustManager[] {new Anyone()}, null);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(port.getHost(), port.getPort())) {
      socket.startHandshake();
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  private static final class Anyone implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
