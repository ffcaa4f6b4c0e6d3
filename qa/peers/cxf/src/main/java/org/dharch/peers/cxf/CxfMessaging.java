package org.dharch.peers.cxf;

import jakarta.xml.bind.JAXBContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.xml.datatype.DatatypeFactory;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.headers.Header;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.EncoderDecoder;
import org.apache.cxf.ws.rm.EncoderDecoder10Impl;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.v200702.AcceptType;
import org.apache.cxf.ws.rm.v200702.CreateSequenceResponseType;
import org.apache.cxf.ws.rm.v200702.CreateSequenceType;
import org.apache.cxf.ws.rm.v200702.Expires;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.OfferType;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.apache.cxf.ws.rm.v200702.TerminateSequenceType;
import org.dharch.peers.operations.Row;
import org.dharch.peers.operations.Samples;

/**
 * WS-ReliableMessaging 1.0 in CXF. Its encoder and its JAXB types do the work. The code that fills
 * them is written here, after CXF's classes Proxy and Servant, which need an endpoint with its
 * network.
 */
final class CxfMessaging {
  private static final EncoderDecoder RM = EncoderDecoder10Impl.INSTANCE;
  private static final org.apache.cxf.ws.rm.v200502.ObjectFactory FACTORY =
      RMUtils.getWSRM200502Factory();

  private final Interceptors interceptors;
  private final JAXBDataBinding binding;
  private final DatatypeFactory datatypes = DatatypeFactory.newInstance();

  CxfMessaging(Interceptors interceptors) throws Exception {
    this.interceptors = interceptors;
    binding =
        new JAXBDataBinding(
            JAXBContext.newInstance(
                "org.apache.cxf.ws.rm.v200502", EncoderDecoder.class.getClassLoader()));
  }

  void add(Map<Row, Callable<Object>> rows) {
    rows.put(Row.FAULT, this::fault);
    rows.put(
        Row.CREATE_SEQUENCE,
        () ->
            request(
                RM10Constants.CREATE_SEQUENCE_ACTION,
                FACTORY.createCreateSequence(
                    (org.apache.cxf.ws.rm.v200502.CreateSequenceType)
                        RM.convertToSend(createSequence()))));
    rows.put(
        Row.CREATE_SEQUENCE_RESPONSE,
        () ->
            request(
                RM10Constants.CREATE_SEQUENCE_RESPONSE_ACTION,
                FACTORY.createCreateSequenceResponse(
                    (org.apache.cxf.ws.rm.v200502.CreateSequenceResponseType)
                        RM.convertToSend(response()))));
    rows.put(Row.SEQUENCE, this::sequence);
    List<Long> numbers = Samples.numbers();
    rows.put(Row.ACKNOWLEDGEMENT, () -> acknowledgement(numbers));
    rows.put(Row.TERMINATE_SEQUENCE, () -> Interceptors.element(terminate(), binding));
    rows.put(
        Row.TERMINATE_SEQUENCE_ENVELOPE,
        () -> request(RM10Constants.TERMINATE_SEQUENCE_ACTION, terminate()));
  }

  private byte[] request(String action, Object body) throws Exception {
    AddressingProperties addressing = CxfAddressing.to(CxfAddressing.plain(), action);
    addressing.setReplyTo(CxfAddressing.plain());
    return interceptors.envelope(addressing, new Interceptors.Body(body, binding));
  }

  private static Identifier identifier() {
    Identifier identifier = new Identifier();
    identifier.setValue(Samples.ID);
    return identifier;
  }

  private Expires expires() {
    Expires expires = new Expires();
    expires.setValue(datatypes.newDuration(Samples.LIFETIME));
    return expires;
  }

  private CreateSequenceType createSequence() {
    CreateSequenceType create = new CreateSequenceType();
    create.setAcksTo(CxfAddressing.plain());
    create.setExpires(expires());
    OfferType offer = new OfferType();
    offer.setIdentifier(identifier());
    create.setOffer(offer);
    return create;
  }

  private CreateSequenceResponseType response() {
    CreateSequenceResponseType response = new CreateSequenceResponseType();
    response.setIdentifier(identifier());
    response.setExpires(expires());
    AcceptType accept = new AcceptType();
    accept.setAcksTo(CxfAddressing.plain());
    response.setAccept(accept);
    return response;
  }

  private static Object terminate() {
    TerminateSequenceType terminate = new TerminateSequenceType();
    terminate.setIdentifier(identifier());
    return FACTORY.createTerminateSequence(
        (org.apache.cxf.ws.rm.v200502.TerminateSequenceType) RM.convertToSend(terminate));
  }

  private static byte[] block(RMProperties properties) throws Exception {
    List<Header> headers = new ArrayList<>(1);
    RM.buildHeaders(properties, headers);
    Header header = headers.get(0);
    return Interceptors.element(header.getObject(), header.getDataBinding());
  }

  private byte[] sequence() throws Exception {
    SequenceType sequence = new SequenceType();
    sequence.setIdentifier(identifier());
    sequence.setMessageNumber(Samples.NUMBER);
    RMProperties properties = new RMProperties();
    properties.setSequence(sequence);
    return block(properties);
  }

  /** Composes the ranges as DestinationSequence does, which needs messages for that. */
  private static byte[] acknowledgement(List<Long> numbers) throws Exception {
    SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement();
    acknowledgement.setIdentifier(identifier());
    List<SequenceAcknowledgement.AcknowledgementRange> ranges =
        acknowledgement.getAcknowledgementRange();
    for (Long number : numbers) {
      var last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
      if (last != null && last.getUpper() + 1 == number) {
        last.setUpper(number);
      } else {
        var range = new SequenceAcknowledgement.AcknowledgementRange();
        range.setLower(number);
        range.setUpper(number);
        ranges.add(range);
      }
    }
    RMProperties properties = new RMProperties();
    properties.setAcks(List.of(acknowledgement));
    return block(properties);
  }

  /** Makes the fault as BindingFaultFactory and the fault interceptor do. */
  private byte[] fault() throws Exception {
    SequenceFault rejected = new SequenceFault(Samples.REFUSAL);
    rejected.setSender(true);
    rejected.setFaultCode(RM10Constants.CREATE_SEQUENCE_REFUSED_FAULT_QNAME);
    SoapFault fault = new SoapFault(rejected.getReason(), Soap11.getInstance().getSender());
    AddressingProperties addressing =
        CxfAddressing.to(
            CxfAddressing.plain(), "http://schemas.xmlsoap.org/ws/2004/08/addressing/fault");
    CxfAddressing.relate(addressing);
    return interceptors.fault(addressing, fault, RM.buildHeaderFault(rejected));
  }
}
