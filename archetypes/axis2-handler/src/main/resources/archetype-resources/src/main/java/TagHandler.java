package ${package};

import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Adds a header block with the text of its parameter tag. */
public final class TagHandler extends AbstractHandler {
  private static final Log log = LogFactory.getLog(TagHandler.class);

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    Parameter tag = getParameter("tag");
    if (tag == null) {
      throw new AxisFault("parameter tag is missing");
    }
    SOAPEnvelope envelope = context.getEnvelope();
    SOAPFactory factory = (SOAPFactory) envelope.getOMFactory();
    SOAPHeader header = envelope.getHeader();
    if (header == null) {
      header = factory.createSOAPHeader(envelope);
    }
    OMNamespace namespace = factory.createOMNamespace("urn:example:tag", "t");
    header.addHeaderBlock("Tag", namespace).setText((String) tag.getValue());
    log.info("tagged");
    return InvocationResponse.CONTINUE;
  }
}
