package org.dharch.peers.cxf;

import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/**
 * Calls a service with WS-Security: {@code URL 11|12 ACTIONS RESPONSE-ACTIONS COUNT}, then {@link
 * Security}. Prints each answer, or {@code fault} and its text.
 */
public final class SecureClient {
  private SecureClient() {}

  /** Runs the process. */
  public static void main(String[] args) {
    boolean soap12 = args[1].equals("12");
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(PeerBus.create());
    factory.setServiceClass(Greeter.class);
    factory.setAddress(args[0]);
    factory.setEndpointName(new QName(Greeter.NAMESPACE, "GreeterPort"));
    factory.setBindingId(soap12 ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
    Greeter greeter = (Greeter) factory.create();
    Client client = ClientProxy.getClient(greeter);
    // SOAP 1.2 uses status 400 for faults of the sender
    client.getRequestContext().put("org.apache.cxf.transport.process_fault_on_http_400", true);
    Security security = Security.of(args, 5);
    security.out(client, args[2], soap12);
    security.in(client, args[3]);
    for (int n = 1; n <= Integer.parseInt(args[4]); n++) {
      try {
        System.out.println(greeter.greet("n" + n));
      } catch (SOAPFaultException e) {
        System.out.println("fault " + e.getFault().getFaultCode() + ' ' + e.getMessage());
      }
    }
    System.out.println("done");
    System.exit(0);
  }
}
