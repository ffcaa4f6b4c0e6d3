package org.dharch.peers.cxf;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.saaj.SAAJFactoryResolver;
import org.apache.cxf.binding.soap.saaj.SAAJStreamWriter;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.ReferenceParametersType;
import org.apache.cxf.ws.addressing.RelatesToType;
import org.apache.cxf.ws.addressing.VersionTransformer;
import org.apache.cxf.ws.addressing.VersionTransformer.Names200408;
import org.apache.cxf.ws.addressing.v200408.ObjectFactory;
import org.apache.cxf.ws.rm.RMUtils;
import org.dharch.peers.operations.Row;
import org.dharch.peers.operations.Samples;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * WS-Addressing 2004/08 and SAAJ in CXF. Its tree of an envelope is a DOM. CXF has no reference
 * properties; reference parameters replace those of the paper.
 */
final class CxfAddressing {
  private final Interceptors interceptors;
  private final ObjectFactory factory = new ObjectFactory();
  private final JAXBDataBinding binding;
  private final Element property;

  CxfAddressing(Interceptors interceptors) throws Exception {
    this.interceptors = interceptors;
    JAXBContext context = VersionTransformer.getExposedJAXBContext(Names200408.WSA_NAMESPACE_NAME);
    binding = new JAXBDataBinding(context);
    property = StaxUtils.read(new StringReader(Samples.PROPERTY)).getDocumentElement();
  }

  void add(Map<Row, Callable<Object>> rows) throws Exception {
    byte[] sample = Samples.MESSAGE.getBytes(StandardCharsets.UTF_8);
    Document tree = StaxUtils.read(new StringReader(Samples.MESSAGE));
    MessageFactory messages = SAAJFactoryResolver.createMessageFactory(Soap11.getInstance());
    SOAPMessage saaj = saaj(messages, tree);
    rows.put(Row.SOAP_MESSAGE, () -> created(messages));
    rows.put(Row.TREE_TO_SOAP_MESSAGE, () -> saaj(messages, tree));
    rows.put(
        Row.SOAP_MESSAGE_TO_TREE,
        () -> StaxUtils.copy(saaj.getSOAPPart().getEnvelope().getOwnerDocument()));
    rows.put(Row.ENDPOINT, () -> write(plain()));
    rows.put(Row.ENDPOINT_WITH_PROPERTY, () -> write(rich()));
    rows.put(Row.ENVELOPE, () -> interceptors.envelope(to(rich(), Samples.ACTION), null));
    rows.put(
        Row.ENVELOPE_WITH_MOST,
        () -> {
          AddressingProperties most = to(rich(), Samples.ACTION);
          most.setFrom(plain());
          most.setReplyTo(plain());
          most.setFaultTo(plain());
          relate(most);
          return interceptors.envelope(most, null);
        });
    SoapMessage message = interceptors.read(sample);
    rows.put(Row.READ_TREE, () -> interceptors.decode(message));
    rows.put(Row.READ_BYTES, () -> interceptors.decode(interceptors.read(sample)));
  }

  /** Requests the envelope, because SAAJ creates nothing earlier. */
  private static SOAPMessage created(MessageFactory messages) throws SOAPException {
    SOAPMessage message = messages.createMessage();
    message.getSOAPPart().getEnvelope();
    return message;
  }

  private static SOAPMessage saaj(MessageFactory messages, Document tree) throws Exception {
    SOAPMessage message = messages.createMessage();
    message.getSOAPPart().getEnvelope().detachNode();
    StaxUtils.copy(tree, new SAAJStreamWriter(message.getSOAPPart()));
    return message;
  }

  /** Returns an endpoint reference with an address only. */
  static EndpointReferenceType plain() {
    return RMUtils.createReference(Samples.ADDRESS);
  }

  private EndpointReferenceType rich() {
    EndpointReferenceType reference = plain();
    ReferenceParametersType parameters = new ReferenceParametersType();
    parameters.getAny().add(property);
    reference.setReferenceParameters(parameters);
    return reference;
  }

  private byte[] write(EndpointReferenceType reference) throws Exception {
    return Interceptors.element(
        factory.createEndpointReference(VersionTransformer.convert(reference)), binding);
  }

  /** Returns the minimal properties of a message to that endpoint. */
  static AddressingProperties to(EndpointReferenceType reference, String action) {
    AddressingProperties addressing = new AddressingProperties(Names200408.WSA_NAMESPACE_NAME);
    addressing.setTo(reference);
    addressing.setAction(ContextUtils.getAttributedURI(action));
    addressing.setMessageID(ContextUtils.getAttributedURI(Samples.ID));
    return addressing;
  }

  /** Relates the message to another one. */
  static void relate(AddressingProperties addressing) {
    RelatesToType other = new RelatesToType();
    other.setValue(Samples.ID);
    addressing.setRelatesTo(other);
  }
}
