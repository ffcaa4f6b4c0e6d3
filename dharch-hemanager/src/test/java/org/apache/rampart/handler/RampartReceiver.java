package org.apache.rampart.handler;

import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** Has the name of Rampart's handler; the real one is not among the dependencies. */
public final class RampartReceiver extends AbstractHandler {
  @Override
  public InvocationResponse invoke(MessageContext context) {
    return InvocationResponse.CONTINUE;
  }
}
