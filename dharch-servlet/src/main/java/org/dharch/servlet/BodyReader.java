package org.dharch.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.dharch.core.settings.HeldBytes;

/**
 * Reads a request's body as it comes, by the container's threads, none of which waits for it. What
 * a request says of its length gets no memory before it comes, and what comes has its place among
 * the bytes that may be held before it is read.
 */
final class BodyReader implements ReadListener {
  private static final int FIRST = 8 << 10;
  private static final int LARGEST = 1 << 20;

  private final ServletInputStream in;
  private final int max;
  private final SuspendedMessage suspended;
  private final HeldBytes.Share held;
  private final List<byte[]> full = new ArrayList<>();
  private byte[] chunk = new byte[0];
  private int used;
  private int total;

  BodyReader(ServletInputStream in, int max, SuspendedMessage suspended, HeldBytes.Share held) {
    this.in = in;
    this.max = max;
    this.suspended = suspended;
    this.held = held;
  }

  @Override
  public void onDataAvailable() throws IOException {
    while (in.isReady()) {
      if (used == chunk.length && !grow()) {
        suspended.settle(new Resumption.Reply(suspended.noRoom()));
        return;
      }
      int read = in.read(chunk, used, chunk.length - used);
      if (read < 0) {
        return;
      }
      if (read > max - total) {
        suspended.settle(new Resumption.Reply(FaultResponse.tooLarge(max)));
        return;
      }
      used += read;
      total += read;
    }
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
    suspended.received(body);
  }

  @Override
  public void onError(Throwable failure) {
    suspended.gone("the request could not be read: " + failure);
    suspended.complete();
  }
}
