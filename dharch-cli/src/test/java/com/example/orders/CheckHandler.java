package com.example.orders;

import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** Refuses an order without an amount, and leaves the amount as a property. */
public final class CheckHandler extends AbstractHandler {
  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    OMElement order = context.getEnvelope().getBody().getFirstElement();
    String amount = order == null ? null : order.getAttributeValue(new QName("amount"));
    if (amount == null) {
      throw new AxisFault("an order without an amount");
    }
    context.setProperty("orders.amount", amount);
    return InvocationResponse.CONTINUE;
  }
}
