package org.dharch.servlet;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;
import org.dharch.api.SoapProperties;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;

/** The handlers of the tests, on a node in this JVM. */
final class TestHandlers {
  /** The messages that handler "look" was shown, latest last. */
  static final LinkedBlockingQueue<HandlerMessage> SEEN = new LinkedBlockingQueue<>();

  private static final AtomicReference<CountDownLatch> HOLD =
      new AtomicReference<>(new CountDownLatch(0));

  private TestHandlers() {}

  /** A node with all of them at {@code memory:name}. */
  static HandlerNode node(String name) {
    return HandlerNode.builder("test-node")
        .workers(64)
        .handler("look", 8, TestHandlers::look)
        .handler("stamp", 8, TestHandlers::stamp)
        .handler("shout", 8, TestHandlers::shout)
        .handler("color", 8, TestHandlers::color)
        .handler("act", 8, TestHandlers::act)
        .handler("understand", 8, TestHandlers::understand)
        .handler("boom", 8, TestHandlers::boom)
        .handler("hold", 64, TestHandlers::hold)
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
    String text = message.text();
    int from = text.indexOf(":Body>") + 6;
    int to = text.lastIndexOf("</", text.lastIndexOf(":Body>"));
    String body = text.substring(from, to).replace("quiet", "LOUD").replace("sold", "SOLD");
    return Changes.builder().replace(Part.body(), bytes(body)).build();
  }

  private static Changes color(HandlerMessage message) {
    String was = message.properties().text("test.color", "none");
    return Changes.builder().property("test.color", was + " and green").build();
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

  /** Until the answer is counted down, handler "hold" holds its messages. */
  static CountDownLatch hold() {
    CountDownLatch latch = new CountDownLatch(1);
    HOLD.set(latch);
    return latch;
  }

  private static Changes hold(HandlerMessage message) throws InterruptedException {
    HOLD.get().await();
    return Changes.NONE;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
