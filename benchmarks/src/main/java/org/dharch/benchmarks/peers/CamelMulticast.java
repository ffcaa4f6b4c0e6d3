package org.dharch.benchmarks.peers;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.dharch.benchmarks.subject.RawPeer;
import org.dharch.benchmarks.subject.Subject;
import org.springframework.jms.connection.CachingConnectionFactory;

/**
 * Several handlers on one message at the same time with Apache Camel: a multicast with
 * parallelProcessing, request/reply over JMS with an exclusive reply queue per handler, not
 * persistent, on a connection that caches its sessions, as Camel's documentation recommends.
 */
final class CamelMulticast implements Subject {
  static final String QUEUE = "camel.request.";

  /** The kind of a far end with one queue for all its handlers. */
  static final String PER_NODE = "camel-node";

  /** The prefix of its queues, which separates them from other far ends. */
  static final String NODE_QUEUE = "camel.node.";

  private static final String COUNT = "rightReplies";
  private static final byte[] REPLY = RawPeer.reply();
  private static final int SESSIONS = 128;

  private final CamelContext camel = new DefaultCamelContext();
  private final CachingConnectionFactory connections;
  private final ExecutorService senders = Executors.newCachedThreadPool();
  private final ProducerTemplate template;
  private final byte[] payload;
  private final int queues;

  /** Sends to this many queues, one for each handler or one for each node. */
  CamelMulticast(String broker, String prefix, int queues, byte[] payload) throws Exception {
    this.payload = payload;
    this.queues = queues;
    this.connections = connections(broker);
    camel.addComponent("jms", JmsComponent.jmsComponent(connections));
    String[] endpoints =
        IntStream.range(0, queues)
            .mapToObj(queue -> endpoint(prefix + queue))
            .toArray(String[]::new);
    camel.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in")
                .multicast(replies())
                .parallelProcessing()
                .executorService(senders)
                .to(ExchangePattern.InOut, endpoints);
          }
        });
    camel.start();
    template = camel.createProducerTemplate();
    template.setExecutorService(senders);
  }

  static CachingConnectionFactory connections(String broker) {
    CachingConnectionFactory connections =
        new CachingConnectionFactory(RawPeer.connections(broker));
    connections.setSessionCacheSize(SESSIONS);
    return connections;
  }

  private static String endpoint(String queue) {
    return "jms:queue:"
        + queue
        + "?replyTo=reply."
        + queue
        + "&replyToType=Exclusive&deliveryPersistent=false&requestTimeout=30000";
  }

  /** Counts the right replies. */
  private static AggregationStrategy replies() {
    return (all, one) -> {
      byte[] body = one.getMessage().getBody(byte[].class);
      int right = Arrays.equals(REPLY, body) ? 1 : 0;
      if (all == null) {
        one.setProperty(COUNT, right);
        return one;
      }
      all.setProperty(COUNT, all.getProperty(COUNT, Integer.class) + right);
      return all;
    };
  }

  @Override
  public void begin(Done done) {
    var unused =
        template
            .asyncSend("direct:in", exchange -> exchange.getMessage().setBody(payload))
            .whenComplete((answer, failure) -> done.done(failure == null && right(answer)));
  }

  private boolean right(Exchange answer) {
    if (answer.getException() != null) {
      System.err.println("Camel: " + answer.getException());
      return false;
    }
    return Integer.valueOf(queues).equals(answer.getProperty(COUNT));
  }

  @Override
  public void close() {
    camel.stop();
    connections.destroy();
    senders.shutdownNow();
  }
}
