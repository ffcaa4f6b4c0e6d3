package org.apache.axis2.policies;

import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** As a module's handler that is in a package of Axis2's, but not of its kernel. */
public final class PolicyHandler extends AbstractHandler {
  @Override
  public InvocationResponse invoke(MessageContext context) {
    context.getEffectivePolicy();
    return InvocationResponse.CONTINUE;
  }
}
