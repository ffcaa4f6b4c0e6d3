package org.dharch.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Reads a request's body as it comes, by the container's threads, none of which waits for it. */
final class BodyReader implements ReadListener {
  private static final int CHUNK = 8192;

  private final ServletInputStream in;
  private final int max;
  private final SuspendedMessage suspended;
  private final byte[] chunk = new byte[CHUNK];
  private final ByteArrayOutputStream body;

  BodyReader(ServletInputStream in, long length, int max, SuspendedMessage suspended) {
    this.in = in;
    this.max = max;
    this.suspended = suspended;
    // what a request says of itself gets no memory before it comes
    this.body = new ByteArrayOutputStream((int) Math.min(Math.max(length, CHUNK), 8 * CHUNK));
  }

  @Override
  public void onDataAvailable() throws IOException {
    while (in.isReady()) {
      int read = in.read(chunk);
      if (read < 0) {
        return;
      }
      if (body.size() + (long) read > max) {
        suspended.settle(new Resumption.Reply(FaultResponse.tooLarge(max)));
        return;
      }
      body.write(chunk, 0, read);
    }
  }

  @Override
  public void onAllDataRead() {
    suspended.received(body.toByteArray());
  }

  @Override
  public void onError(Throwable failure) {
    suspended.gone("the request could not be read: " + failure);
    suspended.complete();
  }
}
