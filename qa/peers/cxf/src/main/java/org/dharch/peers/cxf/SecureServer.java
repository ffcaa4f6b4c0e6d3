package org.dharch.peers.cxf;

import jakarta.xml.ws.soap.SOAPBinding;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * A service that requires WS-Security, until its standard input ends: {@code PORT 11|12 ACTIONS
 * RESPONSE-ACTIONS}, then {@link Security}. Prints {@code listens} and then each received text in a
 * line.
 */
public final class SecureServer {
  private SecureServer() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    boolean soap12 = args[1].equals("12");
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(PeerBus.create());
    factory.setServiceClass(Greeter.class);
    factory.setServiceBean(new CxfServer.Greeting());
    factory.setAddress("http://127.0.0.1:" + args[0] + "/peer");
    factory.setEndpointName(new QName(Greeter.NAMESPACE, "GreeterPort"));
    factory.setBindingId(soap12 ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
    Security security = Security.of(args, 4);
    security.in(factory, args[2]);
    security.out(factory, args[3], soap12);
    Server server = factory.create();
    System.out.println("listens");
    while (System.in.read() >= 0) {
      // until the parent process ends
    }
    server.stop();
    System.exit(0);
  }
}
