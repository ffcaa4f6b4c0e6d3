package org.dharch.handlers.axis2;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** Axis2 handlers as their authors write them. */
final class SampleHandlers {
  private SampleHandlers() {}

  /** Sets the text of the body's first element. */
  static final class BodyChanger extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      context.getEnvelope().getBody().getFirstElement().setText("changed");
      return InvocationResponse.CONTINUE;
    }
  }

  /** Reads the body and changes nothing. */
  static final class BodyReader extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      OMElement first = context.getEnvelope().getBody().getFirstElement();
      if (first == null || first.getText() == null) {
        throw new IllegalStateException("no body");
      }
      return InvocationResponse.CONTINUE;
    }
  }

  /** Replaces the whole body without looking into it. */
  static final class BodyReplacer extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      SOAPEnvelope envelope = context.getEnvelope();
      SOAPFactory factory = (SOAPFactory) envelope.getOMFactory();
      envelope.getBody().detach();
      factory
          .createSOAPBody(envelope)
          .addChild(factory.createOMElement("other", factory.createOMNamespace("urn:o", "o")));
      return InvocationResponse.CONTINUE;
    }
  }

  /** Adds a header block named by its parameter. */
  static final class HeaderAdder extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      SOAPEnvelope envelope = context.getEnvelope();
      SOAPFactory factory = (SOAPFactory) envelope.getOMFactory();
      SOAPHeader header = envelope.getHeader();
      if (header == null) {
        header = factory.createSOAPHeader(envelope);
      }
      OMNamespace ns = factory.createOMNamespace("urn:added", "a");
      header.addHeaderBlock("Added", ns).setText(String.valueOf(getParameter("text").getValue()));
      return InvocationResponse.CONTINUE;
    }
  }

  /** Sets a property that cannot travel. */
  static final class ListSetter extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      context.setProperty("names", new ArrayList<>(List.of("a")));
      return InvocationResponse.CONTINUE;
    }
  }

  /** Marks each block of {@code urn:h} as processed. */
  static final class Processor extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      context
          .getEnvelope()
          .getHeader()
          .getHeaderBlocksWithNamespaceURI("urn:h")
          .forEachRemaining(SOAPHeaderBlock::setProcessed);
      return InvocationResponse.CONTINUE;
    }
  }

  /** Sets, changes and removes properties and options. */
  static final class PropertySetter extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      context.setProperty("new", 42);
      context.setProperty("changed", context.getProperty("changed") + "!");
      context.removeProperty("old");
      context.getOptions().setMessageId("urn:uuid:2");
      context.setTo(null);
      context.setSoapAction("urn:other");
      return InvocationResponse.CONTINUE;
    }
  }

  /** Records what a handler can read. */
  static final class Reader extends AbstractHandler {
    static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @Override
    public InvocationResponse invoke(MessageContext c) {
      SOAPHeader header = c.getEnvelope().getHeader();
      List<String> blocks = new ArrayList<>();
      if (header != null) {
        header
            .examineAllHeaderBlocks()
            .forEachRemaining(b -> blocks.add(b.getLocalName() + "=" + b.isProcessed()));
      }
      SEEN.add("blocks=" + blocks);
      SEEN.add("soap11=" + c.isSOAP11());
      SEEN.add("flow=" + c.getFLOW() + " server=" + c.isServerSide());
      SEEN.add("action=" + c.getSoapAction() + " wsa=" + c.getWSAAction());
      SEEN.add("id=" + c.getOptions().getMessageId() + " to=" + address(c));
      SEEN.add("relates=" + (c.getRelatesTo() == null ? null : c.getRelatesTo().getValue()));
      SEEN.add("p=" + c.getProperty("p") + " n=" + c.getProperty("n") + " b=" + c.getProperty("b"));
      SEEN.add(
          "service="
              + (c.getAxisService() == null ? null : c.getAxisService().getName())
              + " operation="
              + (c.getAxisOperation() == null ? null : c.getAxisOperation().getName()));
      SEEN.add("parameter=" + (getParameter("k") == null ? null : getParameter("k").getValue()));
      SEEN.add("current=" + (MessageContext.getCurrentMessageContext() == c));
      return InvocationResponse.CONTINUE;
    }

    private static String address(MessageContext context) {
      return context.getTo() == null ? null : context.getTo().getAddress();
    }

    @Override
    public void flowComplete(MessageContext context) {
      SEEN.add("flowComplete");
    }
  }

  /** Suspends every message. */
  static final class Suspender extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      return InvocationResponse.SUSPEND;
    }
  }

  /** Rejects every message. */
  static final class Thrower extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) throws AxisFault {
      throw new AxisFault("signature is not valid");
    }
  }
}
