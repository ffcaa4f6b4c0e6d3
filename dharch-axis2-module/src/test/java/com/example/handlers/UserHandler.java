package com.example.handlers;

import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.logging.log4j.ThreadContext;

/** A handler of an application in Axis2's chain, which says in its logs who calls. */
public final class UserHandler extends AbstractHandler {
  /** Called by Axis2. */
  public UserHandler() {}

  @Override
  public InvocationResponse invoke(MessageContext context) {
    ThreadContext.put("user", "alice");
    return InvocationResponse.CONTINUE;
  }

  @Override
  public void flowComplete(MessageContext context) {
    ThreadContext.remove("user");
  }
}
