package org.dharch.peers.cxf;

import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * The sink of end-to-end exchanges: {@code DRIVER JDBC-URL PORT}. Prints {@code READY} and the
 * address. For each input line it prints how many messages its service received.
 */
public final class StoredServer {
  private StoredServer() {}

  /** Counts the messages. */
  @WebService(
      targetNamespace = Greeter.NAMESPACE,
      endpointInterface = "org.dharch.peers.cxf.Greeter")
  public static final class Counting implements Greeter {
    private final AtomicLong notified = new AtomicLong();

    @Override
    public String greet(String name) {
      notified.incrementAndGet();
      return "hello " + name;
    }

    @Override
    public void note(String text) {
      notified.incrementAndGet();
    }
  }

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    StoredBus stored = new StoredBus(args[0], args[1]);
    Counting service = new Counting();
    String address = "http://127.0.0.1:" + args[2] + "/peer";
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(stored.bus());
    factory.getFeatures().addAll(stored.features());
    factory.setServiceClass(Greeter.class);
    factory.setServiceBean(service);
    factory.setAddress(address);
    factory.setEndpointName(new QName(Greeter.NAMESPACE, "GreeterPort"));
    factory.setBindingId(SOAPBinding.SOAP11HTTP_BINDING);
    Server server = factory.create();
    out.println("READY " + address);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (in.readLine() != null) {
      out.println(service.notified.get());
    }
    server.stop();
    System.exit(0);
  }
}
