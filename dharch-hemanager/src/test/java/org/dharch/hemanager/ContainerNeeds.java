package org.dharch.hemanager;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** Handlers that need of their container what a node does not have. */
public final class ContainerNeeds {
  private ContainerNeeds() {}

  /** Looks where the message goes. */
  public static final class Transport extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      context.getTransportOut().getName();
      return InvocationResponse.CONTINUE;
    }
  }

  /** Counts in the container's own context. */
  public static final class Counter extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      context.getConfigurationContext().setProperty("count", 1);
      return InvocationResponse.CONTINUE;
    }
  }

  /** Asks the servlet container. */
  public static final class ServletRequest extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) throws AxisFault {
      if (context.getProperty("transport.http.servletRequest") == null) {
        context.setProperty("remote", "unknown");
      }
      return InvocationResponse.CONTINUE;
    }
  }

  /** Its superclass needs it. */
  public static final class Heir extends Base {}

  /** Compares policies. */
  public static class Base extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      context.getEffectivePolicy();
      return InvocationResponse.CONTINUE;
    }
  }
}
