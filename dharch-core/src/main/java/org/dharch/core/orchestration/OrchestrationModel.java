package org.dharch.core.orchestration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.Flow;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.document.Durations;
import org.dharch.core.document.XmlDocuments;
import org.dharch.schema.orchestration.HandlerType;
import org.dharch.schema.orchestration.OrchestrationType;
import org.dharch.schema.orchestration.OrchestrationsDocument;
import org.dharch.schema.orchestration.RetryType;
import org.dharch.schema.orchestration.RuleType;
import org.dharch.schema.orchestration.StageType;

/**
 * From a document that its schema allows to the model, with the checks that a schema cannot make.
 * All problems are collected before any is thrown.
 */
final class OrchestrationModel {
  private final List<Problem> problems = new ArrayList<>();

  private OrchestrationModel() {}

  static Orchestrations of(String source, OrchestrationsDocument document) {
    OrchestrationModel model = new OrchestrationModel();
    Map<String, Orchestration> byName = new LinkedHashMap<>();
    Set<String> names = new HashSet<>();
    for (OrchestrationType xml : document.getOrchestrations().getOrchestrationList()) {
      names.add(xml.getName());
      model.orchestration(xml).ifPresent(o -> byName.put(o.name(), o));
    }
    List<Rule> rules = new ArrayList<>();
    for (RuleType xml : document.getOrchestrations().getRuleList()) {
      if (names.contains(xml.getOrchestration())) {
        rules.add(rule(xml));
      } else {
        model.problem(
            xml,
            "rule names orchestration '"
                + xml.getOrchestration()
                + "'; allowed: "
                + String.join(", ", names.stream().sorted().toList()));
      }
    }
    if (!model.problems.isEmpty()) {
      throw new DocumentException(source, model.problems);
    }
    return new Orchestrations(byName, rules);
  }

  private Optional<Orchestration> orchestration(OrchestrationType xml) {
    List<Construct> stages = new ArrayList<>();
    int handlers = 0;
    int before = problems.size();
    Optional<Duration> deadline =
        duration(xml, "deadline", xml.isSetDeadline() ? xml.getDeadline() : null);
    // the schema lets nothing else than these two stand here, in any order
    for (XmlObject child : xml.selectPath("./*")) {
      List<HandlerType> entries =
          child instanceof StageType stage ? stage.getHandlerList() : List.of((HandlerType) child);
      handlers += entries.size();
      stage(entries).ifPresent(stages::add);
    }
    if (handlers > Orchestration.MAX_HANDLERS) {
      problem(
          xml,
          "orchestration '"
              + xml.getName()
              + "' has "
              + handlers
              + " handlers; allowed: "
              + Orchestration.MAX_HANDLERS);
    }
    return problems.size() > before
        ? Optional.empty()
        : Optional.of(new Orchestration(xml.getName(), new Sequence(stages), deadline, false));
  }

  private Optional<Stage> stage(List<HandlerType> entries) {
    int before = problems.size();
    Set<String> names = new HashSet<>();
    List<HandlerEntry> handlers = new ArrayList<>();
    for (HandlerType xml : entries) {
      if (!names.add(xml.getName())) {
        problem(
            xml,
            "handler '"
                + xml.getName()
                + "' stands twice in one stage; once is allowed, or in stages of their own");
      }
      handlers.add(handler(xml));
    }
    return problems.size() > before ? Optional.empty() : Optional.of(new Stage(handlers));
  }

  private HandlerEntry handler(HandlerType xml) {
    HandlerEntry entry =
        HandlerEntry.of(xml.getName()).mustPerform(xml.getMustPerform()).oneway(xml.getOneway());
    if (xml.isSetRetry()) {
      entry = entry.retry(retry(xml.getRetry()));
    }
    Optional<Duration> toStart =
        duration(xml, "timeToStart", xml.isSetTimeToStart() ? xml.getTimeToStart() : null);
    entry = toStart.map(entry::timeToStart).orElse(entry);
    Optional<Duration> toFinish =
        duration(xml, "timeToFinish", xml.isSetTimeToFinish() ? xml.getTimeToFinish() : null);
    return toFinish.map(entry::timeToFinish).orElse(entry);
  }

  private RetryPolicy retry(RetryType xml) {
    Duration delay = Durations.parse(xml.getDelay());
    Duration maxDelay = Durations.parse(xml.getMaxDelay());
    if (maxDelay.compareTo(delay) < 0) {
      problem(
          xml,
          "delay='"
              + xml.getDelay()
              + "' is longer than maxDelay='"
              + xml.getMaxDelay()
              + "'; at most as long is allowed");
      return RetryPolicy.NONE;
    }
    return new RetryPolicy(xml.getRetries(), delay, maxDelay);
  }

  private Optional<Duration> duration(XmlObject place, String name, String textOrNull) {
    if (textOrNull == null) {
      return Optional.empty();
    }
    Duration duration = Durations.parse(textOrNull);
    if (duration.isZero()) {
      problem(place, name + "='" + textOrNull + "'; more than zero is allowed");
      return Optional.empty();
    }
    return Optional.of(duration);
  }

  private static Rule rule(RuleType xml) {
    return new Rule(
        xml.getOrchestration(),
        Flow.parse(xml.getFlow().toString()),
        Optional.ofNullable(xml.getService()),
        Optional.ofNullable(xml.getOperation()),
        Optional.ofNullable(xml.getAction()),
        List.of());
  }

  private void problem(XmlObject place, String message) {
    problems.add(XmlDocuments.problem(place, message));
  }
}
