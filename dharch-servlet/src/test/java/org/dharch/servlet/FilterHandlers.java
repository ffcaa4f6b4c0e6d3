package org.dharch.servlet;

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
import org.dharch.api.SoapProperties;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.HoldGate;

/** The handlers of the tests, on a node in this JVM. */
final class FilterHandlers {
  /** The messages that handler "look" was shown, latest last. */
  static final LinkedBlockingQueue<HandlerMessage> SEEN = new LinkedBlockingQueue<>();

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
        .handler("act", 8, FilterHandlers::act)
        .handler("understand", 8, FilterHandlers::understand)
        .handler("boom", 8, FilterHandlers::boom)
        .handler("hold", 64, FilterHandlers::hold)
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
    return HOLD.shut();
  }

  private static Changes hold(HandlerMessage message) throws InterruptedException {
    HOLD.pass();
    return Changes.NONE;
  }
}
