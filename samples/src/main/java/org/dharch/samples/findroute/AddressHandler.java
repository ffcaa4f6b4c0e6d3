package org.dharch.samples.findroute;

import java.io.IOException;
import java.net.URI;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Queries an address book for the name in one element of the request, and adds city and zip there;
 * drops the rest of the entry. Partition D1, and D2, of seed 002, figure 1. Thread-safe.
 *
 * <p>Parameters, both needed: {@code service}, the address book's URL; {@code of}, the element,
 * {@code from} or {@code to}.
 */
public final class AddressHandler extends AbstractHandler {
  private final RouteClient client = new RouteClient();
  private volatile URI book;
  private volatile QName of;

  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    book = RouteParameters.uri(description, "service");
    of = RouteParameters.oneOf(description, "of", RouteMessages.FROM, RouteMessages.TO);
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    try {
      OMElement request = context.getEnvelope().getBody().getFirstElement();
      OMElement who = RouteMessages.child(request, of);
      Place place = client.address(book, RouteMessages.text(who, RouteMessages.NAME));
      add(who, RouteMessages.CITY, place.city());
      add(who, RouteMessages.ZIP, place.zip());
      return InvocationResponse.CONTINUE;
    } catch (IOException | IllegalArgumentException e) {
      throw new AxisFault("Address Book service not available: " + e.getMessage(), e);
    }
  }

  private static void add(OMElement parent, QName name, String text) {
    parent.getOMFactory().createOMElement(name, parent).setText(text);
  }
}
