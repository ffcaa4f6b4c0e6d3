package org.dharch.core.orchestration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.document.DocumentProblems;
import org.dharch.core.document.XmlElements;
import org.dharch.schema.orchestration.ChooseType;
import org.dharch.schema.orchestration.HandlerType;
import org.dharch.schema.orchestration.RepeatType;
import org.dharch.schema.orchestration.SequenceType;
import org.dharch.schema.orchestration.StageType;
import org.dharch.schema.orchestration.WhenType;

/**
 * Reads what is done, one construct inside the other. What is wrong is said, and something that is
 * right takes its place, so that the rest is still looked at.
 */
final class ConstructReader {
  private final DocumentProblems problems;
  private final HandlerReader handlers;
  private final ConditionReader conditions;

  ConstructReader(DocumentProblems problems) {
    this.problems = problems;
    handlers = new HandlerReader(problems);
    conditions = new ConditionReader(problems);
  }

  HandlerReader handlers() {
    return handlers;
  }

  ConditionReader conditions() {
    return conditions;
  }

  /**
   * All that stands in {@code xml}.
   *
   * @param what what to call it in a problem
   */
  Sequence body(SequenceType xml, String what) {
    Sequence body = sequence(xml, 1);
    int most = Constructs.mostHandlers(body);
    if (most > Orchestration.MAX_HANDLERS) {
      problems.add(
          xml,
          what
              + " has "
              + most
              + " handlers, repetitions counted; allowed: "
              + Orchestration.MAX_HANDLERS);
    }
    return body;
  }

  private Sequence sequence(SequenceType xml, int depth) {
    if (depth > Orchestration.MAX_DEPTH) {
      problems.add(
          xml,
          XmlElements.name(xml)
              + " is nested deeper than "
              + Orchestration.MAX_DEPTH
              + ", which are allowed");
      return Sequence.EMPTY;
    }
    List<Construct> parts = new ArrayList<>();
    for (XmlObject child : XmlElements.children(xml)) {
      parts.add(construct(child, depth));
    }
    return new Sequence(parts);
  }

  private Construct construct(XmlObject xml, int depth) {
    if (xml instanceof HandlerType handler) {
      return new Stage(List.of(handlers.read(handler)));
    } else if (xml instanceof StageType stage) {
      return stage(stage);
    } else if (xml instanceof ChooseType choose) {
      return choose(choose, depth);
    } else if (xml instanceof RepeatType repeat) {
      return repeat(repeat, depth);
    }
    return sequence((SequenceType) xml, depth + 1);
  }

  private Construct stage(StageType xml) {
    List<HandlerEntry> fit = new ArrayList<>();
    List<Construct> unfit = new ArrayList<>();
    for (HandlerType child : xml.getHandlerList()) {
      HandlerEntry entry = handlers.read(child);
      Optional<String> objection =
          fit.stream().flatMap(other -> Stage.objection(other, entry).stream()).findFirst();
      if (objection.isPresent()) {
        problems.add(child, objection.get());
        unfit.add(new Stage(List.of(entry)));
      } else {
        fit.add(entry);
      }
    }
    Stage stage = new Stage(fit);
    if (unfit.isEmpty()) {
      return stage;
    }
    unfit.add(stage);
    return new Sequence(unfit);
  }

  private Construct choose(ChooseType xml, int depth) {
    List<Choose.When> whens = new ArrayList<>();
    List<Construct> unconditional = new ArrayList<>();
    for (WhenType child : xml.getWhenList()) {
      Optional<Condition> condition = conditions.needed(child);
      Sequence body = sequence(child, depth + 1);
      condition.ifPresentOrElse(
          c -> whens.add(new Choose.When(c, body)), () -> unconditional.add(body));
    }
    Sequence otherwise =
        xml.isSetOtherwise() ? sequence(xml.getOtherwise(), depth + 1) : Sequence.EMPTY;
    return whens.isEmpty() ? new Sequence(unconditional) : new Choose(whens, otherwise);
  }

  private Construct repeat(RepeatType xml, int depth) {
    Optional<Condition> condition = conditions.possible(xml);
    int before = problems.count();
    Sequence body = sequence(xml, depth + 1);
    if (!body.isEmpty()) {
      return new Repeat(xml.getTimes(), condition, body);
    }
    if (problems.count() == before) {
      problems.add(xml, "repeat of nothing; at least one stage is needed");
    }
    return body;
  }
}
