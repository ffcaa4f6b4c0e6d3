package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.api.SoapProperties;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.ThrownFaultException;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.HoldGate;

/** The handlers of the tests, on a node in this JVM. */
final class FilterHandlers {
  /** The messages that handler "look" was shown, latest last. */
  static final LinkedBlockingQueue<HandlerMessage> SEEN = new LinkedBlockingQueue<>();

  /** The messages that handler "later" has put off once. */
  static final Set<MessageId> DEFERRED = ConcurrentHashMap.newKeySet();

  private static final HoldGate HOLD = new HoldGate();

  private FilterHandlers() {}

  /** A node with all of them at {@code memory:name}. */
  static HandlerNode node(String name) {
    return HandlerNode.builder("test-node")
        .workers(64)
        .handler("look", 8, FilterHandlers::look)
        .handler("stamp", 8, FilterHandlers::stamp)
        .handler("shout", 8, FilterHandlers::shout)
        .handler("color", 8, FilterHandlers::color)
        .handler(
            "verify",
            8,
            message -> Changes.builder().property("dharch.security.principal", "alice").build())
        .handler("act", 8, FilterHandlers::act)
        .handler("understand", 8, FilterHandlers::understand)
        .handler("heads", 8, FilterHandlers::heads)
        .handler("wrong-head", 8, FilterHandlers::wrongHead)
        .handler("boom", 8, FilterHandlers::boom)
        .handler("quota", 8, message -> quota(401))
        .handler("plain-quota", 8, message -> quota(0))
        .handler("hold", 64, FilterHandlers::hold)
        .handler("answer", 64, FilterHandlers::answer)
        .handler("refuse", 8, FilterHandlers::refuse)
        .handler("accept", 8, message -> Changes.builder().accept().build())
        .handler("later", 8, FilterHandlers::defer)
        .handler("never", 8, message -> Changes.builder().defer(Duration.ofMinutes(1)).build())
        .start(new InMemoryProvider().node(URI.create("memory:" + name), Map.of()));
  }

  private static Changes look(HandlerMessage message) {
    SEEN.add(message);
    return Changes.NONE;
  }

  private static Changes stamp(HandlerMessage message) {
    return Changes.builder().addHeader(bytes("<t:stamp xmlns:t=\"urn:test\">S</t:stamp>")).build();
  }

  private static Changes shout(HandlerMessage message) {
    String body =
        EnvelopeText.body(message.text()).replace("quiet", "LOUD").replace("sold", "SOLD");
    return Changes.builder().replace(Part.body(), bytes(body)).build();
  }

  private static Changes color(HandlerMessage message) {
    String was = message.properties().text("test.color", "none");
    return Changes.builder()
        .property("test.color", was + " and green")
        .property("dharch.exchange.color", "green")
        .build();
  }

  /** Goes on when it is asked for the second time. */
  private static Changes defer(HandlerMessage message) {
    return DEFERRED.add(message.id())
        ? Changes.builder().defer(Duration.ofMillis(1)).build()
        : Changes.NONE;
  }

  private static Changes answer(HandlerMessage message) throws InterruptedException {
    HOLD.await();
    String answer = soap(message).of("<o:answered>quiet</o:answered>");
    return Changes.builder().respond(bytes(answer)).property("dharch.exchange.answer", 1).build();
  }

  /** A fault, which is the sender's in SOAP 1.2. */
  private static Changes refuse(HandlerMessage message) {
    String fault =
        message.properties().text(SoapProperties.SOAP_VERSION, "").equals("1.1")
            ? "<s:Fault><faultcode>s:Client</faultcode><faultstring>sold</faultstring></s:Fault>"
            : "<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason>"
                + "<s:Text xml:lang='en'>sold</s:Text></s:Reason></s:Fault>";
    return Changes.builder().respond(bytes(soap(message).of(fault))).build();
  }

  private static EnvelopeText soap(HandlerMessage message) {
    return message.properties().text(SoapProperties.SOAP_VERSION, "").equals("1.2")
        ? OrderCalls.SOAP12
        : OrderCalls.SOAP11;
  }

  /** Sets one HTTP header, takes one away, and says one that is not its to say. */
  private static Changes heads(HandlerMessage message) {
    if (message.properties().text(SoapProperties.FLOW, "").equals("in")) {
      return Changes.builder()
          .property(SoapProperties.HTTP_HEADER + "X-Set", "of the handler")
          .removeProperty(SoapProperties.HTTP_HEADER + "X-Gone")
          .property(SoapProperties.HTTP_HEADER + "Content-Type", "text/plain")
          .build();
    }
    String sending =
        message
            .properties()
            .text(SoapProperties.HTTP_SENDING, "")
            .lines()
            .filter(line -> !line.startsWith("X-Raw: "))
            .collect(
                Collectors.joining("\n", "", "\nX-Set: 1\nX-Set: 2\nContent-Type: text/plain"));
    return Changes.builder().property(SoapProperties.HTTP_SENDING, sending).build();
  }

  private static Changes wrongHead(HandlerMessage message) {
    return Changes.builder().property(SoapProperties.HTTP_SENDING, "X Set: 1").build();
  }

  private static Changes act(HandlerMessage message) {
    return Changes.builder().property(SoapProperties.SOAP_ACTION, "urn:test:acted").build();
  }

  private static Changes understand(HandlerMessage message) {
    return Changes.builder().processed(new HeaderRef(new QName("urn:test", "must"), 0)).build();
  }

  private static Changes boom(HandlerMessage message) {
    throw new IllegalStateException("boom of the <handler>");
  }

  /** As a handler of another framework whose exception is a SOAP fault. */
  private static Changes quota(int status) {
    MessageProperties none = MessageProperties.empty();
    ThrownFault fault =
        new ThrownFault(
            new QName("http://www.w3.org/2003/05/soap-envelope", "Sender", "s"),
            List.of(new QName("urn:quota", "Daily", "q")),
            List.of(new ThrownFault.Reason("en", "quota & more")),
            "urn:node",
            "urn:role",
            List.of("<q:left xmlns:q='urn:quota'>0</q:left>"),
            List.of(),
            status == 0
                ? none
                : none.with(SoapProperties.HTTP_STATUS, status)
                    .with(SoapProperties.HTTP_SENDING, "WWW-Authenticate: Basic realm=\"q\""));
    throw new ThrownFaultException(fault, new IllegalStateException("quota"));
  }

  /** Until the answer is counted down, handler "hold" holds its messages. */
  static CountDownLatch hold() {
    return HOLD.close();
  }

  private static Changes hold(HandlerMessage message) throws InterruptedException {
    HOLD.await();
    return Changes.NONE;
  }
}
