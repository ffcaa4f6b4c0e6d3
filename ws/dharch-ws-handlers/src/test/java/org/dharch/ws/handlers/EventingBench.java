package org.dharch.ws.handlers;

import static org.dharch.testing.Utf8.bytes;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitter;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.SoapProperties;
import org.dharch.api.Target;
import org.dharch.testing.FakeClock;
import org.dharch.ws.SOAPContext;

/**
 * The eventing handlers with a clock that is told to go, and a way out that has as much room as it
 * is told to have, refuses what it is told to as past a limit, and keeps what is handed over. Their
 * timers are real.
 */
final class EventingBench implements NodeContext, AutoCloseable {
  static final String WSE = "http://www.w3.org/2011/03/ws-evt";

  final List<Emission> emitted = new CopyOnWriteArrayList<>();
  final AtomicInteger capacity = new AtomicInteger(Integer.MAX_VALUE);
  volatile Predicate<Emission> unsendable = emission -> false;
  final FakeClock clock = new FakeClock();
  private final String name = "bench~" + UUID.randomUUID();
  private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(2);
  private final Map<String, String> common;
  private final List<DHHandler> handlers = new CopyOnWriteArrayList<>();

  EventingBench(String... parameters) {
    common = map(parameters);
    common.putIfAbsent("store", "memory:");
  }

  private static Map<String, String> map(String... pairs) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }

  /** Makes a handler as a node does. */
  <H extends DHHandler> H start(H handler, String... parameters) throws Exception {
    Map<String, String> all = new HashMap<>(common);
    all.putAll(map(parameters));
    handler.init(all, this);
    handlers.add(handler);
    return handler;
  }

  // ---- the node

  @Override
  public String node() {
    return name;
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public InstantSource clock() {
    return () -> Instant.ofEpochMilli(clock.nanos() / 1_000_000);
  }

  @Override
  public Emitter emitter() {
    return emission -> {
      if (unsendable.test(emission)) {
        throw new IllegalArgumentException("past a limit");
      }
      if (capacity.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
        return false;
      }
      return emitted.add(emission);
    };
  }

  @Override
  public ScheduledExecutorService timers() {
    return timers;
  }

  void advance(Duration time) {
    clock.advance(time);
  }

  /** To how many addresses something was handed over. */
  long addresses() {
    return emitted.stream().mapToLong(one -> to(one).addresses().size()).sum();
  }

  static Target.Endpoint to(Emission emission) {
    return (Target.Endpoint) emission.target();
  }

  // ---- messages

  static HandlerMessage message(String envelope, String... properties) {
    Map<String, Object> all = new HashMap<>(map(properties));
    all.putIfAbsent(SoapProperties.FLOW, "in");
    all.putIfAbsent(SoapProperties.SERVER_SIDE, true);
    return message(envelope, all);
  }

  static HandlerMessage message(String envelope, Map<String, Object> properties) {
    return HandlerMessage.of(
        MessageId.random(ThreadLocalRandom.current()),
        1,
        bytes(envelope),
        MessageProperties.of(properties),
        Set.of());
  }

  static String envelope(String body) {
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  static HandlerMessage event(String body) {
    return message(envelope(body), SoapProperties.SOAP_ACTION, "urn:x:fire");
  }

  static HandlerMessage request(String request, String headers, String body) {
    return message(
        EventingServer.envelope(
            EventingServer.SOAP12,
            WSE,
            "http://www.w3.org/2005/08/addressing",
            "http://source.example/",
            request,
            headers,
            body));
  }

  static HandlerMessage subscribe(String rest) {
    return request(
        "Subscribe",
        "",
        "<wse:EndTo><wsa:Address>http://sink.example/end</wsa:Address></wse:EndTo>"
            + "<wse:Delivery><wse:NotifyTo><wsa:Address>http://sink.example/</wsa:Address>"
            + "</wse:NotifyTo></wse:Delivery>"
            + rest);
  }

  static HandlerMessage subscribe(String dialect, String filter) {
    return subscribe("<wse:Filter Dialect='" + dialect + "'>" + filter + "</wse:Filter>");
  }

  /** The answer. */
  static SOAPContext answer(DHHandler handler, HandlerMessage message) throws Exception {
    Changes changes = handler.handle(message);
    return new SOAPContext(((Changes.Verdict.Respond) changes.verdict().orElseThrow()).envelope());
  }

  @Override
  public void close() {
    timers.shutdownNow();
    handlers.forEach(DHHandler::close);
  }
}
