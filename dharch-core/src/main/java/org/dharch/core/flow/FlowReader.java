package org.dharch.core.flow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.document.DocumentProblems;
import org.dharch.core.document.Durations;
import org.dharch.core.document.XmlElements;
import org.dharch.core.flow.Selection.GroupBy;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.document.ConditionReader;
import org.dharch.core.orchestration.rule.MessageMatch;
import org.dharch.schema.flow.ClassType;
import org.dharch.schema.flow.ConcurrencyLimitType;
import org.dharch.schema.flow.FlowType;
import org.dharch.schema.flow.GroupWeightType;
import org.dharch.schema.flow.HandlerLimitType;
import org.dharch.schema.flow.ManagerConcurrencyLimitType;
import org.dharch.schema.flow.MatchType;
import org.dharch.schema.flow.PriorityType;
import org.dharch.schema.flow.SelectionType;
import org.dharch.schema.flow.WaitingType;

/** Converts a valid flow document to the model. */
final class FlowReader {
  private static final String PROPERTY = "property:";
  private static final int LARGEST_GROWTH = 10;

  private final DocumentProblems problems = new DocumentProblems();
  private final ConditionReader conditions = new ConditionReader(problems);

  private FlowReader() {}

  static FlowControl of(String source, FlowType xml) {
    FlowReader reader = new FlowReader();
    FlowControl flow = reader.flow(xml);
    reader.problems.throwIfAny(source);
    return flow;
  }

  private FlowControl flow(FlowType xml) {
    FlowControl flow = FlowControl.DEFAULT;
    if (xml.isSetConcurrencyLimit()) {
      flow = concurrencyLimit(xml.getConcurrencyLimit(), flow);
    }
    if (xml.isSetWaiting()) {
      flow = waiting(xml.getWaiting(), flow);
    }
    if (xml.isSetSelection()) {
      flow = selection(xml.getSelection(), flow);
    }
    if (xml.isSetClasses()) {
      flow = flow.classes(classes(xml.getClasses().getClass1List()));
    }
    if (xml.isSetNodes()) {
      flow = setting(xml.getNodes()).map(flow::nodes).orElse(flow);
    }
    return flow.handlers(handlers(xml.getHandlerList()));
  }

  private FlowControl concurrencyLimit(ManagerConcurrencyLimitType xml, FlowControl flow) {
    FlowControl changed = setting(xml).map(flow::concurrencyLimit).orElse(flow);
    ConcurrencyLimitScope scope =
        xml.getScope().toString().equals("request")
            ? ConcurrencyLimitScope.REQUEST
            : ConcurrencyLimitScope.HANDLERS;
    if (xml.isSetTimeToAnswer() && scope == ConcurrencyLimitScope.HANDLERS) {
      problems.add(xml, "timeToAnswer requires scope='request'");
    }
    return changed
        .scope(scope)
        .timeToAnswer(duration(xml, xml.getTimeToAnswer(), changed.timeToAnswer()));
  }

  private Optional<ConcurrencyLimitSetting> setting(ConcurrencyLimitType xml) {
    ConcurrencyLimitSetting.Algorithm algorithm =
        ConcurrencyLimitSetting.Algorithm.valueOf(
            xml.getAlgorithm().toString().toUpperCase(java.util.Locale.ROOT));
    int size = xml.getSize();
    if (algorithm == ConcurrencyLimitSetting.Algorithm.FIXED) {
      if (xml.isSetMin() || xml.isSetMax() || xml.isSetCongestion()) {
        problems.add(xml, "min, max and congestion must not be set with a fixed concurrency limit");
      }
      return Optional.of(ConcurrencyLimitSetting.fixed(size));
    }
    if (xml.isSetCongestion() && algorithm != ConcurrencyLimitSetting.Algorithm.AIMD) {
      problems.add(xml, "congestion requires algorithm='aimd' (got '" + xml.getAlgorithm() + "')");
    }
    int min = xml.isSetMin() ? xml.getMin() : 1;
    int max =
        xml.isSetMax()
            ? xml.getMax()
            : Math.min(ConcurrencyLimitSetting.LARGEST, LARGEST_GROWTH * size);
    try {
      ConcurrencyLimitSetting setting = ConcurrencyLimitSetting.adaptive(algorithm, size, min, max);
      return Optional.of(
          setting.congestion(duration(xml, xml.getCongestion(), setting.congestion())));
    } catch (IllegalArgumentException e) {
      problems.add(xml, e.getMessage());
      return Optional.empty();
    }
  }

  private FlowControl waiting(WaitingType xml, FlowControl flow) {
    return flow.queueBound(xml.isSetBound() ? xml.getBound() : flow.queueBound())
        .waitingLimit(duration(xml, xml.getLimit(), flow.waitingLimit()))
        .retryAfter(duration(xml, xml.getRetryAfter(), flow.retryAfter()));
  }

