package org.dharch.benchmarks.messaging;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.dharch.axis2.DHArchModule;
import org.dharch.core.message.DHArchException;
import org.dharch.peers.operations.Sender;
import org.dharch.samples.AxisServer;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.store.JdbcRmStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The source of end-to-end exchanges: Axis2 clients with a node in their own process; {@code
 * JDBC-URL ADDRESS CLIENTS}; see {@link Sender}. Each client has its own sequence.
 */
public final class ReliableClient {
  private static final Logger LOG = LoggerFactory.getLogger(ReliableClient.class);
  private static final long POLL_NANOS = 1_000_000;
  private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final int MAX_SEQUENCES = 1_000;

  private ReliableClient() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    ReliableDocuments documents = new ReliableDocuments(Path.of("").toAbsolutePath());
    try (AxisServer axis = AxisServer.create()) {
      DHArchModule.install(
          axis.context(),
          Map.of(
              "dharch.broker",
              "memory:here",
              "dharch.orchestration",
              documents.clientOrchestrations().toString(),
              "dharch.node",
              documents.clientNode(args[0]).toString(),
              "dharch.outbound.hosts",
              "127.0.0.1"));
      awaitNodes(axis);
      BlockingDeque<ServiceClient> clients = new LinkedBlockingDeque<>();
      for (int n = 0; n < Integer.parseInt(args[2]); n++) {
        clients.add(client(axis, args[1] + "?client=" + n));
      }
      try (JdbcRmStore store =
          JdbcRmStore.openForOperator(
              args[0], new Properties(), InstantSource.system(), "visitor", 1)) {
        RmEngine visitor =
            new RmEngine(store, RmSettings.DEFAULT, new SplittableRandom(), "visitor");
        Sender.run(
            () -> send(clients), () -> await("the acknowledgements", () -> isSettled(visitor)));
      }
    }
    System.exit(0);
  }

  static void awaitNodes(AxisServer axis) {
    await(
        "the node",
        () -> !DHArchModule.manager(axis.context()).orElseThrow().status().nodes().isEmpty());
  }

  private static void await(String what, BooleanSupplier isThere) {
    long end = System.nanoTime() + MAX_NANOS;
    while (!isThere.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new DHArchException("timed out waiting for " + what);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static ServiceClient client(AxisServer axis, String address) throws Exception {
    ServiceClient client = new ServiceClient(axis.context(), null);
    client.engageModule("dharch");
    Options options = new Options();
    options.setTo(new EndpointReference(address));
    options.setAction(ReliableServer.NAMESPACE + ":Greeter:note");
    options.setTimeOutInMilliSeconds(TimeUnit.SECONDS.toMillis(60));
    client.setOptions(options);
    return client;
  }

  /**
   * Sends one message. A failed message is in the store and is sent again, for example when the
   * server closes an idle connection. A message that was not stored is missing in the server's
   * count.
   */
  private static void send(BlockingDeque<ServiceClient> clients) throws Exception {
    OMFactory factory = OMAbstractFactory.getOMFactory();
    OMElement body = factory.createOMElement(new QName(ReliableServer.NAMESPACE, "note", "g"));
    factory.createOMElement(new QName("text"), body).setText(Sender.TEXT);
    ServiceClient client = clients.takeLast();
    try {
      client.fireAndForget(body);
    } catch (AxisFault e) {
      LOG.info("First transmission failed; the message is sent again", e);
    } finally {
      clients.addLast(
          client); // reuses the last client, so that sequential messages have one client
    }
  }

  private static boolean isSettled(RmEngine visitor) {
    return visitor.sequences("", MAX_SEQUENCES).stream()
        .filter(SourceSequence.class::isInstance)
        .map(SourceSequence.class::cast)
        .allMatch(sequence -> sequence.unacknowledged().isEmpty());
  }
}
