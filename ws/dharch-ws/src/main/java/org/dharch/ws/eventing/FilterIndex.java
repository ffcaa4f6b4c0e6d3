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
 * Finds the distinct filters that match an event. Each XPath is evaluated once per event,
 * regardless of the number of its subscriptions. Clients supply the XPaths, so each evaluation has
 * a step budget, and all evaluations of an event share another one. A filter that exceeds its
 * budget does not match, is counted, and is later evaluated after the others. Thread-safe.
 */
public final class FilterIndex {
  /** The maximum nesting depth of an event's elements. */
  private static final int MAX_DEPTH = 512;

  /** The step budget of one XPath on one event: about 1 to 2 ms. */
  private static final long XPATH_STEPS = 20_000;

  private static final int STEPS_PER_BYTE = 8;

  /** The step budget of all XPaths on one event. */
  private static final long EVENT_STEPS = EvaluationBudget.MOST;

  private static final class XPathFilter {
    final long number;
    final Filter.Kind kind;
    final XPath xpath;
    volatile boolean isExceeded; // on its last event

    XPathFilter(long number, Filter.Kind kind, XPath xpath) {
      this.number = number;
      this.kind = kind;
      this.xpath = xpath;
    }
  }

  /**
   * The filters that match an event.
   *
   * @param filters the numbers of the matching filters, ascending
   * @param exceeded how many filters exceeded their budget
   */
  public record Matches(long[] filters, int exceeded) {}

  // guarded by this object's monitor
  private final Map<Long, Filter> all = new HashMap<>();
  private final Map<String, Long> topics = new HashMap<>();
  private final TreeMap<Long, XPathFilter> xpaths = new TreeMap<>();
  private Optional<Long> matchAll = Optional.empty();
  private long highest;

  /** Returns the highest number ever added. */
  public synchronized long highest() {
    return highest;
  }

  public synchronized void add(List<SubscriptionStore.Numbered> filters) {
    for (SubscriptionStore.Numbered filter : filters) {
      add(filter.number(), filter.filter());
      highest = Math.max(highest, filter.number());
    }
  }

  private void add(long number, Filter filter) {
    if (all.putIfAbsent(number, filter) != null) {
      return;
    }
    switch (filter.kind()) {
      case ALL -> matchAll = Optional.of(number);
      case TOPIC -> topics.put(filter.expression(), number);
      case EVENT, MESSAGE ->
          xpaths.put(number, new XPathFilter(number, filter.kind(), filter.xpath().orElseThrow()));
    }
  }

  /** Removes all filters that are not in {@code numbers}, except newer ones. */
  public synchronized void retain(SubscriptionStore.Numbers numbers) {
    all.keySet().removeIf(number -> number <= numbers.last() && !numbers.all().contains(number));
    topics.values().removeIf(number -> !all.containsKey(number));
    xpaths.keySet().removeIf(number -> !all.containsKey(number));
    matchAll = matchAll.filter(all::containsKey);
  }

  /**
   * Finds the filters that match {@code event}.
   *
   * @throws MalformedMessageException if the event is not XML
   */
  public Matches match(Event event) {
    LongStream.Builder found = LongStream.builder();
    List<XPathFilter> expressions;
    synchronized (this) {
      matchAll.ifPresent(found::add);
      for (String path : event.topic().map(TopicPath::selfAndAncestors).orElse(List.of())) {
        Optional.ofNullable(topics.get(path)).ifPresent(found::add);
      }
      expressions = List.copyOf(xpaths.values());
    }
    int exceeded = new Evaluation(event).run(expressions, found);
    long[] filters = found.build().toArray();
    Arrays.sort(filters);
    return new Matches(filters, exceeded);
  }

  private static final class Evaluation {
    private final Event event;
    private final long maxSteps;
    private long remainingSteps;
    private int exceeded;
    private XmlTree content;
    private XmlTree message;

    Evaluation(Event event) {
      this.event = event;
      int bytes = event.envelope().length;
      maxSteps = XPATH_STEPS + (long) STEPS_PER_BYTE * bytes;
      remainingSteps = EVENT_STEPS + (long) STEPS_PER_BYTE * bytes;
    }

    /** Evaluates expressions that exceeded their budget last. */
    int run(List<XPathFilter> expressions, LongStream.Builder found) {
      Map<Boolean, List<XPathFilter>> parts =
          expressions.stream().collect(Collectors.partitioningBy(one -> one.isExceeded));
      parts.get(false).forEach(one -> evaluate(one, found));
      parts.get(true).forEach(one -> evaluate(one, found));
      return exceeded;
    }

    private void evaluate(XPathFilter expression, LongStream.Builder found) {
      if (remainingSteps <= 0) {
        exceeded++;
        return;
      }
      EvaluationBudget budget = new EvaluationBudget(Math.min(maxSteps, remainingSteps));
      try {
        if (expression.xpath.isTrue(tree(expression.kind), budget)) {
          found.add(expression.number);
        }
        expression.isExceeded = false;
      } catch (EvaluationBudget.ExceededException e) {
        expression.isExceeded = true;
        exceeded++;
      }
      remainingSteps -= budget.spent();
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
