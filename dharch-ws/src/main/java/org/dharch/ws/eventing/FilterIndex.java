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
 * Finds the distinct filters that match an event. Topics are looked up in a map. Each XPath is
 * evaluated once per event on one tree, regardless of the number of its subscriptions. Remote
 * clients supply the XPaths, so each evaluation has a step budget, and all evaluations of an event
 * share another one. A filter that exceeds its own budget does not match, is counted, and is
 * evaluated last from then on. So it cannot use up the budget of the others. Thread-safe.
 */
public final class FilterIndex {
  /** The maximum nesting depth of an event's elements. */
  private static final int MAX_DEPTH = 512;

  /** The step budget of one XPath on one event: about 1 to 2 ms. */
  private static final long STEPS_EACH = 20_000;

  private static final int STEPS_A_BYTE = 8;

  /** The step budget of all XPaths on one event. */
  private static final long STEPS_TOGETHER = EvaluationBudget.MOST;

  /** A registered XPath filter. */
  private static final class Compiled {
    final long number;
    final Filter.Kind kind;
    final XPath xpath;
    volatile boolean isExceeded; // on its last event

    Compiled(long number, Filter.Kind kind, XPath xpath) {
      this.number = number;
      this.kind = kind;
      this.xpath = xpath;
    }
  }

  /**
   * The result for one event.
   *
   * @param filters the numbers of the matching filters, ascending
   * @param exceeded how many filters exceeded their budget
   */
  public record Matches(long[] filters, int exceeded) {}

  private final Map<Long, Filter> all =
      new HashMap<>(); // guarded by this object's monitor, as the following fields
  private final Map<String, Long> topics = new HashMap<>();
  private final TreeMap<Long, Compiled> xpaths = new TreeMap<>();
  private Optional<Long> everything = Optional.empty();
  private long last;

  /** The highest number ever added. */
  public synchronized long last() {
    return last;
  }

  /** The number of filters. */
  public synchronized int size() {
    return all.size();
  }

  /** Adds filters. */
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

  /** Removes all filters except these and those with a number above {@code numbers}' last. */
  public synchronized void retain(SubscriptionStore.Numbers numbers) {
    all.keySet().removeIf(number -> number <= numbers.last() && !numbers.all().contains(number));
    topics.values().removeIf(number -> !all.containsKey(number));
    xpaths.keySet().removeIf(number -> !all.containsKey(number));
    everything = everything.filter(all::containsKey);
  }

  /**
   * Finds the filters that match {@code event}.
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

  /** The evaluation of one event and its remaining budget. */
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

    /** Evaluates expressions that exceeded their budget before after all others. */
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
