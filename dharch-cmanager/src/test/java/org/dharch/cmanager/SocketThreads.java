package org.dharch.cmanager;

import java.io.IOException;

/** Threads that a test's relays have for their sockets; they end when one of these is closed. */
public final class SocketThreads {
  /** What such a thread does. */
  public interface Step {
    void run() throws IOException;
  }

  private SocketThreads() {}

  public static void start(String name, Step step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
              } catch (IOException e) {
                // closed, or cut
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
