package org.dharch.benchmarks.site;

import java.util.ArrayList;
import java.util.List;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.handlers.AbstractHandler;

/** Measures another handler of Axis2's own chain, in milliseconds. Any number of threads. */
public final class TimedHandler extends AbstractHandler {
  private final Handler timed;
  private final List<Double> millis = new ArrayList<>();

  /** Measures {@code timed}, which must be initialized. */
  public TimedHandler(Handler timed) {
    this.timed = timed;
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    long begin = System.nanoTime();
    InvocationResponse response = timed.invoke(context);
    double took = (System.nanoTime() - begin) / 1e6;
    synchronized (millis) {
      millis.add(took);
    }
    return response;
  }

  /** Discards the measurements, after the warm-up. */
  public void clear() {
    synchronized (millis) {
      millis.clear();
    }
  }

  /** Returns the measurements. */
  public List<Double> millis() {
    synchronized (millis) {
      return List.copyOf(millis);
    }
  }
}
