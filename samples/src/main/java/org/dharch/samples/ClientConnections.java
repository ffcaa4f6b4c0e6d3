package org.dharch.samples;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.axis2.transport.http.server.AxisHttpConnectionImpl;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.io.CloseMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of clients and the requests in progress on them, so that a server can
 * complete those before it ends. Thread-safe.
 */
final class ClientConnections {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnections.class);

  private final Set<Connection> open = new HashSet<>();
  private boolean ending;

  /** Adds an accepted connection, which removes itself when it is closed. */
  Connection accepted(String scheme, Socket client, Http1Config http1, SocketConfig socketConfig)
      throws IOException {
    Connection connection = new Connection(scheme, client, http1, socketConfig);
    synchronized (this) {
      open.add(connection);
    }
    return connection;
  }

  /** Returns how many requests are in progress. */
  synchronized int answering() {
    return (int) open.stream().filter(connection -> connection.answering).count();
  }

  /**
   * Waits for the responses to the present requests, without later ones.
   *
   * @return how many have no response at the end of the time
   */
  synchronized int awaitAnswers(Duration limit) throws InterruptedException {
    Map<Connection, Long> here = new HashMap<>();
    open.stream().filter(each -> each.answering).forEach(each -> here.put(each, each.requests));
    await(
        limit,
        () -> {
          here.entrySet().removeIf(each -> !each.getKey().answers(each.getValue()));
          return here.isEmpty();
        });
    return here.size();
  }

  /** Closes each connection after its present or next response. */
  synchronized void answerOnce() {
    ending = true;
  }

  /**
   * Closes every connection: an idle one now, one with a request after its response, and all at the
   * end of the time. No connection may be accepted any more.
   *
   * @return how many were cut off
   */
  synchronized int end(Duration limit) throws InterruptedException {
    ending = true;
    for (Connection each : List.copyOf(open)) {
      if (!each.answering && !each.hasInput()) {
        each.cutOff();
      }
    }
    await(limit, open::isEmpty);
    int left = open.size();
    new ArrayList<>(open).forEach(Connection::cutOff);
    return left;
  }

  private synchronized boolean isEnding() {
    return ending;
  }

  private void await(Duration limit, BooleanSupplier done) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = limit.toNanos(); left > 0 && !done.getAsBoolean(); ) {
      wait(left / 1_000_000, (int) (left % 1_000_000));
      left = end - System.nanoTime();
    }
  }

  /** One connection. The outer object guards its state. */
  final class Connection extends AxisHttpConnectionImpl {
    private final Socket socket;
    private long requests;
    private boolean answering;

    private Connection(String scheme, Socket socket, Http1Config http1, SocketConfig socketConfig)
        throws IOException {
      super(scheme, socket, http1, socketConfig);
      this.socket = socket;
    }

    @Override
    public ClassicHttpRequest receiveRequest() throws HttpException, IOException {
      answering(false);
      ClassicHttpRequest request = super.receiveRequest();
      answering(true);
      return request;
    }

    /** The response's Connection header decides whether the connection stays open. */
    @Override
    public void sendResponse(ClassicHttpResponse response) throws HttpException, IOException {
      if (isEnding()) {
        response.setHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
      }
      super.sendResponse(response);
    }

    private void answering(boolean value) {
      synchronized (ClientConnections.this) {
        answering = value;
        requests += value ? 1 : 0;
        ClientConnections.this.notifyAll();
      }
    }

    private boolean answers(long request) {
      return answering && requests == request && open.contains(this);
    }

    /** Whether unread input has arrived. */
    private boolean hasInput() {
      try {
        return socket.getInputStream().available() > 0;
      } catch (IOException e) {
        return false; // it is closed
      }
    }

    private void cutOff() {
      try {
        socket.close();
      } catch (IOException e) {
        LOG.debug("connection not closed", e);
      }
      gone();
    }

    private void gone() {
      synchronized (ClientConnections.this) {
        open.remove(this);
        ClientConnections.this.notifyAll();
      }
    }

    @Override
    public void close() throws IOException {
      if (!isOpen()) {
        return; // Axis2 fails when it closes it twice
      }
      try {
        super.close();
      } finally {
        gone();
      }
    }

    @Override
    public void close(CloseMode mode) {
      try {
        super.close(mode);
      } finally {
        gone();
      }
    }

    @Override
    public void shutdown() throws IOException {
      try {
        super.shutdown();
      } finally {
        gone();
      }
    }
  }
}
