package org.dharch.axis2;

import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** An ordinary Axis2 handler: adds a header block. */
public final class Axis2StampHandler extends AbstractHandler {
  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    context
        .getEnvelope()
        .getOrCreateHeader()
        .addHeaderBlock(new QName(BackendService.NS, "stamp", "t"))
        .setText("A");
    return InvocationResponse.CONTINUE;
  }
}
