package org.dharch.benchmarks.subject;

import java.io.ByteArrayInputStream;
import java.util.Iterator;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.OMXMLParserWrapper;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * An Axis2 handler that reads the whole body, as a validating handler does, and compares it with
 * {@link Envelope#ofItems}. It changes nothing. Any number of threads.
 */
public final class BodyReadingHandler extends AbstractHandler {
  @Override
  public InvocationResponse invoke(MessageContext message) throws AxisFault {
    if (!isWhole(message.getEnvelope())) {
      throw new AxisFault("the body must be as it was sent");
    }
    return InvocationResponse.CONTINUE;
  }

  /** Reads the body without Axis2: builds one tree with Axiom and reads it {@code times} times. */
  static void read(byte[] envelope, int times) {
    OMXMLParserWrapper builder =
        OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(envelope), "UTF-8");
    try {
      SOAPEnvelope tree = (SOAPEnvelope) builder.getDocumentElement();
      for (int i = 0; i < times; i++) {
        if (!isWhole(tree)) {
          throw new IllegalStateException("the body must be as it was sent");
        }
      }
    } finally {
      builder.close();
    }
  }

  private static boolean isWhole(SOAPEnvelope envelope) {
    OMElement data = envelope.getBody().getFirstElement();
    String text = data.getAttributeValue(Envelope.CHARACTERS);
    return text != null && Integer.parseInt(text) == characters(data);
  }

  private static int characters(OMElement element) {
    int all = 0;
    for (Iterator<OMNode> nodes = element.getChildren(); nodes.hasNext(); ) {
      OMNode node = nodes.next();
      if (node instanceof OMElement child) {
        all += characters(child);
      } else if (node instanceof OMText text) {
        all += text.getText().length();
      }
    }
    return all;
  }
}
