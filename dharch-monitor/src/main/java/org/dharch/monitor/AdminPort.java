package org.dharch.monitor;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.message.DHArchException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the admin API of a manager or a node by HTTP. Public are {@code /live}, {@code /ready} and
 * the files of the monitor page, which contain no data. Everything else requires the token, in
 * {@code Authorization: Bearer}; an unauthenticated client gets 401 for any other path. Requests of
 * a browser for another site are rejected ({@link BrowserRules}). At most {@value
 * ConnectionLimiter#MOST} connections are open, {@value ConnectionLimiter#MOST_OF_PEER} of one
 * address, each for {@value #IDLE_MILLIS} ms without traffic, or without a complete request. Beyond
 * that, a new one displaces the oldest without a request. An incomplete request occupies no thread.
 * Safe for any thread; close it.
 */
public final class AdminPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminPort.class);
  private static final int THREADS = 8;
  private static final int CONNECTIONS = 200;
  private static final int IDLE_MILLIS = 10_000;
  private static final int HEADER_BYTES = 8 << 10;
  private static final int METHOD_NOT_ALLOWED = 405;

  /** The folder of the tokens, in the user's folder. */
  public static final String FOLDER = "admin";

  public static final String SUFFIX = ".token";

  private final Server server;
  private final ServerConnector connector;
  private final String scheme;
  private final Path tokenFile;

  private AdminPort(Server server, ServerConnector connector, String scheme, Path tokenFile) {
    this.server = server;
    this.connector = connector;
    this.scheme = scheme;
    this.tokenFile = tokenFile;
  }

  /** As below, on loopback without TLS. */
  public static AdminPort start(InetSocketAddress address, Path folder, AdminPages pages) {
    return start(address, Optional.empty(), folder, pages, IDLE_MILLIS);
  }

  /**
   * Starts to listen.
   *
   * @param address port 0 takes any free one
   * @param folder receives a file with a new token, readable by this user only and named {@code
   *     HOST_PORT.token}; deleted at the end
   * @throws DHArchException if that is not possible
   */
  public static AdminPort start(
      InetSocketAddress address, AdminTls tls, Path folder, AdminPages pages) {
    return start(address, Optional.of(tls), folder, pages, IDLE_MILLIS);
  }

  /**
   * As {@link #start(InetSocketAddress, AdminTls, Path, AdminPages)}, with another limit on silent
   * connections.
   *
   * @param tls may be empty only for a loopback address
   */
  static AdminPort start(
      InetSocketAddress address,
      Optional<AdminTls> tls,
      Path folder,
      AdminPages pages,
      int idleMillis) {
    InetAddress host = address.getAddress();
    if (host == null || (tls.isEmpty() && !host.isLoopbackAddress())) {
      throw new DHArchException(
          "the address of the admin port must be on loopback without TLS, such as 127.0.0.1 (got "
              + address.getHostString()
              + ")");
    }
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("dharch-admin");
    threads.setDaemon(true);
    Server server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    http.setPersistentConnectionsEnabled(false); // one request for each connection
    ConnectionFactory[] plain = {new HttpConnectionFactory(http)};
    ServerConnector connector =
        new ServerConnector(server, 1, 1, tls.map(t -> t.connections(http, server)).orElse(plain));
    String shown = shown(host);
    connector.setHost(shown);
    connector.setPort(address.getPort());
    connector.setIdleTimeout(idleMillis);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
    connector.addBean(new ConnectionLimiter(connector, idleMillis));
    try {
      AdminToken token = new AdminToken();
      BrowserRules rules = tls.isPresent() ? BrowserRules.OVER_TLS : new BrowserRules(shown);
      server.setHandler(new Pages(pages, token, rules));
      server.start();
      String name = connector.getHost().replace(':', '-') + "_" + connector.getLocalPort();
      Path tokenFile = folder.resolve(name + (tls.isPresent() ? ".tls" : "") + SUFFIX);
      token.writeTo(tokenFile);
      return new AdminPort(server, connector, tls.isPresent() ? "https" : "http", tokenFile);
    } catch (Exception e) { // whatever Jetty throws
      stop(server);
      throw new DHArchException(
          "cannot listen at "
              + shown
              + ":"
              + address.getPort()
              + " with a token in folder '"
              + folder
              + "': "
              + e.getMessage(),
          e);
    }
  }

  /** As clients write it, with a shortened IPv6 loopback address. */
  private static String shown(InetAddress host) {
    return host instanceof Inet6Address && host.isLoopbackAddress() ? "::1" : host.getHostAddress();
  }

  /** The address, such as {@code http://127.0.0.1:40123}. */
  public URI uri() {
    String host = connector.getHost();
    return URI.create(
        scheme
            + "://"
            + (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + connector.getLocalPort());
  }

  /** The file with the token. */
  public Path tokenFile() {
    return tokenFile;
  }

  /** Finds the page of a request and writes its response. */
  private static final class Pages extends Handler.Abstract {
    private final AdminPages pages;
    private final AdminToken token;
    private final BrowserRules rules;

    Pages(AdminPages pages, AdminToken token, BrowserRules rules) {
      this.pages = pages;
      this.token = token;
      this.rules = rules;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      AdminPage.Answer answer;
      try {
        answer = answer(request, response);
      } catch (RuntimeException e) {
        LOG.warn("Failed to respond path={}", request.getHttpURI().getPath(), e);
        answer = AdminPage.Answer.text(500, "internal error, see the log\n");
      }
      response.setStatus(answer.status());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
      response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
      response.getHeaders().put(new HttpField("X-Content-Type-Options", "nosniff"));
      response
          .getHeaders()
          .put(new HttpField("Content-Security-Policy", BrowserRules.CONTENT_POLICY));
      response.getHeaders().put(new HttpField("Referrer-Policy", "no-referrer"));
      response.getHeaders().put(new HttpField("Cross-Origin-Resource-Policy", "same-origin"));
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      Runnable then = answer.then();
      response.write(true, ByteBuffer.wrap(body), Callback.from(callback, then));
      return true;
    }

    private AdminPage.Answer answer(Request request, Response response) {
      Optional<String> objection = rules.objection(request.getHeaders());
      if (objection.isPresent()) {
        return AdminPage.Answer.text(403, objection.get() + "\n");
      }
      String asked = request.getHttpURI().getPath();
      Optional<String> path = pages.of(asked);
      boolean open = path.filter(pages::isOpen).isPresent();
      if (!open && !token.isProvenBy(request.getHeaders().get(HttpHeader.AUTHORIZATION))) {
        response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
        return AdminPage.Answer.text(401, "the token is asked for, in Authorization: Bearer\n");
      }
      if (path.isEmpty()) {
        return AdminPage.Answer.NONE;
      }
      Map<String, AdminPage> methods = pages.all().get(path.get()).methods();
      boolean isHead = request.getMethod().equals("HEAD"); // the server leaves out the body
      AdminPage page = methods.get(isHead ? AdminPage.GET : request.getMethod());
      if (page == null) {
        String allowed = String.join(", ", methods.keySet().stream().sorted().toList());
        response.getHeaders().put(HttpHeader.ALLOW, allowed);
        return AdminPage.Answer.text(METHOD_NOT_ALLOWED, "only " + allowed + " is allowed\n");
      }
      try {
        int length = path.get().length();
        String rest = asked.length() > length ? decoded(asked.substring(length + 1)) : "";
        return page.answer(rest, query(request.getHttpURI().getQuery()));
      } catch (IllegalArgumentException e) {
        return AdminPage.Answer.text(400, e.getMessage() + "\n");
      } catch (DHArchException e) {
        return AdminPage.Answer.text(503, e.getMessage() + "\n");
      }
    }
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new LinkedHashMap<>();
    for (String pair : raw == null ? new String[0] : raw.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int at = pair.indexOf('=');
      String name = at < 0 ? pair : pair.substring(0, at);
      String value = at < 0 ? "" : pair.substring(at + 1);
      if (query.put(decoded(name), decoded(value)) != null) {
        throw new IllegalArgumentException("parameter " + decoded(name) + " must occur only once");
      }
    }
    return query;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** Stops listening and deletes the token's file. */
  @Override
  public void close() {
    stop(server);
    try {
      Files.deleteIfExists(tokenFile);
    } catch (IOException e) {
      LOG.warn("Failed to delete token file={} reason={}", tokenFile, e.getMessage());
    }
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception e) { // whatever Jetty throws
      LOG.warn("Failed to stop the admin port", e);
    }
  }
}
