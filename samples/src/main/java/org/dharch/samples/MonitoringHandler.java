package org.dharch.samples;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Handler D of seed 000, section 4.1: counts messages and their bytes, the rate of the last ten
 * seconds, and the messages of each client and action. Light; does not read the envelope. Sets the
 * message's property {@value #COUNT} to the number of messages so far. Thread-safe.
 *
 * <p>The size is HTTP's Content-Length, where the message still has it. At most {@value #MAX_KEYS}
 * clients and actions are counted separately, the rest as {@value #OTHERS}.
 */
public final class MonitoringHandler extends AbstractHandler {
  /** The property, a Long. */
  public static final String COUNT = "samples.monitoring.count";

  /** The key for further clients or actions. */
  public static final String OTHERS = "(others)";

  private static final int MAX_KEYS = 1000;

  /**
   * The figures so far.
   *
   * @param messages all of them
   * @param sized those whose size was known
   * @param bytes the total size of these
   * @param perSecond messages a second in the last ten seconds
   * @param byClient messages by client address
   * @param byAction messages by SOAPAction
   */
  public record Statistics(
      long messages,
      long sized,
      long bytes,
      double perSecond,
      Map<String, Long> byClient,
      Map<String, Long> byAction) {}

  private final LongAdder sized = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final Map<String, LongAdder> clients = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> actions = new ConcurrentHashMap<>();
  private final RateWindow rate;

  public MonitoringHandler() {
    this(System::nanoTime);
  }

  MonitoringHandler(LongSupplier nanos) {
    rate = new RateWindow(nanos);
  }

  @Override
  public InvocationResponse invoke(MessageContext message) {
    count(clients, message.getProperty(MessageContext.REMOTE_ADDR));
    count(actions, message.getSoapAction());
    if (message.getProperty(MessageContext.TRANSPORT_HEADERS) instanceof Map<?, ?> headers
        && headers.get("Content-Length") instanceof String length
        && length.matches("[0-9]{1,18}")) {
      sized.increment();
      bytes.add(Long.parseLong(length));
    }
    message.setProperty(COUNT, rate.count());
    return InvocationResponse.CONTINUE;
  }

  /** Returns the figures so far. */
  public Statistics statistics() {
    return new Statistics(
        rate.total(), sized.sum(), bytes.sum(), rate.perSecond(), sums(clients), sums(actions));
  }

  private static void count(Map<String, LongAdder> counts, Object key) {
    String name = key == null ? "-" : key.toString();
    if (!counts.containsKey(name) && counts.size() >= MAX_KEYS) {
      name = OTHERS;
    }
    counts.computeIfAbsent(name, k -> new LongAdder()).increment();
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counts) {
    return counts.entrySet().stream()
        .collect(
            java.util.stream.Collectors.toUnmodifiableMap(
                Map.Entry::getKey, e -> e.getValue().sum()));
  }
}
