package org.dharch.axis2.archive;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * DHArch's place in one of Axis2's flows, where the archive's module.xml puts it. Its parameter
 * {@code handler} names the class of the handler behind it.
 */
public final class ArchivedHandler extends AbstractHandler {
  private static final String HANDLER = "handler";

  private volatile Handler handler;

  /** Axis2 makes it. */
  public ArchivedHandler() {}

  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    Parameter name = description.getParameter(HANDLER);
    if (name == null) {
      throw new IllegalStateException(
          "handler " + description.getName() + " has no parameter '" + HANDLER + "'");
    }
    handler = Sealed.make(name.getValue().toString(), Handler.class);
    handler.init(description);
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    return handler.invoke(context);
  }

  @Override
  public void flowComplete(MessageContext context) {
    handler.flowComplete(context);
  }
}
