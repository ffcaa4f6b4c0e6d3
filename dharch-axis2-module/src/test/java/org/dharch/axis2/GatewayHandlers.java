package org.dharch.axis2;

import static org.dharch.testing.Utf8.bytes;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.spi.NodeChannel;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.HoldGate;

/** The handlers of the tests, on a node in this JVM. */
public final class GatewayHandlers {
  /** The messages that handler "look" was shown, latest last. */
  public static final LinkedBlockingQueue<HandlerMessage> SEEN = new LinkedBlockingQueue<>();

  private static volatile CountDownLatch hanging = new CountDownLatch(1);
  private static final HoldGate HOLD = new HoldGate();

  private GatewayHandlers() {}

  /** A node with all of them at {@code memory:name}. */
  public static HandlerNode node(String name) {
    return node(new InMemoryProvider().node(URI.create("memory:" + name), Map.of()));
  }

  /** The same on another transport. */
  public static HandlerNode node(NodeChannel channel) {
    return HandlerNode.builder("test-node")
        .handler("look", 8, GatewayHandlers::look)
        .handler("stamp", 8, GatewayHandlers::stamp)
        .handler("shout", 8, GatewayHandlers::shout)
        .handler("soften", 8, GatewayHandlers::soften)
        .handler("color", 8, GatewayHandlers::color)
        .handler("user", 8, GatewayHandlers::user)
        .handler("thread", 8, GatewayHandlers::thread)
        .handler("understand", 8, GatewayHandlers::understand)
        .handler("boom", 8, GatewayHandlers::boom)
        .handler("hang", 8, GatewayHandlers::hang)
        .handler("hold", 8, GatewayHandlers::hold)
        .handler("answer", 8, GatewayHandlers::answer)
        .handler("refuse", 8, GatewayHandlers::refuse)
        .handler("accept", 8, message -> Changes.builder().accept().build())
        .start(channel);
  }

  private static Changes look(HandlerMessage message) {
    SEEN.add(message);
    return Changes.NONE;
  }

  private static Changes stamp(HandlerMessage message) {
    return Changes.builder().addHeader(bytes("<t:stamp xmlns:t=\"urn:test\">S</t:stamp>")).build();
  }

  private static Changes shout(HandlerMessage message) {
    return inBody(message, "quiet", "LOUD");
  }

  private static Changes soften(HandlerMessage message) {
    return inBody(message, "failed", "softened");
  }

  private static Changes inBody(HandlerMessage message, String old, String now) {
    String body = EnvelopeText.body(message.text()).replace(old, now);
    return Changes.builder().replace(Part.body(), bytes(body)).build();
  }

  private static Changes color(HandlerMessage message) {
    return Changes.builder()
        .property("test.color", "green")
        .property("dharch.exchange.color", "green")
        .build();
  }

  /** Sets header X-User, spelt in its own way. */
  private static Changes user(HandlerMessage message) {
    return Changes.builder().property("dharch.http.header.x-USER", "of the handler").build();
  }

  /** Adds the name of its thread to the color. */
  private static Changes thread(HandlerMessage message) {
    String before = message.properties().text("test.color", "");
    String now = before + "[" + Thread.currentThread().getName() + "]";
    return Changes.builder().property("test.color", now).build();
  }

  private static Changes understand(HandlerMessage message) {
    return Changes.builder().processed(new HeaderRef(new QName("urn:test", "must"), 0)).build();
  }

  private static Changes boom(HandlerMessage message) {
    throw new IllegalStateException("boom of the handler");
  }

  private static Changes hang(HandlerMessage message) throws InterruptedException {
    hanging.await();
    return Changes.NONE;
  }

  /** What hangs ends: a node that is closed would wait for it. */
  static void letGo() {
    hanging.countDown();
    hanging = new CountDownLatch(1);
  }

  /** With what came, and a block with the answer's own action. */
  private static Changes answer(HandlerMessage message) {
    String action = "<w:Action xmlns:w='http://www.w3.org/2005/08/addressing'>urn:own</w:Action>";
    String body = "<t:answered>quiet</t:answered>";
    return Changes.builder()
        .respond(bytes(soap(message).of(action, body)))
        .property("dharch.exchange.answer", "blue")
        .build();
  }

  /** The answer is a fault. */
  private static Changes refuse(HandlerMessage message) {
    String fault =
        soap(message).equals(BackendCalls.SOAP11)
            ? "<s:Fault><faultcode>s:Client</faultcode><faultstring>it failed</faultstring>"
                + "<detail><t:own/></detail></s:Fault>"
            : "<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>t:own</s:Value>"
                + "</s:Subcode></s:Code><s:Reason><s:Text xml:lang='en'>it failed</s:Text>"
                + "</s:Reason></s:Fault>";
    return Changes.builder().respond(bytes(soap(message).of(fault))).build();
  }

  private static EnvelopeText soap(HandlerMessage message) {
    return message.properties().text("dharch.soap.version", "").equals("1.2")
        ? BackendCalls.SOAP12
        : BackendCalls.SOAP11;
  }

  /** Until the answer is counted down, handler "hold" holds its messages. */
  public static CountDownLatch hold() {
    return HOLD.close();
  }

  private static Changes hold(HandlerMessage message) throws InterruptedException {
    HOLD.await();
    return Changes.NONE;
  }
}
