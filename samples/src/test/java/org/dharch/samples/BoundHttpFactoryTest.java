package org.dharch.samples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.transport.http.server.HttpConnectionManager;
import org.apache.axis2.transport.http.server.IOProcessor;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.junit.jupiter.api.Test;

class BoundHttpFactoryTest {
  private static final int TRIES = 4;

  /** Fault G20: without file descriptors it retried, and logged, 5,000 times a second. */
  @Test
  void failedAcceptIsNotRetriedForever() throws Exception {
    CountDownLatch tries = new CountDownLatch(TRIES);
    try (ServerSocket socket =
            new ServerSocket() {
              @Override
              public Socket accept() throws IOException {
                tries.countDown();
                throw new IOException("Too many open files");
              }
            };
        AxisServer server = AxisServer.create()) {
      IOProcessor listener =
          new BoundHttpFactory(server.context(), socket)
              .newRequestConnectionListener(
                  "http", 1, unused(), Http1Config.DEFAULT, SocketConfig.DEFAULT);
      long began = System.nanoTime();
      Thread thread = new Thread(listener, "listener");
      thread.start();
      assertTrue(tries.await(30, TimeUnit.SECONDS));
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
      assertTrue(took >= (TRIES - 1) * BoundHttpFactory.PAUSE_MILLIS - 50, took + " ms");
      thread.interrupt();
      thread.join();
    }
  }

  private static HttpConnectionManager unused() {
    return (HttpConnectionManager)
        Proxy.newProxyInstance(
            HttpConnectionManager.class.getClassLoader(),
            new Class<?>[] {HttpConnectionManager.class},
            (proxy, method, arguments) -> null);
  }
}
