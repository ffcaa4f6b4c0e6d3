package org.dharch.axis2.service;

import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPFault;
import org.apache.axiom.soap.SOAPFaultSubCode;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.context.MessageContext;
import org.dharch.axis2.envelope.WsaAction;
import org.dharch.axis2.message.HandlerResponseReply;
import org.dharch.core.text.Brief;

/**
 * Creates WS-Addressing's fault for an unknown action (2005/08: SOAP binding, section 6.4.4;
 * 2004/08: section 4.4). In SOAP 1.1 the subcode is the code, and the detail of 2005/08 the header
 * block FaultDetail. The handlers of its flow add the addressing headers.
 */
final class ActionNotSupported {
  private static final String NAME = "ActionNotSupported";

  private final SOAPFactory factory;
  private final boolean isSoap11;
  private final OMNamespace wsa;
  private final String action;

  private ActionNotSupported(MessageContext request, WsaAction action) {
    isSoap11 = request.isSOAP11();
    factory =
        isSoap11 ? OMAbstractFactory.getSOAP11Factory() : OMAbstractFactory.getSOAP12Factory();
    wsa = factory.createOMNamespace(action.namespace(), "wsa");
    this.action = action.action();
  }

  /** The fault for {@code request} with {@code action}. */
  static AxisFault of(MessageContext request, WsaAction action) throws AxisFault {
    SOAPEnvelope envelope = new ActionNotSupported(request, action).envelope();
    return HandlerResponseReply.fault(
        request, envelope.toString().getBytes(StandardCharsets.UTF_8));
  }

  private SOAPEnvelope envelope() {
    SOAPEnvelope envelope = factory.getDefaultFaultEnvelope();
    SOAPFault fault = envelope.getBody().getFault();
    String reason = "the action " + Brief.of(action) + " is not supported";
    fault.declareNamespace(wsa);
    if (isSoap11) {
      fault.getCode().setText(wsa.getPrefix() + ":" + NAME);
      fault.getReason().setText(reason);
    } else {
      QName sender = factory.getSOAPVersion().getSenderFaultCode();
      String prefix = envelope.getNamespace().getPrefix();
      fault
          .getCode()
          .getValue()
          .setText(new QName(sender.getNamespaceURI(), sender.getLocalPart(), prefix));
      SOAPFaultSubCode subcode = factory.createSOAPFaultSubCode(fault.getCode());
      factory.createSOAPFaultValue(subcode).setText(wsa.getPrefix() + ":" + NAME);
      fault.getReason().getFirstSOAPText().setText(reason);
    }
    detail(envelope, fault);
    return envelope;
  }

  private void detail(SOAPEnvelope envelope, SOAPFault fault) {
    OMFactory any = factory;
    OMElement element = any.createOMElement("Action", wsa);
    element.setText(action);
    if (!wsa.getNamespaceURI().equals(AddressingConstants.Final.WSA_NAMESPACE)) {
      fault.getDetail().addChild(element);
      return;
    }
    OMElement problem = any.createOMElement("ProblemAction", wsa);
    problem.addChild(element);
    if (isSoap11) {
      fault.getDetail().detach(); // in SOAP 1.1 a fault about a header has no detail
      envelope.getOrCreateHeader().addHeaderBlock("FaultDetail", wsa).addChild(problem);
    } else {
      fault.getDetail().addChild(problem);
    }
  }
}
