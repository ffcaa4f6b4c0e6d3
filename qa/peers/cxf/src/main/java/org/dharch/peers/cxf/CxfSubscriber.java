package org.dharch.peers.cxf;

import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.Handler;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.catalog.OASISCatalogManager;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.ReferenceParametersType;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.eventing.DeliveryType;
import org.apache.cxf.ws.eventing.EventType;
import org.apache.cxf.ws.eventing.ExpirationType;
import org.apache.cxf.ws.eventing.FilterType;
import org.apache.cxf.ws.eventing.FormatType;
import org.apache.cxf.ws.eventing.GetStatus;
import org.apache.cxf.ws.eventing.ObjectFactory;
import org.apache.cxf.ws.eventing.Renew;
import org.apache.cxf.ws.eventing.Subscribe;
import org.apache.cxf.ws.eventing.SubscribeResponse;
import org.apache.cxf.ws.eventing.SubscriptionEnd;
import org.apache.cxf.ws.eventing.Unsubscribe;
import org.apache.cxf.ws.eventing.backend.notification.WrappedSink;
import org.apache.cxf.ws.eventing.eventsource.EventSourceEndpoint;
import org.apache.cxf.ws.eventing.manager.SubscriptionManagerEndpoint;
import org.apache.cxf.ws.eventing.shared.EventingConstants;
import org.apache.cxf.ws.eventing.shared.handlers.ReferenceParametersAddingHandler;

/**
 * Subscribes to a source and receives its events until its standard input ends: {@code URL PORT
 * unwrap|wrap|none FILTER}; with none there is no sink. Prints {@code subscribed}, the
 * notifications, and the answer to each input line: {@code status}, {@code renew}, {@code
 * unsubscribe}.
 */
public final class CxfSubscriber {
  private CxfSubscriber() {}

  private static void print(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** Receives unwrapped events. */
  @WebService(
      targetNamespace = Greeter.NAMESPACE,
      endpointInterface = "org.dharch.peers.cxf.SensorSink")
  public static final class Sink implements SensorSink {
    @Override
    public void reading(String location, int strength) {
      print("reading " + location + " " + strength);
    }
  }

  /** Receives wrapped events. */
  @WebService(
      targetNamespace = EventingConstants.EVENTING_2011_03_NAMESPACE,
      endpointInterface = "org.apache.cxf.ws.eventing.backend.notification.WrappedSink")
  public static final class Wrapped implements WrappedSink {
    @Override
    public void notifyEvent(EventType event) {
      print("wrapped " + event.getActionURI() + " " + event.getContent().size());
    }
  }

  /** Receives the end of the subscription. */
  @WebService(
      targetNamespace = EndSink.NAMESPACE,
      endpointInterface = "org.dharch.peers.cxf.EndSink")
  public static final class End implements EndSink {
    @Override
    public void ended(SubscriptionEnd end) {
      print("ended " + end.getStatus());
    }
  }

  private static void listen(Bus bus, String address, Class<?> type, Object service) {
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.getFeatures().add(new WSAddressingFeature());
    factory.setServiceClass(type);
    factory.setServiceBean(service);
    factory.setAddress(address);
    factory.create();
  }

  private static <T> T client(Bus bus, String address, Class<T> type) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(bus);
    factory.getFeatures().add(new WSAddressingFeature());
    factory.setServiceClass(type);
    factory.setAddress(address);
    return factory.create(type);
  }

  private static EndpointReferenceType reference(String address) {
    AttributedURIType uri = new AttributedURIType();
    uri.setValue(address);
    EndpointReferenceType reference = new EndpointReferenceType();
    reference.setAddress(uri);
    return reference;
  }

  private static Subscribe request(String own, boolean isWrapped, String filter) {
    Subscribe request = new Subscribe();
    DeliveryType delivery = new DeliveryType();
    delivery.getContent().add(new ObjectFactory().createNotifyTo(reference(own + "/sink")));
    request.setDelivery(delivery);
    request.setEndTo(reference(own + "/end"));
    ExpirationType expires = new ExpirationType();
    expires.setValue("PT1H");
    request.setExpires(expires);
    if (isWrapped) {
      FormatType format = new FormatType();
      format.setName(EventingConstants.DELIVERY_FORMAT_WRAPPED);
      request.setFormat(format);
    }
    if (!filter.isEmpty()) {
      FilterType text = new FilterType();
      text.getContent().add(filter);
      request.setFilter(text);
    }
    return request;
  }

  private static SubscriptionManagerEndpoint manager(Bus bus, SubscribeResponse response) {
    EndpointReferenceType reference = response.getSubscriptionManager();
    SubscriptionManagerEndpoint manager =
        client(bus, reference.getAddress().getValue(), SubscriptionManagerEndpoint.class);
    ReferenceParametersType parameters = reference.getReferenceParameters();
    @SuppressWarnings("rawtypes") // the type of JAX-WS
    List<Handler> chain = ((BindingProvider) manager).getBinding().getHandlerChain();
    chain.add(new ReferenceParametersAddingHandler(parameters));
    ((BindingProvider) manager).getBinding().setHandlerChain(chain);
    return manager;
  }

  private static String answer(SubscriptionManagerEndpoint manager, String line) {
    return switch (line) {
      case "status" ->
          "status " + manager.getStatusOp(new GetStatus()).getGrantedExpires().getValue();
      case "renew" -> {
        ExpirationType expires = new ExpirationType();
        expires.setValue("PT2H");
        Renew renew = new Renew();
        renew.setExpires(expires);
        yield "renewed " + manager.renewOp(renew).getGrantedExpires().getValue();
      }
      default -> {
        manager.unsubscribeOp(new Unsubscribe());
        yield "unsubscribed";
      }
    };
  }

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    Bus bus = PeerBus.create();
    // the schemas import files in the same folder
    bus.getExtension(OASISCatalogManager.class)
        .loadCatalog(EventSourceEndpoint.class.getResource("/schemas/catalog.cat"));
    String own = "http://127.0.0.1:" + args[1];
    boolean isWrapped = args[2].equals("wrap");
    if (isWrapped) {
      listen(bus, own + "/sink", WrappedSink.class, new Wrapped());
    } else if (!args[2].equals("none")) {
      listen(bus, own + "/sink", SensorSink.class, new Sink());
    }
    listen(bus, own + "/end", EndSink.class, new End());
    SubscribeResponse response =
        client(bus, args[0], EventSourceEndpoint.class)
            .subscribeOp(request(own, isWrapped, args.length > 3 ? args[3] : ""));
    SubscriptionManagerEndpoint manager = manager(bus, response);
    print("subscribed " + response.getGrantedExpires().getValue());
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        print(answer(manager, line));
      } catch (RuntimeException e) {
        print("fault " + e.getMessage());
      }
    }
    bus.shutdown(true);
    System.exit(0);
  }
}
