package org.dharch.axis1;

import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis.AxisFault;
import org.apache.axis.Constants;
import org.apache.axis.Message;
import org.apache.axis.MessageContext;
import org.apache.axis.SOAPPart;
import org.dharch.api.Limits;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.envelope.FaultReader;

/** Finds the SOAP fault that Axis 1 would send for a handler's AxisFault, by Axis' own code. */
final class FaultOf {
  /** Axis does not send the first two, and the third would name the node. */
  private static final List<QName> NOT_SENT =
      List.of(
          Constants.QNAME_FAULTDETAIL_STACKTRACE,
          Constants.QNAME_FAULTDETAIL_RUNTIMEEXCEPTION,
          Constants.QNAME_FAULTDETAIL_HOSTNAME);

  private static final String UNAUTHORIZED = "Server.Unauth";

  private FaultOf() {}

  /** The fault that Axis would send for {@code thrown}, without the handler's properties. */
  static ThrownFault of(AxisFault thrown, MessageContext context, Limits limits) throws AxisFault {
    NOT_SENT.forEach(thrown::removeFaultDetail);
    Message message = new Message(thrown);
    ((SOAPPart) message.getSOAPPart()).getMessage().setMessageContext(context);
    return FaultReader.read(message.getSOAPPartAsBytes(), limits);
  }

  /** HTTP status and headers, as Axis' servlet derives them from the code. */
  static Map<String, Object> http(AxisFault thrown) {
    return thrown.getFaultCode() != null
            && thrown.getFaultCode().getLocalPart().startsWith(UNAUTHORIZED)
        ? Map.of(
            SoapProperties.HTTP_STATUS,
            401,
            SoapProperties.HTTP_SENDING,
            "WWW-Authenticate: Basic realm=\"AXIS\"")
        : Map.of();
  }
}
