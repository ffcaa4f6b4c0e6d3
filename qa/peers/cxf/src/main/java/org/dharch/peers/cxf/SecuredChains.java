package org.dharch.peers.cxf;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.ReadHeadersInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.binding.soap.interceptor.StartBodyInterceptor;
import org.apache.cxf.binding.soap.saaj.SAAJInInterceptor;
import org.apache.cxf.helpers.LoadingByteArrayOutputStream;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.security.SecurityConstants;
import org.apache.cxf.ws.security.wss4j.DefaultCryptoCoverageChecker;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JStaxInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JStaxOutInterceptor;
import org.apache.wss4j.common.cache.MemoryReplayCache;
import org.apache.wss4j.common.cache.ReplayCache;
import org.dharch.peers.handlers.HandlerWork;
import org.dharch.peers.handlers.SecurityFiles;
import org.dharch.peers.handlers.SingleUseMessages;

/**
 * CXF's interceptor chains for WS-Security, with trees or streams. Outgoing bodies are bytes, as
 * from a service that returns a Source. Incoming bodies are written as bytes.
 */
final class SecuredChains {
  private static final int MORE = 8_192;

  private final TransportlessEndpoint endpoint;
  private final SecuritySettings settings;
  private final boolean streaming;

  SecuredChains(TransportlessEndpoint endpoint, SecurityFiles files, boolean streaming)
      throws Exception {
    this.endpoint = endpoint;
    this.settings = new SecuritySettings(files);
    this.streaming = streaming;
  }

  /** Writes the content of the body, as CXF's data binding does with a Source. */
  private static final class BodyWriter extends AbstractPhaseInterceptor<Message> {
    BodyWriter() {
      super(Phase.MARSHAL);
    }

    @Override
    public void handleMessage(Message message) {
      try {
        XMLStreamReader in =
            StaxUtils.createXMLStreamReader(
                new ByteArrayInputStream(message.getContent(byte[].class)), "UTF-8");
        StaxUtils.copy(in, message.getContent(XMLStreamWriter.class));
      } catch (XMLStreamException e) {
        throw new Fault(e);
      }
    }
  }

  /** Writes the received body as bytes, where CXF's data binding would read it. */
  private static final class BodyReader extends AbstractPhaseInterceptor<Message> {
    BodyReader() {
      super(Phase.UNMARSHAL);
    }

    @Override
    public void handleMessage(Message message) {
      try {
        LoadingByteArrayOutputStream out = new LoadingByteArrayOutputStream(MORE);
        XMLStreamReader in = message.getContent(XMLStreamReader.class);
        XMLStreamWriter writer = StaxUtils.createXMLStreamWriter(out, "UTF-8");
        StaxUtils.copy(in, writer);
        writer.close();
        while (in.hasNext()) { // verifies while it reads
          in.next();
        }
        message.setContent(byte[].class, out.toByteArray());
      } catch (XMLStreamException e) {
        throw new Fault(e);
      }
    }
  }

  /** Returns an operation that secures a body. */
  Callable<Object> secures(HandlerWork work, byte[] body) {
    List<Interceptor<? extends Message>> interceptors = new ArrayList<>();
    interceptors.add(
        streaming
            ? new WSS4JStaxOutInterceptor(settings.out(work))
            : new WSS4JOutInterceptor(settings.out(work)));
    interceptors.add(new SoapOutInterceptor(endpoint.bus()));
    interceptors.add(new BodyWriter());
    PhaseInterceptorChain chain = endpoint.out(interceptors);
    return () -> {
      LoadingByteArrayOutputStream out = new LoadingByteArrayOutputStream(2 * body.length + MORE);
      SoapMessage message = endpoint.sent();
      message.setContent(byte[].class, body);
      message.setContent(OutputStream.class, out);
      XMLStreamWriter writer = null;
      if (!streaming) {
        writer = StaxUtils.createXMLStreamWriter(out, "UTF-8");
        message.setContent(XMLStreamWriter.class, writer);
      }
      TransportlessEndpoint.through(chain, message);
      if (writer != null) {
        writer.close();
      }
      return out.toByteArray();
    };
  }

  /**
   * Returns an operation that verifies the same message repeatedly, which has nothing for replay
   * detection.
   */
  Callable<Object> verifies(HandlerWork secured, byte[] envelope) {
    PhaseInterceptorChain chain = incoming(secured);
    return () -> taken(chain, null, envelope);
  }

  /** Returns an operation that verifies each message once. */
  Callable<Object> verifiesOnce(HandlerWork secured, List<byte[]> envelopes) {
    PhaseInterceptorChain chain = incoming(secured);
    return new SingleUseMessages(
        envelopes,
        () -> {
          ReplayCache cache = new MemoryReplayCache();
          return envelope -> taken(chain, cache, envelope);
        });
  }

  private PhaseInterceptorChain incoming(HandlerWork secured) {
    List<Interceptor<? extends Message>> interceptors = new ArrayList<>();
    interceptors.add(new StaxInInterceptor());
    interceptors.add(new ReadHeadersInterceptor(endpoint.bus()));
    interceptors.add(new StartBodyInterceptor());
    interceptors.add(new BodyReader());
    if (streaming) {
      interceptors.add(new WSS4JStaxInInterceptor(settings.in(secured)));
      return endpoint.in(interceptors);
    }
    interceptors.add(SAAJInInterceptor.SAAJPreInInterceptor.INSTANCE);
    interceptors.add(new WSS4JInInterceptor(settings.in(secured)));
    if (secured != HandlerWork.ADD_USER) {
      boolean all = secured == HandlerWork.SECURE;
      DefaultCryptoCoverageChecker covers = new DefaultCryptoCoverageChecker();
      covers.setSignBody(all || secured == HandlerWork.SIGN);
      covers.setSignTimestamp(all || secured == HandlerWork.SIGN);
      covers.setSignUsernameToken(all);
      covers.setEncryptBody(all || secured == HandlerWork.ENCRYPT);
      covers.setEncryptUsernameToken(false);
      interceptors.add(covers);
    }
    return endpoint.in(interceptors);
  }

  private byte[] taken(PhaseInterceptorChain chain, ReplayCache cache, byte[] envelope)
      throws Exception {
    SoapMessage message = endpoint.received(envelope);
    if (cache == null) {
      message.put(SecurityConstants.ENABLE_TIMESTAMP_CACHE, false);
    } else {
      message.put(SecurityConstants.NONCE_CACHE_INSTANCE, cache);
      message.put(SecurityConstants.TIMESTAMP_CACHE_INSTANCE, cache);
    }
    return TransportlessEndpoint.through(chain, message).getContent(byte[].class);
  }
}
