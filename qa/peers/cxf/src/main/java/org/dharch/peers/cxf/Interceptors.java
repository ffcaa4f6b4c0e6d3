package org.dharch.peers.cxf;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.ReadHeadersInterceptor;
import org.apache.cxf.binding.soap.interceptor.Soap11FaultOutInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.headers.Header;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.phase.PhaseManager;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.JAXWSAConstants;
import org.apache.cxf.ws.addressing.soap.MAPCodec;

/**
 * CXF's interceptors that process one message: addressing by {@link MAPCodec}, the envelope by
 * {@link SoapOutInterceptor}, its header by {@link ReadHeadersInterceptor}. Each chain is made once
 * and copied for each message, as in CXF.
 */
final class Interceptors {
  private final MAPCodec codec = new MAPCodec();
  private final ReadHeadersInterceptor headers;
  private final PhaseInterceptorChain normal;
  private final PhaseInterceptorChain faulty;

  Interceptors(Bus bus) {
    headers = new ReadHeadersInterceptor(bus, (String) null);
    PhaseManager phases = bus.getExtension(PhaseManager.class);
    normal = new PhaseInterceptorChain(phases.getOutPhases());
    normal.add(
        List.<Interceptor<? extends Message>>of(
            codec, new SoapOutInterceptor(bus), new BodyWriter()));
    faulty = new PhaseInterceptorChain(phases.getOutPhases());
    faulty.add(
        List.<Interceptor<? extends Message>>of(
            codec, new SoapOutInterceptor(bus), new FaultWriter()));
  }

  /** Writes the only element of the body, if present. */
  private static final class BodyWriter extends AbstractPhaseInterceptor<Message> {
    BodyWriter() {
      super(Phase.MARSHAL);
    }

    @Override
    public void handleMessage(Message message) {
      Body body = message.get(Body.class);
      if (body != null) {
        body.binding()
            .createWriter(XMLStreamWriter.class)
            .write(body.element(), message.getContent(XMLStreamWriter.class));
      }
    }
  }

  /** Writes the fault, as CXF does in a fault chain. */
  private static final class FaultWriter extends AbstractPhaseInterceptor<SoapMessage> {
    private final Soap11FaultOutInterceptor begins = new Soap11FaultOutInterceptor();

    FaultWriter() {
      super(Phase.MARSHAL);
    }

    @Override
    public void handleMessage(SoapMessage message) {
      begins.handleMessage(message);
    }
  }

  /** The element of a body and its data binding. */
  record Body(Object element, DataBinding binding) {}

  private static SoapMessage message() {
    SoapMessage message = new SoapMessage(new MessageImpl());
    message.setVersion(Soap11.getInstance());
    Exchange exchange = new ExchangeImpl();
    exchange.setOneWay(true); // otherwise the codec stores the exchange for the answer
    message.setExchange(exchange);
    return message;
  }

  private static SoapMessage outbound(
      AddressingProperties addressing, PhaseInterceptorChain chain) {
    SoapMessage message = message();
    message.put(Message.REQUESTOR_ROLE, true);
    message.put(Message.INBOUND_MESSAGE, false);
    message.getExchange().setOutMessage(message);
    message.put(JAXWSAConstants.ADDRESSING_PROPERTIES_OUTBOUND, addressing);
    message.setInterceptorChain(chain.cloneChain());
    return message;
  }

  private static byte[] written(SoapMessage message) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1_024);
    XMLStreamWriter writer = StaxUtils.createXMLStreamWriter(out, "UTF-8");
    message.setContent(XMLStreamWriter.class, writer);
    if (!message.getInterceptorChain().doIntercept(message)) {
      throw message.getContent(Exception.class);
    }
    writer.close();
    return out.toByteArray();
  }

  /** Returns an envelope with these addressing properties and this body. */
  byte[] envelope(AddressingProperties addressing, Body body) throws Exception {
    SoapMessage message = outbound(addressing, normal);
    message.put(Body.class, body);
    return written(message);
  }

  /** Returns an envelope with a fault and these header blocks. */
  byte[] fault(AddressingProperties addressing, SoapFault fault, Header header) throws Exception {
    SoapMessage message = outbound(addressing, faulty);
    message.setContent(Exception.class, (Fault) fault);
    message.getHeaders().add(header);
    return written(message);
  }

  /** Returns a header block, or another element, as text. */
  static byte[] element(Object element, DataBinding binding) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    XMLStreamWriter writer = StaxUtils.createXMLStreamWriter(out, "UTF-8");
    DataWriter<XMLStreamWriter> data = binding.createWriter(XMLStreamWriter.class);
    data.write(element, writer);
    writer.close();
    return out.toByteArray();
  }

  /** Reads a message, with its header as trees. */
  SoapMessage read(byte[] envelope) {
    SoapMessage message = message();
    message.setContent(
        XMLStreamReader.class,
        StaxUtils.createXMLStreamReader(new ByteArrayInputStream(envelope), "UTF-8"));
    headers.handleMessage(message);
    return message;
  }

  /** Returns the addressing properties of a read message. */
  AddressingProperties decode(SoapMessage message) {
    return codec.unmarshalMAPs(message);
  }
}
