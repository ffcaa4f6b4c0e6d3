package org.dharch.samples;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Simulates a handler by a wait: takes as long as the handler on a separate machine, without CPU.
 * The attribute {@code waits} of the body's first element has the time in milliseconds: {@code
 * A=8.19 B=10.4}; a handler without an entry does not wait. Thread-safe.
 *
 * <p>Parameter: {@code of} (needed), its name in the attribute.
 */
public final class SimulatedWaitHandler extends AbstractHandler {
  static final QName WAITS = new QName("waits");

  private static final double MOST_MILLIS = 60_000;

  private volatile String of = "";

  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    of = new HandlerParameters(description).text("of");
  }

  @Override
  public InvocationResponse invoke(MessageContext message) throws AxisFault {
    OMElement request = message.getEnvelope().getBody().getFirstElement();
    String waits = request == null ? null : request.getAttributeValue(WAITS);
    if (waits != null) {
      await(millis(waits));
    }
    return InvocationResponse.CONTINUE;
  }

  private double millis(String waits) throws AxisFault {
    for (String each : waits.split(" ", -1)) {
      if (each.startsWith(of + "=")) {
        return number(each.substring(of.length() + 1));
      }
    }
    return 0;
  }

  private double number(String text) throws AxisFault {
    try {
      double millis = Double.parseDouble(text);
      if (millis >= 0 && millis <= MOST_MILLIS) {
        return millis;
      }
    } catch (NumberFormatException e) {
      throw wrong(text, e);
    }
    throw wrong(text, null);
  }

  private AxisFault wrong(String text, Exception cause) {
    return new AxisFault(
        "waits: " + of + " must be 0 to " + (long) MOST_MILLIS + " ms (got '" + text + "')", cause);
  }

  private static void await(double millis) throws AxisFault {
    long end = System.nanoTime() + (long) (millis * TimeUnit.MILLISECONDS.toNanos(1));
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new AxisFault("a simulated wait was interrupted");
      }
    }
  }
}
