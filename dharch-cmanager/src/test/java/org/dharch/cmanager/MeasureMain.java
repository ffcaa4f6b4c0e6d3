package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.activemq.broker.BrokerRegistry;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.spi.CManager.Receiver;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.testing.ForkedJvm;

/**
 * Compares a round trip by this transport with a plain JMS request and reply over the same broker,
 * the answering end in a JVM of its own. Not a test. Arguments: {@code vm} (broker in this JVM,
 * reached by vm) or {@code tcp} (the same, but reached by tcp); then seconds for each of nine
 * rounds, then the sizes in bytes.
 */
final class MeasureMain {
  private static final int ROUNDS = 9;
  private static final int SLOTS = 1 << 16;

  private final AtomicLongArray sentAt = new AtomicLongArray(SLOTS);
  private final long[] nanos = new long[10_000_000];
  private final AtomicInteger count = new AtomicInteger();
  private final Semaphore free = new Semaphore(0);
  private ForkedJvm echo;

  private interface Send {
    void send(int id) throws JMSException;
  }

  private MeasureMain() {}

  public static void main(String[] args) throws Exception {
    boolean vm = args.length == 0 || args[0].equals("vm");
    double seconds = args.length < 2 ? 0.5 : Double.parseDouble(args[1]);
    int[] sizes =
        args.length < 3
            ? new int[] {1_000, 10_000, 100_000}
            : Arrays.stream(args).skip(2).mapToInt(Integer::parseInt).toArray();
    if (vm) {
      new MeasureMain().run(URI.create("embedded:tcp://127.0.0.1:0"), seconds, sizes);
    } else {
      try (EmbeddedBroker broker =
          EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), JmsOptions.DEFAULT)) {
        new MeasureMain().run(broker.uri(), seconds, sizes);
      }
    }
    System.exit(0);
  }

  private void run(URI broker, double seconds, int[] sizes) throws Exception {
    NodeId node = new NodeId("measured", "1");
    Semaphore ready = new Semaphore(0);
    try (JmsCManager manager = new JmsCManagerProvider().manager(broker, Map.of())) {
      manager.start(receiver(ready));
      String nodeUri = manager.nodeUri().orElse(broker).toString();
      String rawUri = "vm://" + BrokerRegistry.getInstance().findFirst().getBrokerName();
      rawUri = EmbeddedBroker.isEmbedded(broker) ? rawUri : nodeUri;
      echo =
          ForkedJvm.start(
              Files.createTempFile("echo-node", ".log"),
              List.of("-Xmx256m", "-XX:TieredStopAtLevel=4"), // it is measured
              EchoNodeMain.class,
              nodeUri,
              node.name(),
              "1",
              "raw");
      ready.acquire();
      Connection connection =
          UnauthenticatedClient.connection(URI.create(rawUri), EmbeddedBroker.clientId(Map.of()));
      Session in = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue replies = in.createQueue("raw.replies");
      in.createConsumer(replies)
          .setMessageListener(
              message -> {
                try {
                  BytesMessage reply = (BytesMessage) message;
                  reply.readBytes(new byte[(int) reply.getBodyLength()]);
                  arrived(Integer.parseInt(message.getJMSCorrelationID()));
                } catch (JMSException e) {
                  throw new IllegalStateException(e);
                }
              });
      connection.start();
      Session out = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageProducer producer = out.createProducer(out.createQueue(EchoNodeMain.RAW_QUEUE));
      producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
      for (int size : sizes) {
        byte[] payload = new byte[size];
        MessageProperties properties =
            MessageProperties.of(Map.of("dharch.replyTo", manager.address()));
        Send ours =
            id -> {
              DMFormat batch = DMFormat.of(new MessageId(0, id), properties, payload);
              if (!manager.send(node, batch)) {
                throw new IllegalStateException("not sent");
              }
            };
        Send raw =
            id -> {
              BytesMessage request = out.createBytesMessage();
              request.writeBytes(payload);
              request.setJMSCorrelationID(Integer.toString(id));
              request.setJMSReplyTo(replies);
              producer.send(request);
            };
        for (int i = 0; i < 3; i++) { // compiled code, not the compiler, is measured
          measure(raw, 64, 2);
          measure(ours, 64, 2);
        }
        for (int inFlight : new int[] {1, 8, 64}) {
          double[][] rs = new double[ROUNDS][];
          double[][] os = new double[ROUNDS][];
          for (int round = 0; round < ROUNDS; round++) {
            rs[round] = measure(raw, inFlight, seconds);
            os[round] = measure(ours, inFlight, seconds);
          }
          double r = median(rs, 0);
          double o = median(os, 0);
          System.out.printf(
              "%6d B %2d in flight | raw p50 %6.0f us %6.0f/s | dharch p50 %6.0f us %6.0f/s |"
                  + " p50 ratio %.2f | cpu raw %4.0f dharch %4.0f us%n",
              size,
              inFlight,
              r,
              median(rs, 1),
              o,
              median(os, 1),
              o / r,
              median(rs, 2),
              median(os, 2));
        }
      }
      connection.close();
    }
    echo.close();
  }

  private double[] measure(Send send, int inFlight, double seconds) throws Exception {
    free.drainPermits();
    free.release(inFlight);
    count.set(0);
    long cpu = cpuNanos();
    long begin = System.nanoTime();
    long end = begin + (long) (seconds * 1e9);
    for (int id = 0; System.nanoTime() < end; id = (id + 1) % SLOTS) {
      free.acquire();
      sentAt.set(id, System.nanoTime());
      send.send(id);
    }
    free.acquire(inFlight);
    int n = count.get();
    double rate = n / ((System.nanoTime() - begin) / 1e9);
    long[] sorted = Arrays.copyOf(nanos, n);
    Arrays.sort(sorted);
    return new double[] {sorted[n / 2] / 1e3, rate, (cpuNanos() - cpu) / 1e3 / n};
  }

  /** Of both JVMs: says more than the clock where others use the machine too. */
  private long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos()
        + echo.process().info().totalCpuDuration().orElseThrow().toNanos();
  }

  private static double median(double[][] rounds, int figure) {
    return Arrays.stream(rounds).mapToDouble(r -> r[figure]).sorted().toArray()[ROUNDS / 2];
  }

  private void arrived(int id) {
    nanos[count.getAndIncrement() % nanos.length] = System.nanoTime() - sentAt.get(id);
    free.release();
  }

  private Receiver receiver(Semaphore ready) {
    return new Receiver() {
      @Override
      public void reply(DMFormat reply) {
        arrived((int) reply.id().low());
      }

      @Override
      public void status(NodeStatus status) {
        ready.release();
      }

      @Override
      public void gone(NodeId node) {}

      @Override
      public void connected(boolean up) {}
    };
  }
}
