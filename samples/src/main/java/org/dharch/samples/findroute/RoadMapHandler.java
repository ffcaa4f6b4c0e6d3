package org.dharch.samples.findroute;

import java.io.IOException;
import java.net.URI;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Queries the road map for the route between the two places of the address handlers, and adds it as
 * the header block {@code r:directions}, for the service. Partition D3 of seed 002, figure 1.
 * Thread-safe.
 *
 * <p>Parameter: {@code service} (needed), the road map's URL.
 */
public final class RoadMapHandler extends AbstractHandler {
  private final RouteClient client = new RouteClient();
  private volatile URI map;

  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    map = RouteParameters.uri(description, "service");
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    try {
      SOAPEnvelope envelope = context.getEnvelope();
      OMElement request = envelope.getBody().getFirstElement();
      String directions =
          client.directions(
              map,
              RouteMessages.place(RouteMessages.child(request, RouteMessages.FROM)),
              RouteMessages.place(RouteMessages.child(request, RouteMessages.TO)));
      SOAPFactory factory = (SOAPFactory) envelope.getOMFactory();
      SOAPHeader header = envelope.getHeader();
      if (header == null) {
        header = factory.createSOAPHeader(envelope);
      }
      header
          .addHeaderBlock(
              RouteMessages.DIRECTIONS.getLocalPart(),
              factory.createOMNamespace(RouteMessages.NAMESPACE, "r"))
          .setText(directions);
      return InvocationResponse.CONTINUE;
    } catch (IOException | IllegalArgumentException e) {
      throw new AxisFault("Road Map service not available: " + e.getMessage(), e);
    }
  }
}
