package org.dharch.handlers.axis2;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axiom.soap.SOAPConstants;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFault;
import org.apache.axiom.soap.SOAPFaultReason;
import org.apache.axiom.soap.SOAPFaultSubCode;
import org.apache.axiom.soap.SOAPFaultText;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.util.MessageContextBuilder;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.ThrownFault;
import org.dharch.handlers.axis2.context.NodeMessageContext;

/** Finds the SOAP fault that Axis2 would send for a handler's AxisFault, by Axis2's own code. */
final class FaultOf {
  /** Elements that a handler sets as properties in place of the exception's own. */
  private static final List<String> SET =
      List.of(
          SOAP12Constants.SOAP_FAULT_CODE_LOCAL_NAME,
          SOAP12Constants.SOAP_FAULT_REASON_LOCAL_NAME,
          SOAP12Constants.SOAP_FAULT_NODE_LOCAL_NAME,
          SOAP12Constants.SOAP_FAULT_ROLE_LOCAL_NAME,
          SOAP12Constants.SOAP_FAULT_DETAIL_LOCAL_NAME,
          SOAPConstants.HEADER_LOCAL_NAME);

  private static final ConfigurationContext CONFIGURATION =
      new ConfigurationContext(new AxisConfiguration());

  private FaultOf() {}

  /**
   * The fault that Axis2 would send for {@code thrown}, without the handler's properties.
   *
   * @param context the handler's; elements of the fault are removed from its properties
   */
  static ThrownFault of(AxisFault thrown, NodeMessageContext context) throws AxisFault {
    SOAPEnvelope envelope = envelope(thrown, context);
    SET.forEach(context::removeProperty); // they do not travel as properties
    SOAPFault fault = envelope.getBody().getFault();
    List<QName> subcodes = new ArrayList<>();
    for (SOAPFaultSubCode code = fault.getCode().getSubCode();
        code != null;
        code = code.getSubCode()) {
      subcodes.add(name(code.getValueAsQName(), code.getValue()));
    }
    return new ThrownFault(
        name(
            fault.getCode().getValueAsQName(),
            context.isSOAP11() ? fault.getCode() : fault.getCode().getValue()),
        subcodes,
        reasons(fault.getReason(), context.isSOAP11()),
        text(fault.getNode()),
        text(fault.getRole()),
        elements(fault.getDetail()),
        elements(envelope.getHeader()),
        MessageProperties.empty());
  }

  private static SOAPEnvelope envelope(AxisFault thrown, NodeMessageContext context)
      throws AxisFault {
    MessageContext plain = CONFIGURATION.createMessageContext();
    plain.setEnvelope(
        context.isSOAP11()
            ? OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope()
            : OMAbstractFactory.getSOAP12Factory().getDefaultEnvelope());
    if (context.getFLOW() == MessageContext.IN_FLOW) { // Axis2 looks at the request's context only
      SET.forEach(
          name ->
              Optional.ofNullable(context.present(name))
                  .ifPresent(value -> plain.setProperty(name, value)));
    }
    return MessageContextBuilder.createFaultMessageContext(plain, thrown).getEnvelope();
  }

  /** The name that {@code from} holds; its text where that is no name in scope. */
  private static QName name(QName resolved, OMElement from) {
    return resolved == null ? new QName(from.getText()) : resolved;
  }

  private static List<ThrownFault.Reason> reasons(SOAPFaultReason reason, boolean soap11) {
    List<ThrownFault.Reason> reasons = new ArrayList<>();
    if (soap11) {
      reasons.add(new ThrownFault.Reason("", reason.getText()));
    } else {
      for (SOAPFaultText text : reason.getAllSoapTexts()) {
        String language = Optional.ofNullable(text.getLang()).orElse("");
        reasons.add(new ThrownFault.Reason(language, text.getText()));
      }
    }
    return reasons;
  }

  private static String text(OMElement element) {
    return element == null ? "" : element.getText();
  }

  /** The child elements, each with all namespaces in scope: text may use their prefixes. */
  private static List<String> elements(OMElement parent) {
    List<String> elements = new ArrayList<>();
    if (parent != null) {
      for (Iterator<OMElement> all = parent.getChildElements(); all.hasNext(); ) {
        OMElement element = all.next();
        List<OMNamespace> scope = new ArrayList<>();
        element.getNamespacesInScope().forEachRemaining(scope::add);
        scope.stream()
            .filter(namespace -> !namespace.getPrefix().isEmpty())
            .forEach(element::declareNamespace);
        elements.add(element.toString());
      }
    }
    return elements;
  }
}
