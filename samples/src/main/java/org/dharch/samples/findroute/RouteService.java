package org.dharch.samples.findroute;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.receivers.RawXMLINOutMessageReceiver;

/** Describes FindRoute and its services for Axis2, with their common code. */
public final class RouteService {
  /** The names of the two address books and the road map, as services. */
  public static final String BOOK1 = "AddressBook1";

  public static final String BOOK2 = "AddressBook2";
  public static final String MAP = "RoadMap";

  private static final String WAIT = "waitMillis";
  private static final String CHARACTERS = "characters";

  private RouteService() {}

  /** The composite service, described but not deployed. */
  public static AxisService findRoute(AxisConfiguration axis) throws AxisFault {
    return describe(axis, RouteMessages.SERVICE, FindRouteService.class, RouteMessages.FIND_ROUTE);
  }

  /** An address book, described but not deployed; it takes no time until {@link #behaves}. */
  public static AxisService addressBook(AxisConfiguration axis, String name) throws AxisFault {
    return describe(axis, name, AddressBook.class, RouteMessages.FIND);
  }

  /** The road map, described but not deployed; it takes no time until {@link #behaves}. */
  public static AxisService roadMap(AxisConfiguration axis) throws AxisFault {
    return describe(axis, MAP, RoadMap.class, RouteMessages.ROUTE);
  }

  private static AxisService describe(
      AxisConfiguration axis, String name, Class<?> type, QName asked) throws AxisFault {
    AxisService service = new AxisService(name);
    service.setClassLoader(type.getClassLoader());
    service.addParameter(new Parameter("ServiceClass", type.getName()));
    AxisOperation operation = new InOutAxisOperation(new QName(asked.getLocalPart()));
    operation.setMessageReceiver(new RawXMLINOutMessageReceiver());
    service.addOperation(operation);
    axis.getPhasesInfo().setOperationPhases(operation);
    return service;
  }

  /**
   * Sets the behavior of an address book or a road map for later requests.
   *
   * @param waitMillis the duration of its work
   * @param characters the approximate length of its responses
   */
  public static void behaves(AxisService service, long waitMillis, int characters)
      throws AxisFault {
    service.addParameter(new Parameter(WAIT, Long.toString(waitMillis)));
    service.addParameter(new Parameter(CHARACTERS, Integer.toString(characters)));
  }

  /** Returns the length of the response of the service that runs on this thread. */
  static int characters() {
    return (int) number(CHARACTERS);
  }

  /** Waits as long as the work of the service that runs on this thread takes. */
  static void await() throws AxisFault {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(number(WAIT));
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new AxisFault("the service was interrupted");
      }
    }
  }

  private static long number(String parameter) {
    AxisService service = MessageContext.getCurrentMessageContext().getAxisService();
    Object value = service.getParameterValue(parameter);
    return value == null ? 0 : Long.parseLong(value.toString());
  }

  static OMElement child(OMElement parent, QName name) throws AxisFault {
    try {
      return RouteMessages.child(parent, name);
    } catch (IllegalArgumentException e) {
      throw new AxisFault(e.getMessage(), e);
    }
  }

  static void add(OMElement parent, String name, String text) {
    QName qualified = new QName(RouteMessages.NAMESPACE, name);
    parent.getOMFactory().createOMElement(qualified, parent).setText(text);
  }
}
