package org.dharch.cmanager.guard;

import java.io.DataInput;
import java.io.IOException;
import org.apache.activemq.command.WireFormatInfo;
import org.apache.activemq.wireformat.WireFormat;

/**
 * Reads the commands of one connection to the embedded broker: only small ones before the login,
 * large ones within the {@link FrameBudget}, and of each no more than its declared length. Used by
 * one thread, its connection's.
 */
final class FrameReader implements FrameInput.Watch {
  /** More than any client sends before its login. */
  static final int LOGIN_BYTES = 16 << 10;

  /** The allowance for arrays besides the frame; some numbers look like an array's length. */
  private static final int ARRAY_BYTES = 1 << 20;

  private static final int CACHED =
      1024; // as ActiveMQ's clients want it; 0 would mean 16 times that

  private final FrameBudget.Reservation reservation;
  private volatile boolean loggedIn;

  FrameReader(FrameBudget.Reservation reservation) {
    this.reservation = reservation;
  }

  void loggedIn(BrokerLogin login) {
    if (login instanceof BrokerLogin.Node node) {
      reservation.ofNode(node);
    }
    loggedIn = true;
  }

  /** Sets how the connection is closed if it blocks others. */
  void onTimeout(Runnable close) {
    reservation.onTimeout(close);
  }

  void close() {
    reservation.close();
  }

  /** Reads the next command, after the previous one has been processed. */
  Object read(WireFormat format, DataInput in) throws IOException {
    reservation.leave();
    boolean read = false;
    try {
      Object command = format.unmarshal(new FrameInput(in, this));
      if (command instanceof WireFormatInfo info) {
        info.setCacheSize(CACHED);
      }
      read = true;
      return command;
    } finally {
      if (!read) {
        reservation.leave();
      }
    }
  }

  @Override
  public long begins(int bytes) throws IOException {
    if (!loggedIn && bytes > LOGIN_BYTES) {
      throw new IOException("too large a command before login: " + bytes + " bytes");
    }
    reservation.take(bytes);
    return loggedIn ? ARRAY_BYTES : 0;
  }
}
