package org.dharch.samples.findroute;

import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;

/**
 * A road map, RoadMap of seed 002, figure 1: {@code r:route} with two places in, {@code
 * r:directions} out. A dummy whose work is a wait, as in the paper's section 4. Thread-safe.
 */
public final class RoadMap {
  /** For Axis2. */
  public RoadMap() {}

  /** The operation of the service. */
  public OMElement route(OMElement request) throws AxisFault {
    Place from = place(RouteService.child(request, RouteMessages.FROM));
    Place to = place(RouteService.child(request, RouteMessages.TO));
    OMElement answer = request.getOMFactory().createOMElement(RouteMessages.DIRECTIONS);
    answer.setText(Directions.of(from, to, RouteService.characters()));
    RouteService.await();
    return answer;
  }

  private static Place place(OMElement element) throws AxisFault {
    return new Place(
        RouteService.child(element, RouteMessages.CITY).getText(),
        RouteService.child(element, RouteMessages.ZIP).getText());
  }
}
