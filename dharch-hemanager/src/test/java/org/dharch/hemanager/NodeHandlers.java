package org.dharch.hemanager;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AbstractDispatcher;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/** Real handlers of every kind, written as their authors would. */
public final class NodeHandlers {
  private NodeHandlers() {}

  /** Adds a header block named by its parameter. */
  public static final class HeaderAdder extends AbstractHandler {
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

  /** What {@link EndTeller}s were told, in order. */
  static final BlockingQueue<String> ENDS = new LinkedBlockingQueue<>();

  /** Says what it is told of the end of its flow. */
  public static final class EndTeller extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      return InvocationResponse.CONTINUE;
    }

    @Override
    public void flowComplete(MessageContext context) {
      String name = getHandlerDesc().getName();
      Exception reason = context.getFailureReason();
      ENDS.add(name + (reason == null ? " completed" : " failed: " + reason.getMessage()));
    }
  }

  /** Sets the text of the body's first element. */
  public static final class BodyChanger extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      context.getEnvelope().getBody().getFirstElement().setText("changed");
      return InvocationResponse.CONTINUE;
    }
  }

  /** Marks each block of {@code urn:h} as processed. */
  public static final class Processor extends AbstractHandler {
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

  /** Says no. */
  public static final class Thrower extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) throws AxisFault {
      throw new AxisFault("signature is not valid");
    }
  }

  /** A native handler that says what it was given. */
  public static final class Native implements DHHandler {
    private String prefix = "";

    @Override
    public void init(Map<String, String> parameters) {
      prefix = parameters.getOrDefault("prefix", "");
    }

    @Override
    public Changes handle(HandlerMessage message) {
      return Changes.builder()
          .property("native", prefix + message.envelope().length)
          .property(
              "loader", String.valueOf(Thread.currentThread().getContextClassLoader().getName()))
          .build();
    }
  }

  /** Begins, says so in a file, and ends when there is another one. */
  public static final class Waiter implements DHHandler {
    private Path begun = Path.of("");
    private Path go = Path.of("");

    @Override
    public void init(Map<String, String> parameters) {
      begun = Path.of(parameters.get("begun"));
      go = Path.of(parameters.get("go"));
    }

    @Override
    public Changes handle(HandlerMessage message) throws Exception {
      Files.createFile(begun);
      while (!Files.exists(go)) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        LockSupport.parkNanos(5_000_000);
      }
      return Changes.builder().property("waited", true).build();
    }
  }

  /** Cannot begin, and says so by what most do not catch. */
  public static final class ErrorInit implements DHHandler {
    @Override
    public void init(Map<String, String> parameters) {
      throw new StackOverflowError("deep");
    }

    @Override
    public Changes handle(HandlerMessage message) {
      return Changes.NONE;
    }
  }

  /** Cannot begin. */
  public static final class BadInit implements DHHandler {
    @Override
    public void init(Map<String, String> parameters) throws Exception {
      throw new java.io.FileNotFoundException("/no/such.key");
    }

    @Override
    public Changes handle(HandlerMessage message) {
      return Changes.NONE;
    }
  }

  /** Cannot be made. */
  public abstract static class AbstractOne extends AbstractHandler {}

  /** Cannot be made either. */
  public static final class NoConstructor extends AbstractHandler {
    public NoConstructor(String argument) {
      handlerDesc.setName(argument);
    }

    @Override
    public InvocationResponse invoke(MessageContext context) {
      return InvocationResponse.CONTINUE;
    }
  }

  /** A dispatcher. */
  public static final class Dispatcher extends AbstractDispatcher {
    @Override
    public org.apache.axis2.description.AxisOperation findOperation(
        org.apache.axis2.description.AxisService service, MessageContext context) {
      return null;
    }

    @Override
    public org.apache.axis2.description.AxisService findService(MessageContext context) {
      return null;
    }

    @Override
    public void initDispatcher() {}
  }
}
