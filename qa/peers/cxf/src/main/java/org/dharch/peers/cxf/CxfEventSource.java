package org.dharch.peers.cxf;

import jakarta.jws.WebService;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.cxf.Bus;
import org.apache.cxf.catalog.OASISCatalogManager;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.eventing.backend.database.SubscriptionTicket;
import org.apache.cxf.ws.eventing.backend.manager.SubscriptionManagerImpl;
import org.apache.cxf.ws.eventing.backend.manager.SubscriptionManagerInterfaceForEventSources;
import org.apache.cxf.ws.eventing.backend.manager.SubscriptionManagerInterfaceForManagers;
import org.apache.cxf.ws.eventing.backend.manager.SubscriptionManagerInterfaceForNotificators;
import org.apache.cxf.ws.eventing.backend.notification.EventSinkInterfaceNotificatorService;
import org.apache.cxf.ws.eventing.backend.notification.SubscriptionEndStatus;
import org.apache.cxf.ws.eventing.eventsource.AbstractEventSource;
import org.apache.cxf.ws.eventing.eventsource.EventSourceEndpoint;
import org.apache.cxf.ws.eventing.manager.AbstractSubscriptionManager;
import org.apache.cxf.ws.eventing.shared.handlers.SubscriptionReferenceParsingHandler;

/**
 * An event source with its subscription manager, which runs until its standard input ends: {@code
 * PORT}. Prints {@code listens}. Each input line {@code LOCATION STRENGTH} is an event; {@code end}
 * ends all subscriptions.
 */
public final class CxfEventSource {
  private CxfEventSource() {}

  /** Accepts Subscribe. */
  @WebService(
      targetNamespace = EndSink.NAMESPACE,
      endpointInterface = "org.apache.cxf.ws.eventing.eventsource.EventSourceEndpoint")
  public static final class Source extends AbstractEventSource {
    private final SubscriptionManagerImpl backend;

    Source(SubscriptionManagerImpl backend) {
      this.backend = backend;
    }

    @Override
    protected SubscriptionManagerInterfaceForEventSources getSubscriptionManagerBackend() {
      return backend;
    }
  }

  /** Accepts Renew, GetStatus and Unsubscribe. */
  @WebService(
      targetNamespace = EndSink.NAMESPACE,
      endpointInterface = "org.apache.cxf.ws.eventing.manager.SubscriptionManagerEndpoint")
  public static final class Manager extends AbstractSubscriptionManager {
    private final SubscriptionManagerImpl backend;

    Manager(SubscriptionManagerImpl backend) {
      this.backend = backend;
    }

    @Override
    protected SubscriptionManagerInterfaceForManagers getSubscriptionManagerBackend() {
      return backend;
    }
  }

  private static final class Notificator extends EventSinkInterfaceNotificatorService {
    private final SubscriptionManagerImpl backend;

    Notificator(SubscriptionManagerImpl backend) {
      this.backend = backend;
    }

    @Override
    protected SubscriptionManagerInterfaceForNotificators obtainManager() {
      return backend;
    }

    @Override
    protected Class<?> getEventSinkInterface() {
      return ReadingSink.class;
    }
  }

  private static void listen(Bus bus, String address, Object service) {
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.getFeatures().add(new WSAddressingFeature());
    factory.setServiceBean(service);
    factory.setAddress(address);
    if (service instanceof Manager) {
      factory.getHandlers().add(new SubscriptionReferenceParsingHandler());
    }
    factory.create();
  }

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    Bus bus = PeerBus.create();
    bus.getExtension(OASISCatalogManager.class)
        .loadCatalog(EventSourceEndpoint.class.getResource("/schemas/catalog.cat"));
    String own = "http://127.0.0.1:" + args[0];
    SubscriptionManagerImpl backend = new SubscriptionManagerImpl(own + "/manager");
    Notificator notificator = new Notificator(backend);
    notificator.start();
    listen(bus, own + "/source", new Source(backend));
    listen(bus, own + "/manager", new Manager(backend));
    System.out.println("listens");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("end")) {
        for (SubscriptionTicket ticket : backend.getTickets()) {
          backend.subscriptionEnd(
              ticket.getUuid(), "no more readings", SubscriptionEndStatus.SOURCE_CANCELLING);
        }
      } else {
        String[] text = line.split(" ", 2);
        notificator.dispatchEvent(new Reading(text[0], Integer.parseInt(text[1])));
      }
    }
    notificator.stop();
    bus.shutdown(true);
    System.exit(0);
  }
}
