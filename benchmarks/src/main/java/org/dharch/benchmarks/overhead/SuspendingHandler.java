package org.dharch.benchmarks.overhead;

import java.util.concurrent.ExecutorService;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.kernel.RequestResponseTransport;

/**
 * Suspends a message in Axis2's chain and resumes it at once on a thread of another pool: the lower
 * limit for any distribution of handlers inside Axis2.
 */
final class SuspendingHandler extends AbstractHandler {
  private static final String SUSPENDED = "org.dharch.benchmarks.seen";

  private final ExecutorService threads;

  SuspendingHandler(ExecutorService threads) {
    this.threads = threads;
  }

  @Override
  public InvocationResponse invoke(MessageContext context) {
    if (context.getLocalProperty(SUSPENDED) != null) {
      return InvocationResponse.CONTINUE;
    }
    context.setProperty(SUSPENDED, true);
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
