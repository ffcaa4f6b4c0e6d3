package org.dharch.samples.findroute;

import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;

/**
 * The composite service behind its handlers: responds with the directions from the header.
 * Thread-safe.
 */
public final class FindRouteService {
  /** For Axis2. */
  public FindRouteService() {}

  /** The operation of the service. */
  public OMElement findRoute(OMElement request) throws AxisFault {
    SOAPHeader header = MessageContext.getCurrentMessageContext().getEnvelope().getHeader();
    OMElement answer = request.getOMFactory().createOMElement(RouteMessages.DIRECTIONS);
    answer.setText(RouteService.child(header, RouteMessages.DIRECTIONS).getText());
    return answer;
  }
}
