package org.dharch.handlers.axis2;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axiom.soap.SOAPConstants;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.util.MessageContextBuilder;
import org.dharch.api.Limits;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.envelope.FaultReader;
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
  static ThrownFault of(AxisFault thrown, NodeMessageContext context, Limits limits)
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
    SET.forEach(context::removeProperty); // they do not travel as properties
    String envelope =
        MessageContextBuilder.createFaultMessageContext(plain, thrown).getEnvelope().toString();
    return FaultReader.read(envelope.getBytes(StandardCharsets.UTF_8), limits);
  }
}
