package org.dharch.benchmarks.subject;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Request/reply over one TCP connection without a broker or API: the lower limit of a round trip to
 * another JVM. A request is a number and the payload, its reply the number and the bytes of {@link
 * RawPeer}.
 */
public final class RawTcp implements Subject {
  private static final int BUFFER = 64 * 1024;

  private final Socket socket;
  private final DataOutputStream out; // guarded by itself
  private final byte[] payload;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Done> waiting = new ConcurrentHashMap<>();

  /**
   * Connects to a {@link FarEnd} of kind {@code tcp}; {@code ready} is the line that it printed.
   */
  public RawTcp(String ready, byte[] payload) throws IOException {
    this.payload = payload;
    URI address = URI.create("tcp://" + ready.substring("READY ".length()));
    socket = new Socket(address.getHost(), address.getPort());
    socket.setTcpNoDelay(true);
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
    Thread reader = new Thread(this::read, "bench-raw-tcp");
    reader.setDaemon(true);
    reader.start();
  }

  @Override
  public void begin(Done done) {
    long number = numbers.getAndIncrement();
    waiting.put(number, done);
    synchronized (out) {
      try {
        out.writeLong(number);
        out.writeInt(payload.length);
        out.write(payload);
        out.flush();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void read() {
    byte[] expected = RawPeer.reply();
    byte[] reply = new byte[expected.length];
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER))) {
      while (true) {
        long number = in.readLong();
        in.readFully(reply);
        waiting.remove(number).done(Arrays.equals(expected, reply));
      }
    } catch (IOException e) {
      waiting.values().forEach(done -> done.done(false)); // one side has closed the connection
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
