package org.dharch.benchmarks.overhead;

import java.util.concurrent.ExecutorService;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.kernel.RequestResponseTransport;

/**
 * Axis2's own way to take a message out of its chain: suspends it, and a thread of another pool
 * resumes it at once. The least that any handler distribution inside Axis2 costs.
 */
final class SuspendingHandler extends AbstractHandler {
  private static final String SEEN = "org.dharch.benchmarks.seen";

  private final ExecutorService threads;

  SuspendingHandler(ExecutorService threads) {
    this.threads = threads;
  }

  @Override
  public InvocationResponse invoke(MessageContext context) {
    if (context.getLocalProperty(SEEN) != null) {
      return InvocationResponse.CONTINUE;
    }
    context.setProperty(SEEN, true);
    threads.execute(() -> resume(context));
    return InvocationResponse.SUSPEND;
  }

  private static void resume(MessageContext context) {
    RequestResponseTransport transport =
        (RequestResponseTransport) context.getProperty(RequestResponseTransport.TRANSPORT_CONTROL);
    try {
      AxisEngine.resume(context);
      transport.signalResponseReady();
    } catch (AxisFault e) {
      transport.signalFaultReady(e);
    }
  }
}
