package org.dharch.axis2.envelope;

import java.io.InputStream;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.builder.SOAPBuilder;
import org.apache.axis2.context.MessageContext;

/** Axis2's SOAP builder on a stream that records; a root part with attachments comes here too. */
final class RecordingSoapBuilder extends SOAPBuilder {
  @Override
  public OMElement processDocument(InputStream in, String contentType, MessageContext context)
      throws AxisFault {
    return Recording.record(
        in, context, recorded -> super.processDocument(recorded, contentType, context));
  }
}
