package org.dharch.axis2.archive;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * DHArch's handler in one of Axis2's flows, as listed in the archive's module.xml. Its parameter
 * {@code handler} names the class of its delegate.
 */
public final class ArchivedHandler extends AbstractHandler {
  private static final String HANDLER = "handler";

  private volatile Handler handler;

  /** Called by Axis2. */
  public ArchivedHandler() {}

  @Override
  public void init(HandlerDescription description) {
    super.init(description);
    Parameter name = description.getParameter(HANDLER);
    if (name == null) {
      throw new IllegalStateException(
          "handler " + description.getName() + " must have parameter '" + HANDLER + "'");
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
