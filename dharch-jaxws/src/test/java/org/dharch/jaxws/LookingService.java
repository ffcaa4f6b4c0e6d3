package org.dharch.jaxws;

import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.context.MessageContext;

/** Says what reached it. */
public final class LookingService {
  static final String NAMESPACE = "urn:look";

  /** A request. */
  public OMElement look(OMElement request) {
    MessageContext context = MessageContext.getCurrentMessageContext();
    OMElement answer =
        request.getOMFactory().createOMElement(new QName(NAMESPACE, "lookResponse", "l"));
    SOAPHeader header = context.getEnvelope().getHeader();
    StringBuilder blocks = new StringBuilder();
    if (header != null) {
      header
          .examineAllHeaderBlocks()
          .forEachRemaining(b -> blocks.append(b.getLocalName()).append('=').append(b.getText()));
    }
    answer.addAttribute("blocks", blocks.toString(), null);
    answer.addAttribute("shown", String.valueOf(context.getProperty("shown")), null);
    answer.addAttribute("asker", String.valueOf(context.getProperty("asker")), null);
    return answer;
  }
}
