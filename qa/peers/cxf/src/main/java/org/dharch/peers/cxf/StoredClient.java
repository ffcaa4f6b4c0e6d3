package org.dharch.peers.cxf;

import jakarta.xml.ws.soap.SOAPBinding;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.xml.namespace.QName;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.dharch.peers.operations.Sender;

/**
 * The source of end-to-end exchanges: {@code DRIVER JDBC-URL ADDRESS CLIENTS}; see {@link Sender}.
 * Each client has its own sequence.
 */
public final class StoredClient {
  private static final long POLL_NANOS = 200_000;
  private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(2);

  private StoredClient() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    StoredBus stored = new StoredBus(args[0], args[1]);
    BlockingDeque<Greeter> clients = new LinkedBlockingDeque<>();
    for (int n = 0; n < Integer.parseInt(args[3]); n++) {
      clients.add(client(stored, args[2]));
    }
    Sender.run(
        () -> send(clients),
        () -> awaitEmpty(PeerBus.manager(stored.bus()).getRetransmissionQueue()));
    System.exit(0);
  }

  private static Greeter client(StoredBus stored, String address) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(stored.bus());
    factory.getFeatures().addAll(stored.features());
    factory.setServiceClass(Greeter.class);
    factory.setAddress(address);
    factory.setEndpointName(new QName(Greeter.NAMESPACE, "GreeterPort"));
    factory.setBindingId(SOAPBinding.SOAP11HTTP_BINDING);
    Greeter greeter = (Greeter) factory.create();
    HTTPClientPolicy policy = new HTTPClientPolicy();
    policy.setReceiveTimeout(60_000);
    policy.setVersion("1.1");
    ((HTTPConduit) ClientProxy.getClient(greeter).getConduit()).setClient(policy);
    return greeter;
  }

  private static void send(BlockingDeque<Greeter> clients) throws InterruptedException {
    Greeter client = clients.takeLast();
    try {
      client.note(Sender.TEXT);
    } finally {
      clients.addLast(
          client); // reuses the last client, so that sequential messages have one client
    }
  }

  private static void awaitEmpty(RetransmissionQueue queue) {
    long end = System.nanoTime() + MAX_NANOS;
    while (!queue.isEmpty()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("timed out waiting for acknowledgements");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
