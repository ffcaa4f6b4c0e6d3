package org.dharch.axis2.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPFault;
import org.apache.axiom.soap.SOAPVersion;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.util.MessageContextBuilder;
import org.dharch.api.MessageId;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;

/** Creates SOAP faults of DHArch: the reason for a person, the detail for a program. */
public final class Faults {
  private Faults() {}

  /** A fault for an invalid message. */
  public static AxisFault sender(MessageContext context, String reason) {
    return of(context, FaultReply.sender(reason));
  }

  /** A reply to an invalid message: a sender fault for a request, otherwise a receiver fault. */
  public static FaultReply wrong(Direction flow, String reason) {
    return flow.isInbound() ? FaultReply.sender(reason) : FaultReply.receiver(reason);
  }

  /** A reply to a message that is too large. */
  static FaultReply tooLarge(Direction flow, String reason) {
    return flow.isInbound() ? FaultReply.tooLarge(reason) : FaultReply.receiver(reason);
  }

  /** The same for {@code context}'s message. */
  public static AxisFault wrong(MessageContext context, String reason) {
    boolean isOutbound =
        context.getFLOW() == MessageContext.OUT_FLOW
            || context.getFLOW() == MessageContext.OUT_FAULT_FLOW;
    return of(context, wrong(isOutbound ? Direction.OUT : Direction.IN, reason));
  }

  /** A fault for a message that was not accepted. */
  public static GatewayFault failed(MessageContext context, Fault fault) {
    return of(context, FaultReply.failed(fault));
  }

  /** A fault for a message that failed. */
  public static GatewayFault failed(MessageContext context, Fault fault, MessageId id) {
    return of(context, FaultReply.failed(fault, id));
  }

  /** A fault for an error of the server. */
  public static AxisFault receiver(MessageContext context, String reason) {
    return of(context, FaultReply.receiver(reason));
  }

  /** {@code reply} in the SOAP version of {@code context}. */
  public static GatewayFault of(MessageContext context, FaultReply reply) {
    if (reply.thrown().isPresent()) {
      return new GatewayFault(context, reply, tree(reply.envelope(!context.isSOAP11())));
    }
    SOAPVersion version = context.isSOAP11() ? SOAPVersion.SOAP11 : SOAPVersion.SOAP12;
    OMFactory factory = OMAbstractFactory.getOMFactory();
    OMNamespace namespace = factory.createOMNamespace(FaultReply.NAMESPACE, "dharch");
    OMElement detail = factory.createOMElement("fault", namespace);
    add(factory, detail, "code", reply.code());
    if (!reply.handler().isEmpty()) {
      add(factory, detail, "handler", reply.handler());
    }
    reply.message().ifPresent(id -> add(factory, detail, "message", id.toString()));
    QName code = reply.senders() ? version.getSenderFaultCode() : version.getReceiverFaultCode();
    GatewayFault fault = new GatewayFault(code, reply);
    fault.setDetail(detail);
    return fault;
  }

  private static SOAPEnvelope tree(String envelope) {
    byte[] bytes = envelope.getBytes(StandardCharsets.UTF_8);
    SOAPEnvelope tree = new WireEnvelope(bytes, Optional.empty()).tree(bytes);
    tree.build();
    SOAPFault fault = tree.getBody().getFault();
    tree.getOrCreateHeader(); // Axis2's own faults have both, even if empty
    if (fault.getDetail() == null) {
      ((SOAPFactory) tree.getOMFactory()).createSOAPFaultDetail(fault);
    }
    return tree;
  }

  private static void add(OMFactory factory, OMElement parent, String name, String text) {
    factory.createOMElement(name, parent.getNamespace(), parent).setText(text);
  }

  /** A fault of DHArch or of a handler, not of a service. */
  public static final class GatewayFault extends AxisFault {
    private static final long serialVersionUID = 1L;

    private final transient FaultReply reply;
    private transient MessageContext context;
    private transient MessageContext response;

    private GatewayFault(QName faultCode, FaultReply reply) {
      super(reply.reason(), faultCode);
      this.context = null;
      this.reply = reply;
    }

    /** The fault that a handler threw. */
    private GatewayFault(MessageContext context, FaultReply reply, SOAPEnvelope envelope) {
      super(envelope.getBody().getFault());
      this.context = context.isServerSide() ? context : null;
      this.reply = reply;
    }

    /**
     * The context of the response, whose envelope Axis2 sends as it is: from the exception's
     * elements it would lose codes of SOAP 1.2 and namespaces.
     */
    @Override
    public MessageContext getFaultMessageContext() {
      if (context != null) {
        MessageContext failed = context;
        context = null; // Axis2 asks again while it creates the response
        try {
          MessageContext request = Flows.request(failed);
          response = MessageContextBuilder.createFaultMessageContext(request, this);
          response.setEnvelope(envelope(failed));
        } catch (AxisFault e) {
          response = null; // Axis2 tries the same, and reports it
        }
      }
      return response;
    }

    /** The first line in the log of a container, which the client does not get. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // servers send the message to the client
    public String toString() {
      return "message="
          + reply.message().map(MessageId::toString).orElse("-")
          + " handler="
          + reply.handler()
          + " code="
          + getFaultCode()
          + " reason="
          + getReason();
    }

    /** Omits the stack trace, which has no information and is costly under overload. */
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }

    /** This fault as an envelope. */
    public SOAPEnvelope envelope(MessageContext context) {
      if (reply.thrown().isPresent()) {
        return tree(reply.envelope(!context.isSOAP11()));
      }
      SOAPFactory factory =
          context.isSOAP11()
              ? OMAbstractFactory.getSOAP11Factory()
              : OMAbstractFactory.getSOAP12Factory();
      SOAPEnvelope envelope = factory.getDefaultFaultEnvelope();
      SOAPFault fault = envelope.getBody().getFault();
      if (context.isSOAP11()) {
        fault.getCode().setText(getFaultCode());
        fault.getReason().setText(getReason());
      } else {
        fault.getCode().getValue().setText(getFaultCode());
        fault.getReason().getFirstSOAPText().setText(getReason());
      }
      fault.getDetail().addChild(getDetail());
      return envelope;
    }
  }
}
