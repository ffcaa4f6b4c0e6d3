package org.dharch.peers.cxf;

import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;

/**
 * Sends messages reliably and ends when all are acknowledged: {@code URL 10|11 2004|2005 11|12
 * oneway|twoway COUNT anonymous|ADDRESS}, and {@link Security} to sign all messages in both
 * directions. Prints each answer in a line, and {@code done}. With the system property {@code
 * peer.bus} the bus has the features, so that the client's own protocol messages have the
 * protocol's header blocks, and it ends its sequences.
 */
public final class CxfClient {
  private static final long POLL_MILLIS = 50;
  private static final long WAIT_MILLIS = 120_000;

  private CxfClient() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    Bus bus = PeerBus.create();
    PeerBus.sign(bus, args, 7, args[3]);
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(bus);
    List<Feature> features = PeerBus.features(args[1], args[2]);
    if (Boolean.getBoolean("peer.bus")) {
      features.forEach(feature -> feature.initialize(bus));
    } else {
      factory.getFeatures().addAll(features);
    }
    factory.setServiceClass(Greeter.class);
    factory.setAddress(args[0]);
    factory.setEndpointName(new QName(Greeter.NAMESPACE, "GreeterPort"));
    factory.setBindingId(
        args[3].equals("12") ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
    Greeter greeter = (Greeter) factory.create();
    Client client = ClientProxy.getClient(greeter);
    HTTPClientPolicy policy = new HTTPClientPolicy();
    policy.setReceiveTimeout(60_000);
    policy.setVersion("1.1");
    if (!args[6].equals("anonymous")) {
      policy.setDecoupledEndpoint(args[6]);
    }
    ((HTTPConduit) client.getConduit()).setClient(policy);
    int count = Integer.parseInt(args[5]);
    for (int n = 1; n <= count; n++) {
      if (args[4].equals("twoway")) {
        System.out.println(greeter.greet("n" + n));
      } else {
        greeter.note("n" + n);
      }
    }
    long end = System.nanoTime() + WAIT_MILLIS * 1_000_000;
    while (!PeerBus.manager(bus).getRetransmissionQueue().isEmpty()) {
      if (System.nanoTime() > end) {
        System.out.println("unacknowledged");
        System.exit(1);
      }
      Thread.sleep(POLL_MILLIS);
    }
    System.out.println("done");
    bus.shutdown(true);
    System.exit(0);
  }
}
