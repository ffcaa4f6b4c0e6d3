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
  /** More than any client says before it has logged in. */
  static final int LOGIN_BYTES = 16 << 10;

  /** The allowance for arrays besides the frame; some numbers look like an array's length. */
  private static final int ARRAY_BYTES = 1 << 20;

  private static final int CACHED =
      1024; // as ActiveMQ's clients want it; 0 would mean 16 times that

  private final FrameBudget.Place place;
  private volatile boolean known;

  FrameReader(FrameBudget.Place place) {
    this.place = place;
  }

  /** A client has logged in. */
  void known(BrokerLogin who) {
    if (who instanceof BrokerLogin.Node node) {
      place.ofNode(node);
    }
    known = true;
  }

  /** The connection is closed by {@code close} if it keeps others waiting. */
  void closedBy(Runnable close) {
    place.closedBy(close);
  }

  /** The connection is closed. */
  void close() {
    place.close();
  }

  /** The next command; the one before has been dealt with. */
  Object read(WireFormat format, DataInput in) throws IOException {
    place.leave();
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
        place.leave();
      }
    }
  }

  @Override
  public long begins(int bytes) throws IOException {
    if (!known && bytes > LOGIN_BYTES) {
      throw new IOException("too large a command before login: " + bytes + " bytes");
    }
    place.take(bytes);
    return known ? ARRAY_BYTES : 0;
  }
}
