package org.dharch.axis2;

import java.time.Duration;
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
import org.dharch.core.Fault;
import org.dharch.core.message.MessageId;

/** DHArch's answers as SOAP faults: the reason for a person, the detail for a program. */
final class Faults {
  /** The namespace of the fault's detail element. */
  static final String NAMESPACE = "urn:dharch:fault";

  private Faults() {}

  /** The message itself is wrong. */
  static AxisFault sender(MessageContext context, String reason) {
    return of(version(context).getSenderFaultCode(), "MALFORMED", "", Optional.empty(), reason);
  }

  /** The message was halted, or could not be taken in. */
  static AxisFault halted(MessageContext context, Fault fault, Optional<MessageId> id) {
    if (fault.code() == Fault.Code.TOO_LARGE) {
      return sender(context, fault.reason());
    }
    String reason =
        fault.handler().isEmpty()
            ? fault.reason()
            : "handler '" + fault.handler() + "': " + fault.reason();
    return receiver(context, fault.code().name(), fault.handler(), id, reason);
  }

  /** There is no place for the message now, or no time. */
  static AxisFault busy(
      MessageContext context, String reason, Duration retryAfter, Optional<MessageId> id) {
    return receiver(
        context,
        "BUSY",
        "",
        id,
        "busy: " + reason + "; try again after " + retryAfter.toMillis() + " ms");
  }

  /** Something is wrong on this side. */
  static AxisFault receiver(MessageContext context, String reason) {
    return receiver(context, "GATEWAY", "", Optional.empty(), reason);
  }

  private static AxisFault receiver(
      MessageContext context, String code, String handler, Optional<MessageId> id, String reason) {
    return of(version(context).getReceiverFaultCode(), code, handler, id, reason);
  }

  private static SOAPVersion version(MessageContext context) {
    return context.isSOAP11() ? SOAPVersion.SOAP11 : SOAPVersion.SOAP12;
  }

  private static AxisFault of(
      QName faultCode, String code, String handler, Optional<MessageId> id, String reason) {
    OMFactory factory = OMAbstractFactory.getOMFactory();
    OMNamespace namespace = factory.createOMNamespace(NAMESPACE, "dharch");
    OMElement detail = factory.createOMElement("fault", namespace);
    add(factory, detail, "code", code);
    if (!handler.isEmpty()) {
      add(factory, detail, "handler", handler);
    }
    id.ifPresent(value -> add(factory, detail, "message", value.toString()));
    GatewayFault fault = new GatewayFault(faultCode, "DHArch: " + reason);
    fault.setDetail(detail);
    return fault;
  }

  private static void add(OMFactory factory, OMElement parent, String name, String text) {
    factory.createOMElement(name, parent.getNamespace(), parent).setText(text);
  }

  /** A fault of DHArch's own, not of a service behind it. */
  static final class GatewayFault extends AxisFault {
    private static final long serialVersionUID = 1L;

    private GatewayFault(QName faultCode, String reason) {
      super(reason, faultCode);
    }

    /** This fault as a whole message. */
    SOAPEnvelope envelope(MessageContext context) {
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
