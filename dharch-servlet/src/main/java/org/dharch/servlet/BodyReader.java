package org.dharch.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.core.settings.HeldBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a request's body on the container's threads without blocking, unless a filter in front
 * supplies a blocking stream. Reserves memory from the limit of held bytes before each read.
 */
final class BodyReader implements ReadListener {
  private static final Logger LOG = LoggerFactory.getLogger(BodyReader.class);
  private static final int FIRST = 8 << 10;
  private static final int LARGEST = 1 << 20;

  private static final byte[] DROPPED = new byte[FIRST];

  private final BodySource source;
  private final ServletInputStream in;
  private final int max;
  private final FilterExchange exchange;
  private final HeldBytes.Reservation held;
  private final Optional<FaultResponse> refused;
  private final List<byte[]> full = new ArrayList<>();
  private byte[] chunk = new byte[0];
  private int used;
  private int total;

  /**
   * @param refused the response if the body is to be dropped
   */
  BodyReader(
      HttpServletRequest request, int max, FilterExchange exchange, Optional<FaultResponse> refused)
      throws IOException {
    this.source = BodySource.of(request);
    this.in = source.in();
    this.max = max;
    this.exchange = exchange;
    this.held = exchange.held();
    this.refused = refused;
  }

  /** The calling thread reads a body that is in memory or blocking. */
  void begin() {
    try {
      if (source.isInMemory()) {
        readAll();
      } else {
        listen();
      }
      if (exchange.suspended().getContentLengthLong() > max) {
        refused.ifPresent(answer -> exchange.settle(exchange.reply(answer)));
      }
    } catch (IOException e) {
      onError(e);
    }
  }

  private void listen() throws IOException {
    try {
      in.setReadListener(this);
    } catch (IllegalStateException | UnsupportedOperationException e) {
      LOG.debug(
          "Reading on the container's thread input={} reason={}", in.getClass(), e.toString());
      readAll();
    }
  }

  private void readAll() throws IOException {
    if (refused.isPresent()) {
      exchange.settle(
          exchange.reply(refused.get())); // does not block the thread for a body that is dropped
      return;
    }
    boolean more = true;
    while (more && !exchange.isSettled()) {
      more = readSome();
    }
    if (!exchange.isSettled()) {
      onAllDataRead();
    }
  }

  @Override
  public void onDataAvailable() throws IOException {
    boolean more = true;
    while (more && in.isReady()) {
      more = readSome();
    }
  }

  /** Returns false at the end or if a limit is exceeded. */
  private boolean readSome() throws IOException {
    if (refused.isPresent()) {
      return drop(refused.get());
    }
    if (used == chunk.length && !grow()) {
      exchange.settle(new NextAction.Reply(exchange.noCapacity()));
      return false;
    }
    int read = in.read(chunk, used, chunk.length - used);
    if (read < 0) {
      return false;
    }
    if (read > max - total) {
      exchange.settle(new NextAction.Reply(FaultResponse.tooLarge(max)));
      return false;
    }
    used += read;
    total += read;
    return true;
  }

  private boolean drop(FaultResponse answer) throws IOException {
    int read = in.read(DROPPED);
    total += Math.max(0, Math.min(read, max - total));
    if (total == max) {
      exchange.settle(exchange.reply(answer));
      return false;
    }
    return read >= 0;
  }

  private boolean grow() {
    int next = Math.min(Math.max(total, FIRST), LARGEST);
    if (!held.take(next)) {
      return false;
    }
    if (used > 0) {
      full.add(chunk);
    }
    chunk = new byte[next];
    used = 0;
    return true;
  }

  @Override
  public void onAllDataRead() {
    if (refused.isPresent()) {
      exchange.dropped(refused.get());
      return;
    }
    byte[] body = new byte[total];
    int at = 0;
    for (byte[] each : full) {
      System.arraycopy(each, 0, body, at, each.length);
      at += each.length;
    }
    System.arraycopy(chunk, 0, body, at, total - at);
    full.clear();
    chunk = new byte[0];
    used = 0;
    held.is(total);
    exchange.received(body);
  }

  @Override
  public void onError(Throwable failure) {
    exchange.unreadable(failure, refused);
  }

  /**
   * The stream of a request's body: the container's, or that of a filter in front, which may not
   * support listeners.
   *
   * @param in the stream of the request that the filter received
   * @param containers the container's own stream, if it is available
   */
  private record BodySource(ServletInputStream in, Optional<ServletInputStream> containers) {
    static BodySource of(HttpServletRequest request) throws IOException {
      ServletInputStream in = request.getInputStream();
      ServletRequest inner = request;
      while (inner instanceof ServletRequestWrapper wrapper) {
        inner = wrapper.getRequest();
      }
      return new BodySource(in, inner == request ? Optional.of(in) : stream(inner));
    }

    private static Optional<ServletInputStream> stream(ServletRequest request) throws IOException {
      try {
        return Optional.of(request.getInputStream());
      } catch (IllegalStateException e) {
        return Optional.empty(); // it was opened as a reader
      }
    }

    /** Returns true if a filter in front has read the whole body. */
    boolean isInMemory() {
      boolean another = containers.isEmpty() || containers.get() != in;
      return another && (containers.isEmpty() || containers.get().isFinished());
    }
  }
}
