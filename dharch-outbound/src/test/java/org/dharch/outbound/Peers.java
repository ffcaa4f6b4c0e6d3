package org.dharch.outbound;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.dharch.testing.Keytool;

/** Those that are sent to: real servers on loopback, also ones that behave badly. */
final class Peers implements AutoCloseable {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** A request that an HTTP server received. */
  record Got(String path, Map<String, List<String>> headers, String body) {
    String header(String name) {
      return String.join(", ", headers.getOrDefault(name, List.of()));
    }
  }

  /** The behavior of a faulty peer on a connection after the begin of a request. */
  interface Behaviour {
    void with(Socket socket) throws IOException;
  }

  final LinkedBlockingQueue<Got> got = new LinkedBlockingQueue<>();
  private final List<Closeable> all = new CopyOnWriteArrayList<>();

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** An HTTP server that keeps what it gets; its port. */
  int http(HttpHandler answer) throws IOException {
    return started(HttpServer.create(anyPort(), 0), answer);
  }

  /** The same with a certificate. */
  int https(SSLContext tls, HttpHandler answer) throws IOException {
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return started(server, answer);
  }

  private int started(HttpServer server, HttpHandler answer) {
    ExecutorService threads = Executors.newCachedThreadPool();
    server.setExecutor(threads);
    server.createContext("/", exchange -> keep(exchange, answer));
    server.start();
    all.add(
        () -> {
          server.stop(0);
          threads.shutdownNow();
        });
    return server.getAddress().getPort();
  }

  private void keep(HttpExchange exchange, HttpHandler answer) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(exchange.getRequestHeaders());
    got.add(new Got(exchange.getRequestURI().toString(), headers, body));
    answer.handle(exchange);
  }

  /** Answers with {@code status}, a type if there is one, and {@code body}. */
  static HttpHandler answering(int status, String type, byte[] body) {
    return exchange -> {
      if (!type.isEmpty()) {
        exchange.getResponseHeaders().set("Content-Type", type);
      }
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    };
  }

  /** A server that is no HTTP server; its port. */
  int bad(Behaviour behaviour) throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    all.add(server);
    Thread thread =
        new Thread(
            () -> {
              while (!server.isClosed()) {
                try {
                  Socket socket = server.accept();
                  all.add(socket);
                  InputStream in = socket.getInputStream();
                  if (in.read() >= 0) {
                    behaviour.with(socket);
                  }
                } catch (IOException e) {
                  // it, or the test, has ended
                }
              }
            },
            "bad-peer");
    thread.setDaemon(true);
    thread.start();
    return server.getLocalPort();
  }

  /** Returns a port without a listener. */
  static int closed() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return server.getLocalPort();
    }
  }

  /** A certificate of {@code san} and its key, in a file. */
  static Path keys(Path folder, String san) throws Exception {
    Path keys = folder.resolve(Integer.toHexString(san.hashCode()) + ".p12");
    Keytool.pair(keys, new String(PASSWORD), "peer", san);
    return keys;
  }

  /** One that shows the certificate in {@code keys}, and trusts it. */
  static SSLContext tls(Path keys) throws Exception {
    KeyStore own = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      own.load(in, PASSWORD);
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    for (String alias : Collections.list(own.aliases())) {
      trusted.setCertificateEntry(alias, own.getCertificate(alias));
    }
    KeyManagerFactory shows =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    shows.init(own, PASSWORD);
    TrustManagerFactory trusts =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusts.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(shows.getKeyManagers(), trusts.getTrustManagers(), null);
    return tls;
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : all) {
      each.close();
    }
  }
}
