package org.dharch.jaxws;

import com.sun.net.httpserver.HttpServer;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.Handler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.dharch.testing.Utf8;

/** A service in Metro with handlers in its own chain: what they do in their own container. */
final class MetroService implements AutoCloseable {
  /** What the service answers. */
  static final String ANSWER = "<a:said xmlns:a='urn:a'>hello</a:said>";

  private final HttpServer server;
  private final Endpoint endpoint;
  private final Echo service = new Echo();

  /** Keeps what it gets and says always the same. */
  @WebServiceProvider
  @ServiceMode(Service.Mode.MESSAGE)
  public static final class Echo implements Provider<SOAPMessage> {
    private final List<byte[]> got = new CopyOnWriteArrayList<>();

    @Override
    public SOAPMessage invoke(SOAPMessage request) {
      try {
        got.add(LazySoap.written(request));
        return MessageFactory.newInstance()
            .createMessage(
                null,
                new ByteArrayInputStream(
                    Utf8.bytes(org.dharch.testing.EnvelopeText.SOAP11.of(ANSWER))));
      } catch (SOAPException | IOException e) {
        throw new WebServiceException(e);
      }
    }
  }

  /** One of which Metro knows what it answers, without which it takes a message for one-way. */
  @WebService(targetNamespace = "urn:o", serviceName = "Orders")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public static final class Orders {
    /** Is not called here. */
    @WebMethod
    @WebResult(name = "ordered", targetNamespace = "urn:o")
    public String order(@WebParam(name = "order", targetNamespace = "urn:o") String order) {
      return "the service was called with " + order;
    }
  }

  /**
   * Starts it.
   *
   * @param answers whether the handler answers, so that the service is not called
   */
  MetroService(Handler<?> handler, boolean answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    endpoint = Endpoint.create(answers ? new Orders() : service);
    @SuppressWarnings("rawtypes") // as the interface has it
    List<Handler> chain = List.of(handler);
    endpoint.getBinding().setHandlerChain(chain);
    endpoint.publish(server.createContext("/echo"));
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/echo";
  }

  /** The envelopes that came to the service. */
  List<byte[]> got() {
    return service.got;
  }

  @Override
  public void close() {
    endpoint.stop();
    server.stop(0);
  }
}
