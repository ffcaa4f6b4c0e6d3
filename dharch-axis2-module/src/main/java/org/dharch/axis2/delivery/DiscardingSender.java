package org.dharch.axis2.delivery;

import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.TransportOutDescription;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.kernel.TransportSender;

/** Discards responses that have no receiver. */
final class DiscardingSender extends AbstractHandler implements TransportSender {
  @Override
  public InvocationResponse invoke(MessageContext context) {
    return InvocationResponse.CONTINUE;
  }

  @Override
  public void init(ConfigurationContext context, TransportOutDescription transport) {}

  @Override
  public void cleanup(MessageContext context) {}

  @Override
  public void stop() {}
}