  private FlowControl selection(SelectionType xml, FlowControl flow) {
    String policy = xml.getPolicy().toString();
    if (xml.sizeOfPriorityArray() > 0 && !policy.equals("priority")) {
      problems.add(xml, "priority requires policy='priority' (got '" + policy + "')");
    }
    boolean fair = policy.equals("fair-share");
    if (xml.sizeOfWeightArray() > 0 && !fair) {
      problems.add(xml, "weight requires policy='fair-share' (got '" + policy + "')");
    }
    if (xml.isSetBy() && !fair && !policy.equals("shortest-job")) {
      problems.add(xml, "by requires policy='fair-share' or 'shortest-job' (got '" + policy + "')");
    }
    if (xml.isSetAgeing() && policy.equals("first-come")) {
      problems.add(xml, "ageing must not be set with policy 'first-come', which never overtakes");
    }
    Duration ageing =
        duration(xml, xml.getAgeing(), fair ? flow.waitingLimit() : Selection.DEFAULT_AGEING);
    Selection selection =
        switch (policy) {
          case "priority" -> new Selection.Priority(ageing);
          case "shortest-job" ->
              new Selection.Shortest(ageing, groupBy(xml, new GroupBy.Nothing()));
          case "earliest-deadline" -> new Selection.Deadline(ageing);
          case "fair-share" ->
              new Selection.Fair(ageing, groupBy(xml, new GroupBy.Client()), weights(xml));
          default -> new Selection.FirstCome();
        };
    List<PriorityRule> priorities = new ArrayList<>();
    for (PriorityType each : xml.getPriorityList()) {
      priorities.add(new PriorityRule(each.getLevel(), match(each)));
    }
    return flow.selection(selection).priorities(priorities);
  }

  private GroupBy groupBy(SelectionType xml, GroupBy otherwise) {
    if (!xml.isSetBy()) {
      return otherwise;
    }
    String by = xml.getBy();
    if (by.equals("client")) {
      return new GroupBy.Client();
    } else if (by.equals("operation")) {
      return new GroupBy.Operation();
    } else if (by.startsWith(PROPERTY) && by.length() > PROPERTY.length()) {
      return new GroupBy.Property(by.substring(PROPERTY.length()));
    }
    problems.add(xml, "by must be client, operation or property:NAME (got '" + by + "')");
    return otherwise;
  }

  private Map<String, Double> weights(SelectionType xml) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (GroupWeightType group : xml.getWeightList()) {
      if (weights.put(group.getOf(), group.getValue()) != null) {
        problems.add(group, "weight of='" + group.getOf() + "' must be unique");
      }
    }
    return weights;
  }

  private List<JobClassRule> classes(List<ClassType> all) {
    List<JobClassRule> rules = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (ClassType xml : all) {
      if (!names.add(xml.getName())) {
        problems.add(xml, "class '" + xml.getName() + "' must be unique");
      }
      rules.add(new JobClassRule(xml.getName(), match(xml), by(xml)));
    }
    return rules;
  }

  private JobClassRule.By by(ClassType xml) {
    if (xml.isSetNumber() && xml.isSetBy()) {
      problems.add(xml, "number and by must not be set both in one class");
    } else if (xml.isSetNumber()) {
      try {
        return new JobClassRule.By.Count(
            new XPathNumber(xml.getNumber(), XmlElements.namespaces(xml)));
      } catch (IllegalArgumentException e) {
        problems.add(xml, "number: " + e.getMessage());
      }
    } else if (xml.isSetBy()) {
      String by = xml.getBy();
      if (by.equals("size")) {
        return new JobClassRule.By.Size();
      } else if (by.startsWith(PROPERTY) && by.length() > PROPERTY.length()) {
        return new JobClassRule.By.Property(by.substring(PROPERTY.length()));
      }
      problems.add(xml, "by must be size or property:NAME (got '" + by + "')");
    }
    return new JobClassRule.By.Nothing();
  }

  private MessageMatch match(MatchType xml) {
    List<Condition> all = new ArrayList<>();
    conditions.possible(xml).ifPresent(all::add);
    return new MessageMatch(
        Optional.ofNullable(xml.getService()),
        Optional.ofNullable(xml.getOperation()),
        Optional.ofNullable(xml.getAction()),
        all);
  }

  private Map<String, Integer> handlers(List<HandlerLimitType> all) {
    Map<String, Integer> limits = new LinkedHashMap<>();
    for (HandlerLimitType xml : all) {
      if (limits.put(xml.getName(), xml.getLimit()) != null) {
        problems.add(xml, "handler '" + xml.getName() + "' must be unique");
      }
    }
    return limits;
  }

  /** The positive duration in an attribute. */
  private Duration duration(XmlObject place, String text, Duration otherwise) {
    if (text == null) {
      return otherwise;
    }
    Duration duration = Durations.parse(text);
    if (duration.isZero() || duration.compareTo(Duration.ofDays(1)) > 0) {
      problems.add(place, "duration must be positive and at most one day (got '" + text + "')");
      return otherwise;
    }
    return duration;
  }
}
