package org.dharch.benchmarks.site;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.samples.SampleHandlers;

/**
 * A simulated handler: waits for the time in parameter {@code micros}, in place of a handler on
 * another, faster machine, and adds a header block with its name, which {@link WaitingService}
 * checks. Any number of threads.
 */
public final class WaitingHandler extends AbstractHandler {
  private volatile long nanos;

  /** Returns a handler with this name and time. */
  public static SampleHandlers.Spec spec(String name, double millis) {
    return new SampleHandlers.Spec(
        name, WaitingHandler.class, Map.of("micros", Long.toString(Math.round(millis * 1000))));
  }

  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    String micros = String.valueOf(description.getParameter("micros").getValue()).trim();
    nanos = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(micros));
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    long end = System.nanoTime() + Pace.of(context).nanos(nanos);
    SOAPEnvelope envelope = context.getEnvelope();
    SOAPFactory factory = (SOAPFactory) envelope.getOMFactory();
    SOAPHeader header = envelope.getHeader();
    if (header == null) {
      header = factory.createSOAPHeader(envelope);
    }
    var namespace = factory.createOMNamespace(WaitingService.NAMESPACE, "w");
    header.addHeaderBlock(WaitingService.DID, namespace).setText(getName());
    PreciseWait.until(end);
    return InvocationResponse.CONTINUE;
  }
}
