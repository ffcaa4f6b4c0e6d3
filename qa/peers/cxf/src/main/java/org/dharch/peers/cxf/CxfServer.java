package org.dharch.peers.cxf;

import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * Receives messages reliably until its standard input ends: {@code PORT 10|11 2004|2005 11|12}, and
 * {@link Security} to sign all messages in both directions. Prints {@code listens} and then each
 * received text in a line.
 */
public final class CxfServer {
  private CxfServer() {}

  /** Prints the received texts. */
  @WebService(
      targetNamespace = Greeter.NAMESPACE,
      endpointInterface = "org.dharch.peers.cxf.Greeter")
  public static final class Greeting implements Greeter {
    @Override
    public String greet(String name) {
      System.out.println(name);
      return "hello " + name;
    }

    @Override
    public void note(String text) {
      System.out.println(text);
    }
  }

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    Bus bus = PeerBus.create();
    PeerBus.sign(bus, args, 4, args[3]);
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.getFeatures().addAll(PeerBus.features(args[1], args[2]));
    factory.setServiceClass(Greeter.class);
    factory.setServiceBean(new Greeting());
    factory.setAddress("http://127.0.0.1:" + args[0] + "/peer");
    factory.setEndpointName(new QName(Greeter.NAMESPACE, "GreeterPort"));
    factory.setBindingId(
        args[3].equals("12") ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
    Server server = factory.create();
    System.out.println("listens");
    while (System.in.read() >= 0) {
      // until the parent process ends
    }
    server.stop();
    bus.shutdown(true);
    System.exit(0);
  }
}
