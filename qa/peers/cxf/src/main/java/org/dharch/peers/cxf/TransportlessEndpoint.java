package org.dharch.peers.cxf;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.phase.PhaseManager;

/**
 * A CXF endpoint without a transport, with messages as its transport makes them, and chains of
 * interceptors. Each chain is made once and copied for each message, as in CXF. Any thread.
 */
final class TransportlessEndpoint {
  private static final String ADDRESS = "http://127.0.0.1:1/orders";

  private final Bus bus;
  private final Endpoint endpoint;
  private final PhaseManager phases;

  TransportlessEndpoint(Bus bus) {
    this.bus = bus;
    phases = bus.getExtension(PhaseManager.class);
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.setServiceClass(Greeter.class);
    factory.setServiceBean(new CxfServer.Greeting());
    factory.setAddress(ADDRESS);
    factory.setStart(false);
    endpoint = factory.create().getEndpoint();
  }

  Bus bus() {
    return bus;
  }

  /** Returns a chain for incoming messages. */
  PhaseInterceptorChain in(List<? extends Interceptor<? extends Message>> interceptors) {
    PhaseInterceptorChain chain = new PhaseInterceptorChain(phases.getInPhases());
    interceptors.forEach(chain::add);
    return chain;
  }

  /** Returns a chain for outgoing messages. */
  PhaseInterceptorChain out(List<? extends Interceptor<? extends Message>> interceptors) {
    PhaseInterceptorChain chain = new PhaseInterceptorChain(phases.getOutPhases());
    interceptors.forEach(chain::add);
    return chain;
  }

  private SoapMessage message() {
    SoapMessage message = new SoapMessage(new MessageImpl());
    message.setVersion(Soap11.getInstance());
    Exchange exchange = new ExchangeImpl();
    exchange.put(Bus.class, bus);
    exchange.put(Endpoint.class, endpoint);
    exchange.put(org.apache.cxf.service.Service.class, endpoint.getService());
    exchange.put(org.apache.cxf.binding.Binding.class, endpoint.getBinding());
    exchange.setOneWay(true);
    message.setExchange(exchange);
    message.put(Message.CONTENT_TYPE, "text/xml; charset=utf-8");
    message.put(Message.ENCODING, "UTF-8");
    message.put(
        Message.PROTOCOL_HEADERS, new TreeMap<String, Object>(String.CASE_INSENSITIVE_ORDER));
    header(message, "SOAPAction", "urn:order");
    return message;
  }

  /** Adds an HTTP header to a message. */
  @SuppressWarnings("unchecked") // the type of CXF
  static void header(Message message, String name, String value) {
    ((Map<String, List<String>>) message.get(Message.PROTOCOL_HEADERS)).put(name, List.of(value));
  }

  /** Returns an incoming message with these bytes. */
  SoapMessage received(byte[] bytes) {
    SoapMessage message = message();
    message.put(Message.INBOUND_MESSAGE, true);
    message.put(Message.HTTP_REQUEST_METHOD, "POST");
    message.put(Message.REQUEST_URL, ADDRESS);
    message.getExchange().setInMessage(message);
    message.setContent(InputStream.class, new ByteArrayInputStream(bytes));
    return message;
  }

  /** Returns an outgoing message of a client. */
  SoapMessage sent() {
    SoapMessage message = message();
    message.put(Message.REQUESTOR_ROLE, true);
    message.put(Message.INBOUND_MESSAGE, false);
    message.getExchange().setOutMessage(message);
    return message;
  }

  /**
   * Processes a message with a copy of the chain.
   *
   * @throws Exception if the chain fails
   */
  static SoapMessage through(PhaseInterceptorChain chain, SoapMessage message) throws Exception {
    message.setInterceptorChain(chain.cloneChain());
    if (!message.getInterceptorChain().doIntercept(message)) {
      throw message.getContent(Exception.class);
    }
    return message;
  }
}
