package org.dharch.cmanager.guard;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.transport.Transport;
import org.apache.activemq.transport.TransportAcceptListener;
import org.apache.activemq.transport.tcp.TcpTransportServer;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.Test;

/** Connections that come faster than the broker can look at them wait at the operating system. */
class AcceptBoundTest {
  private static final int MANY = 300;

  private static long openFiles() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getOpenFileDescriptorCount();
  }

  /** ActiveMQ's own way is a queue of sockets without a bound, each an open file. */
  @Test
  void connectionsBeyondCapacityWaitInBacklog() throws Exception {
    CountDownLatch looking = new CountDownLatch(1);
    CountDownLatch looked = new CountDownLatch(1);
    TcpTransportServer server =
        GuardedTransports.bind(
            new BrokerService(),
            EmbeddedBroker.withLimits(URI.create("tcp://127.0.0.1:0"), JmsOptions.DEFAULT),
            EmbeddedBroker.Bounds.of(JmsOptions.DEFAULT).capacity());
    server.setAcceptListener(
        new TransportAcceptListener() {
          @Override
          public void onAccept(Transport transport) {
            looking.countDown();
            try {
              assertTrue(looked.await(30, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }

          @Override
          public void onAcceptError(Exception error) {}
        });
    server.start();
    List<Socket> clients = new ArrayList<>();
    try {
      InetSocketAddress at = server.getSocketAddress();
      clients.add(new Socket(at.getAddress(), at.getPort()));
      assertTrue(looking.await(10, TimeUnit.SECONDS), "it looks at the first");
      long before = openFiles();
      while (clients.size() < MANY) {
        clients.add(new Socket(at.getAddress(), at.getPort()));
      }
      Awaits.soon().until(() -> openFiles() >= before + MANY - 1); // these ends of theirs
      long more = openFiles() - before;
      assertTrue(more < MANY + MANY / 2, more + " files more for " + MANY + " clients");
    } finally {
      looked.countDown();
      for (Socket client : clients) {
        client.close();
      }
      server.stop();
    }
  }
}
