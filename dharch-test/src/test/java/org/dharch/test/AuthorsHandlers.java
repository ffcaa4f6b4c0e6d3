package org.dharch.test;

import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handlers as their authors write them; nothing in them knows of a test. */
public final class AuthorsHandlers {
  private AuthorsHandlers() {}

  /** Adds a header block and a property with the text of its parameter, and logs. */
  public static final class Stamp implements DHHandler {
    private static final Logger log = LoggerFactory.getLogger(Stamp.class);
    private String text;

    @Override
    public void init(Map<String, String> parameters) {
      text = parameters.get("text");
      if (text == null) {
        throw new IllegalArgumentException("parameter text is missing");
      }
    }

    @Override
    public Changes handle(HandlerMessage message) {
      log.info("stamped with {}", text);
      String block = "<t:Stamp xmlns:t=\"urn:t\">" + text + "</t:Stamp>";
      return Changes.builder()
          .addHeader(block.getBytes(StandardCharsets.UTF_8))
          .property("stamp", text)
          .processed(new HeaderRef(new QName("urn:t", "Known"), 0))
          .build();
    }
  }

  /** Changes nothing. */
  public static final class Idle implements DHHandler {
    @Override
    public Changes handle(HandlerMessage message) {
      return Changes.NONE;
    }
  }

  /** Throws at each attempt before the one that its parameter names. */
  public static final class Moody implements DHHandler {
    private int good;

    @Override
    public void init(Map<String, String> parameters) {
      good = Integer.parseInt(parameters.get("good"));
    }

    @Override
    public Changes handle(HandlerMessage message) {
      if (message.attempt() < good) {
        throw new IllegalStateException("not in the mood", new RuntimeException("the weather"));
      }
      return Changes.NONE;
    }
  }

  /** Sends its message on besides. */
  public static final class Emitting implements DHHandler {
    @Override
    public Changes handle(HandlerMessage message) {
      Emission emission =
          new Emission(
              MessageId.random(ThreadLocalRandom.current()),
              Target.Endpoint.of(URI.create("http://elsewhere.example/")),
              "urn:copy",
              message.envelope(),
              MessageProperties.empty(),
              Optional.empty(),
              Duration.ofSeconds(1));
      return Changes.builder().emit(emission).build();
    }
  }

  /** Takes its time. */
  public static final class Slow implements DHHandler {
    @Override
    public Changes handle(HandlerMessage message) throws InterruptedException {
      new CountDownLatch(1).await();
      return Changes.NONE;
    }
  }

  /** Answers instead of the service. */
  public static final class Answering implements DHHandler {
    @Override
    public Changes handle(HandlerMessage message) {
      return Changes.builder().respond(message.envelope()).property("answered", true).build();
    }
  }

  /** Records how its message ended. */
  public static final class Told implements DHHandler {
    static final Map<MessageId, Ending> ENDED = new ConcurrentHashMap<>();

    @Override
    public Changes handle(HandlerMessage message) {
      return Changes.NONE;
    }

    @Override
    public void ended(HandlerMessage message, Ending ending) {
      ENDED.put(message.id(), ending);
    }
  }

  /** Has messages wait until four are here, and counts how many are at most. */
  public static final class Counting implements DHHandler {
    static final AtomicInteger MOST = new AtomicInteger();
    private final AtomicInteger now = new AtomicInteger();
    private final CyclicBarrier together = new CyclicBarrier(4);

    @Override
    public Changes handle(HandlerMessage message) throws Exception {
      MOST.accumulateAndGet(now.incrementAndGet(), Math::max);
      together.await();
      now.decrementAndGet();
      return Changes.builder().property("seen", message.properties().text("number", "")).build();
    }
  }

  /** Books something, and compensates it as its compensator. */
  public static final class Book implements DHHandler {
    static final List<String> BOOKS = new CopyOnWriteArrayList<>();
    private String line;

    @Override
    public void init(Map<String, String> parameters) {
      line = parameters.get("line");
    }

    @Override
    public Changes handle(HandlerMessage message) {
      BOOKS.add(line);
      return Changes.NONE;
    }
  }

  /** Axis2's. */
  public static final class Axis2Stamp extends AbstractHandler {
    private static final Log log = LogFactory.getLog(Axis2Stamp.class);

    @Override
    public InvocationResponse invoke(org.apache.axis2.context.MessageContext context) {
      log.info("for " + context.getSoapAction());
      SOAPEnvelope envelope = context.getEnvelope();
      SOAPFactory factory = (SOAPFactory) envelope.getOMFactory();
      SOAPHeader header = envelope.getHeader();
      if (header == null) {
        header = factory.createSOAPHeader(envelope);
      }
      header
          .addHeaderBlock("Stamp", factory.createOMNamespace("urn:t", "t"))
          .setText((String) getParameter("text").getValue());
      context.setProperty("stamp", true);
      return InvocationResponse.CONTINUE;
    }
  }

  /** JAX-WS's. */
  public static final class JaxwsStamp implements SOAPHandler<SOAPMessageContext> {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      try {
        context.getMessage().getSOAPHeader().addHeaderElement(new QName("urn:t", "Stamp", "t"));
        return true;
      } catch (SOAPException e) {
        throw new ProtocolException(e);
      }
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}

    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }
  }

  /** Axis 1's. */
  @SuppressWarnings("serial")
  public static final class Axis1Stamp extends org.apache.axis.handlers.BasicHandler {
    @Override
    public void invoke(org.apache.axis.MessageContext context) throws org.apache.axis.AxisFault {
      context
          .getCurrentMessage()
          .getSOAPEnvelope()
          .addHeader(
              new org.apache.axis.message.SOAPHeaderElement(
                  "urn:t", "Stamp", (String) getOption("text")));
    }
  }

  /** Needs what a node has not. */
  public static final class Dispatching extends org.apache.axis2.engine.AbstractDispatcher {
    @Override
    public org.apache.axis2.description.AxisService findService(
        org.apache.axis2.context.MessageContext context) {
      return null;
    }

    @Override
    public org.apache.axis2.description.AxisOperation findOperation(
        org.apache.axis2.description.AxisService service,
        org.apache.axis2.context.MessageContext context) {
      return null;
    }

    @Override
    public void initDispatcher() {}
  }
}
