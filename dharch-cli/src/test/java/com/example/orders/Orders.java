package com.example.orders;

import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;

/** Takes orders, and says what its handlers have told it of each. */
public final class Orders {
  public OMElement place(OMElement order) throws AxisFault {
    MessageContext context = MessageContext.getCurrentMessageContext();
    int audits = 0;
    var blocks = context.getEnvelope().getHeader().getChildrenWithNamespaceURI("urn:audit");
    while (blocks.hasNext()) {
      blocks.next();
      audits++;
    }
    OMElement answer = order.getOMFactory().createOMElement("placed", order.getNamespace());
    answer.addAttribute("amount", String.valueOf(context.getProperty("orders.amount")), null);
    answer.addAttribute("audits", String.valueOf(audits), null);
    return answer;
  }
}
