package org.dharch.ws.eventing;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.xpath.EvaluationBudget;
import org.dharch.core.xpath.XPath;
import org.dharch.core.xpath.XmlTree;

/**
 * The distinct filters that are there, and which of them an event is for. A topic is looked up;
 * each XPath is evaluated once, on one tree of the event, however many subscriptions have it.
 * Strangers write the XPaths, so each has a budget, and all of them together have one: what is past
 * its own is not true of the event, is counted, and comes after the others from then on, so that it
 * spends nothing that these need. Any thread.
 */
public final class FilterIndex {
  /** How deep an event's elements may be nested. */
  private static final int MAX_DEPTH = 512;

  /** Steps for each XPath on one event: a millisecond, or two. */
  private static final long STEPS_EACH = 20_000;

  private static final int STEPS_A_BYTE = 8;

  /** Steps for all XPaths on one event. */
  private static final long STEPS_TOGETHER = EvaluationBudget.MOST;

  /** An XPath filter that is there. */
  private static final class Compiled {
    final long number;
    final Filter.Kind kind;
    final XPath xpath;
    volatile boolean isExceeded; // at its last event

    Compiled(long number, Filter.Kind kind, XPath xpath) {
      this.number = number;
      this.kind = kind;
      this.xpath = xpath;
    }
  }

  /**
   * What came of an event.
   *
   * @param filters the numbers of those that it is for, in their order
   * @param exceeded how many could not be evaluated within their budget
   */
  public record Matches(long[] filters, int exceeded) {}

  private final Map<Long, Filter> all =
      new HashMap<>(); // of this object's monitor, as what follows
  private final Map<String, Long> topics = new HashMap<>();
  private final TreeMap<Long, Compiled> xpaths = new TreeMap<>();
  private Optional<Long> everything = Optional.empty();
  private long last;

  /** The highest number that was added. */
  public synchronized long last() {
    return last;
  }

  /** How many filters there are. */
  public synchronized int size() {
    return all.size();
  }

  /** These are there too. */
  public synchronized void add(List<SubscriptionStore.Numbered> filters) {
    for (SubscriptionStore.Numbered filter : filters) {
      add(filter.number(), filter.filter());
      last = Math.max(last, filter.number());
    }
  }

  private void add(long number, Filter filter) {
    if (all.putIfAbsent(number, filter) != null) {
      return;
    }
    switch (filter.kind()) {
      case ALL -> everything = Optional.of(number);
      case TOPIC -> topics.put(filter.expression(), number);
      case EVENT, MESSAGE ->
          xpaths.put(number, new Compiled(number, filter.kind(), filter.xpath().orElseThrow()));
    }
  }

  /**
   * None but these are there any more; those with a higher number than {@code numbers} knows are.
   */
  public synchronized void retain(SubscriptionStore.Numbers numbers) {
    all.keySet().removeIf(number -> number <= numbers.last() && !numbers.all().contains(number));
    topics.values().removeIf(number -> !all.containsKey(number));
    xpaths.keySet().removeIf(number -> !all.containsKey(number));
    everything = everything.filter(all::containsKey);
  }

  /**
   * The filters that {@code event} is for.
   *
   * @throws MalformedMessageException if the event is not XML
   */
  public Matches match(Event event) {
    LongStream.Builder found = LongStream.builder();
    List<Compiled> expressions;
    synchronized (this) {
      everything.ifPresent(found::add);
      event
          .topic()
          .ifPresent(
              topic ->
                  TopicPath.upwards(topic).stream()
                      .filter(topics::containsKey)
                      .forEach(path -> found.add(topics.get(path))));
      expressions = List.copyOf(xpaths.values());
    }
    int exceeded = new Evaluation(event).of(expressions, found);
    long[] filters = found.build().toArray();
    Arrays.sort(filters);
    return new Matches(filters, exceeded);
  }

  /** One event, and what may be spent on it. */
  private static final class Evaluation {
    private final Event event;
    private final long each;
    private long left;
    private int exceeded;
    private XmlTree content;
    private XmlTree message;

    Evaluation(Event event) {
      this.event = event;
      int bytes = event.envelope().length;
      each = STEPS_EACH + (long) STEPS_A_BYTE * bytes;
      left = STEPS_TOGETHER + (long) STEPS_A_BYTE * bytes;
    }

    /** Those that were too much before come last. */
    int of(List<Compiled> expressions, LongStream.Builder found) {
      Map<Boolean, List<Compiled>> parts =
          expressions.stream().collect(Collectors.partitioningBy(one -> one.isExceeded));
      parts.get(false).forEach(one -> evaluate(one, found));
      parts.get(true).forEach(one -> evaluate(one, found));
      return exceeded;
    }

    private void evaluate(Compiled expression, LongStream.Builder found) {
      if (left <= 0) {
        exceeded++;
        return;
      }
      EvaluationBudget budget = new EvaluationBudget(Math.min(each, left));
      try {
        if (expression.xpath.isTrue(tree(expression.kind), budget)) {
          found.add(expression.number);
        }
        expression.isExceeded = false;
      } catch (EvaluationBudget.ExceededException e) {
        expression.isExceeded = true;
        exceeded++;
      }
      left -= budget.spent();
    }

    private XmlTree tree(Filter.Kind kind) {
      if (kind == Filter.Kind.MESSAGE) {
        if (message == null) {
          message = XmlTree.parse(event.envelope(), MAX_DEPTH);
        }
        return message;
      }
      if (content == null) {
        content = XmlTree.parse(event.content(), MAX_DEPTH);
      }
      return content;
    }
  }
}
