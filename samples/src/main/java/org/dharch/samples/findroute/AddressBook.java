package org.dharch.samples.findroute;

import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;

/**
 * An address book, AddrBook of seed 002, figure 1: {@code r:find} with a name in, {@code r:address}
 * out. A dummy whose work is a wait, as in the paper's section 4. Thread-safe.
 */
public final class AddressBook {
  /** For Axis2. */
  public AddressBook() {}

  /** The operation of the service. */
  public OMElement find(OMElement request) throws AxisFault {
    Address address = Address.of(RouteService.child(request, RouteMessages.NAME).getText());
    OMElement answer = request.getOMFactory().createOMElement(RouteMessages.ADDRESS);
    RouteService.add(answer, "name", address.name());
    RouteService.add(answer, "phone", address.phone());
    RouteService.add(answer, "street", address.street());
    RouteService.add(answer, "city", address.place().city());
    RouteService.add(answer, "zip", address.place().zip());
    RouteService.add(answer, "note", "x".repeat(RouteService.characters()));
    RouteService.await();
    return answer;
  }
}
