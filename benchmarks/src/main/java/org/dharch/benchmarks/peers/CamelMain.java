package org.dharch.benchmarks.peers;

import java.util.Arrays;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.dharch.benchmarks.subject.FarHandler;
import org.dharch.benchmarks.subject.RawPeer;

/**
 * Camel's far end, in its own JVM: {@code camel BROKER MICROS NUMBER…}. The counterpart of {@link
 * org.dharch.benchmarks.subject.FarEnd}. With {@code camel-node} it has one queue and does the work
 * of all its handlers for each message.
 */
public final class CamelMain {
  private static final int WORKERS = 8;

  private CamelMain() {}

  public static void main(String[] args) throws Exception {
    FarHandler handler = FarHandler.ofMicros(args[2]);
    List<String> numbers = Arrays.asList(args).subList(3, args.length);
    CamelContext camel = new DefaultCamelContext();
    camel.addComponent("jms", JmsComponent.jmsComponent(CamelMulticast.connections(args[1])));
    boolean isOneQueue = args[0].equals(CamelMulticast.PER_NODE);
    List<String> queues = isOneQueue ? numbers.subList(0, 1) : numbers;
    int handlers = isOneQueue ? numbers.size() : 1;
    int consumers = Math.max(1, WORKERS / queues.size());
    camel.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            for (String number : queues) {
              from("jms:queue:"
                      + (isOneQueue ? CamelMulticast.NODE_QUEUE : CamelMulticast.QUEUE)
                      + number
                      + "?deliveryPersistent=false&replyToDeliveryPersistent=false"
                      + "&concurrentConsumers="
                      + consumers)
                  .process(
                      exchange -> {
                        handler.handle(exchange.getMessage().getBody(byte[].class), handlers);
                        exchange.getMessage().setBody(RawPeer.reply());
                      });
            }
          }
        });
    camel.start();
    handler.serveInput("");
    Runtime.getRuntime().halt(0);
  }
}
