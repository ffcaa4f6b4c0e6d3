package org.dharch.peers.sandesha2;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.addressing.RelatesTo;
import org.apache.axis2.context.MessageContext;
import org.apache.sandesha2.FaultData;
import org.apache.sandesha2.RMMsgContext;
import org.apache.sandesha2.Sandesha2Constants;
import org.apache.sandesha2.client.SandeshaClientConstants;
import org.apache.sandesha2.storage.beans.RMDBean;
import org.apache.sandesha2.storage.beans.RMSBean;
import org.apache.sandesha2.util.MsgInitializer;
import org.apache.sandesha2.util.RMMsgCreator;
import org.apache.sandesha2.util.Range;
import org.apache.sandesha2.util.RangeString;
import org.apache.sandesha2.util.SOAPFaultEnvelopeCreator;
import org.apache.sandesha2.util.SandeshaUtil;
import org.apache.sandesha2.util.SpecSpecificConstants;
import org.apache.sandesha2.wsrm.Identifier;
import org.apache.sandesha2.wsrm.Sequence;
import org.apache.sandesha2.wsrm.SequenceAcknowledgement;
import org.apache.sandesha2.wsrm.TerminateSequence;
import org.dharch.peers.operations.Row;
import org.dharch.peers.operations.Samples;

/**
 * WS-ReliableMessaging 1.0 by Sandesha2's message creators, and by its parts for header blocks and
 * elements. Axis2's handler adds the addressing to an envelope, which is then written.
 */
final class MessagingOperations {
  private static final String RM = Sandesha2Constants.SPEC_2005_02.NS_URI;
  private static final String VERSION = Sandesha2Constants.SPEC_VERSIONS.v1_0;

  private final EngagedService engaged;
  private final AddressingOperations addressing;
  private final RMSBean source = new RMSBean();
  private final RMDBean sink = new RMDBean();
  private final RMMsgContext application;
  private final RMMsgContext request;

  MessagingOperations(EngagedService engaged, AddressingOperations addressing) throws Exception {
    this.engaged = engaged;
    this.addressing = addressing;
    EndpointReference plain = new EndpointReference(Samples.ADDRESS);
    source.setRMVersion(VERSION);
    source.setSequenceID(Samples.ID);
    source.setToEndpointReference(plain);
    source.setAcksToEndpointReference(plain);
    source.setReplyToEndpointReference(plain);
    sink.setRMVersion(VERSION);
    sink.setSequenceID(Samples.ID);
    MessageContext message = engaged.message();
    message.setProperty(SandeshaClientConstants.OFFERED_SEQUENCE_ID, Samples.ID);
    application = new RMMsgContext(message);
    request = received();
  }

  /** Returns a received CreateSequence. */
  private RMMsgContext received() throws Exception {
    MessageContext message = engaged.message(EngagedService.sample(createSequence()));
    message.setServerSide(true);
    message.setTo(new EndpointReference(Samples.ADDRESS));
    message.setReplyTo(new EndpointReference(Samples.ADDRESS));
    message.setMessageID(Samples.ID);
    return MsgInitializer.initializeMessage(message);
  }

  void add(Map<Row, Callable<Object>> rows) throws Exception {
    rows.put(Row.FAULT, this::fault);
    rows.put(Row.CREATE_SEQUENCE, this::createSequence);
    rows.put(
        Row.CREATE_SEQUENCE_RESPONSE,
        () ->
            addressing.bytes(
                RMMsgCreator.createCreateSeqResponseMsg(request, sink).getMessageContext()));
    rows.put(
        Row.SEQUENCE,
        () -> {
          SOAPHeader header = EngagedService.SOAP.createSOAPHeader();
          sequence().toHeader(header);
          return header.getFirstElement().toString();
        });
    SOAPEnvelope tree = EngagedService.sample(EngagedService.sampleBytes());
    tree.build();
    SOAPHeader header = tree.getHeader();
    QName name = new QName(RM, "Sequence");
    header.getFirstChildWithName(name).detach();
    rows.put(
        Row.ADD_TO_TREE,
        () -> {
          sequence().toHeader(header);
          return header.getFirstChildWithName(name).detach();
        });
    List<Long> numbers = Samples.numbers();
    rows.put(Row.ACKNOWLEDGEMENT, () -> acknowledgement(numbers));
    rows.put(
        Row.TERMINATE_SEQUENCE, () -> terminate().toOMElement(body()).getFirstElement().toString());
    rows.put(Row.TERMINATE_SEQUENCE_ENVELOPE, this::terminateEnvelope);
  }

  private static OMElement body() {
    return EngagedService.SOAP.getDefaultEnvelope().getBody();
  }

  private byte[] createSequence() throws Exception {
    MessageContext made = RMMsgCreator.createCreateSeqMsg(source, application).getMessageContext();
    engaged.context().unregisterOperationContext(made.getMessageID());
    return addressing.bytes(made);
  }

  private static Identifier identifier() throws Exception {
    Identifier identifier = new Identifier(RM);
    identifier.setIndentifer(Samples.ID);
    return identifier;
  }

  private static Sequence sequence() throws Exception {
    Sequence sequence = new Sequence(RM);
    sequence.setIdentifier(identifier());
    sequence.setMessageNumber(Samples.NUMBER);
    return sequence;
  }

  private static String acknowledgement(List<Long> numbers) throws Exception {
    RangeString completed = new RangeString();
    for (long number : numbers) {
      completed.addRange(new Range(number));
    }
    SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement(RM, false);
    acknowledgement.setIdentifier(identifier());
    acknowledgement.setAckRanges(SandeshaUtil.getAckRangeArrayList(completed, RM));
    SOAPHeader header = EngagedService.SOAP.createSOAPHeader();
    acknowledgement.toHeader(header);
    return header.getFirstElement().toString();
  }

  private static TerminateSequence terminate() throws Exception {
    TerminateSequence terminate = new TerminateSequence(RM);
    terminate.setIdentifier(identifier());
    return terminate;
  }

  /** Processes the creator's message as TerminateManager does. */
  private byte[] terminateEnvelope() throws Exception {
    RMMsgContext made = RMMsgCreator.createTerminateSequenceMessage(application, source, null);
    engaged.context().unregisterOperationContext(made.getMessageContext().getMessageID());
    made.setAction("http://schemas.xmlsoap.org/ws/2005/02/rm/TerminateSequence");
    made.addSOAPEnvelope();
    return addressing.bytes(made.getMessageContext());
  }

  /** Rejects a sequence as FaultManager does. */
  private byte[] fault() throws Exception {
    FaultData data = new FaultData();
    data.setCode("Sender");
    data.setSubcode(new QName(RM, Sandesha2Constants.SOAPFaults.Subcodes.CREATE_SEQUENCE_REFUSED));
    data.setReason(Samples.REFUSAL);
    data.setType(Sandesha2Constants.SOAPFaults.FaultType.CREATE_SEQUENCE_REFUSED);
    MessageContext message = engaged.message();
    message.setTo(new EndpointReference(Samples.ADDRESS));
    message.setWSAAction(SpecSpecificConstants.getAddressingFaultAction(VERSION));
    message.setMessageID(Samples.ID);
    message.addRelatesTo(new RelatesTo(Samples.ID));
    SOAPFaultEnvelopeCreator.addSOAPFaultEnvelope(message, 1, data, RM);
    return addressing.bytes(message);
  }
}
